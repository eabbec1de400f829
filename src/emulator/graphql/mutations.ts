import {
  createEndpoint,
  deleteEndpoint,
  replaceEndpoint,
  updateEndpoint,
} from "../resources/endpoints.js";
import {
  containerFields,
  endpointFields,
  type ContainerInput,
  type EndpointInput,
  type Maybe,
} from "../resources/inputs.js";
import { endpointNode, templateNode, volumeNode } from "./nodes.js";
import { podMutations } from "./pod-mutations.js";
import { Refusal } from "../server/refused-error.js";
import {
  createRegistryAuth,
  deleteRegistryAuth,
  registryAuthView,
} from "../resources/registry-auths.js";
import { signedIn, withInput } from "./require-key.js";
import { find } from "../resources/state.js";
import type { Schemas } from "../resources/records.js";
import {
  createTemplate,
  deleteTemplate,
  updateTemplate,
} from "../resources/templates.js";
import { checkedBody } from "../server/validate.js";
import {
  createVolume,
  deleteVolume,
  updateVolume,
} from "../resources/volumes.js";

interface OfId {
  readonly id: string;
}

type TemplateInput = ContainerInput &
  Maybe<{
    id: string;
    readme: string;
    isPublic: boolean;
    isServerless: boolean;
    category: string;
  }>;
type VolumeInput = Maybe<{
  id: string;
  name: string;
  size: number;
  dataCenterId: string;
}>;
type RegistryAuthInput = Maybe<{ id: string; username: string }>;

/** What answers each field of Mutation: the acts of the REST API, under its rules, in GraphQL's words. */
export const mutations = {
  ...podMutations,

  saveTemplate: withInput((state, input: TemplateInput) => {
    const { id, name, readme, isPublic, isServerless, category } = input;
    const fields = {
      ...containerFields(input),
      name,
      readme,
      isPublic,
      isServerless,
      category,
    };
    const body = checkedBody(
      "POST /templates",
      fields,
    ) as Schemas["TemplateCreateInput"];
    return templateNode(
      state,
      id ? updateTemplate(state, id, body) : createTemplate(state, body),
    );
  }),
  deleteTemplate: signedIn(
    (state, { templateName }: { readonly templateName: string }) => {
      const template = [...state.templates.values()].find(
        ({ name }) => name === templateName,
      );
      if (!template)
        throw new Refusal(
          404,
          `there is no template with the name "${templateName}"`,
        );
      deleteTemplate(state, template.id);
      return null;
    },
  ),

  saveEndpoint: withInput((state, input: EndpointInput) => {
    const fields = checkedBody("POST /endpoints", endpointFields(state, input));
    const body = fields as Schemas["EndpointCreateInput"];
    const { id } = input;
    return endpointNode(
      state,
      id ? replaceEndpoint(state, id, body) : createEndpoint(state, body),
    );
  }),
  updateEndpointTemplate: withInput(
    (state, input: { endpointId: string; templateId: string }) =>
      endpointNode(
        state,
        updateEndpoint(state, input.endpointId, {
          templateId: input.templateId,
        }),
      ),
  ),
  deleteEndpoint: signedIn((state, { id }: OfId) => {
    const { workersMin, workersMax } = find(
      state.endpoints,
      "endpoint",
      id,
    ).settings;
    if (workersMin + workersMax > 0) {
      throw new Refusal(
        400,
        "workersMin and workersMax must be 0 before a delete",
      );
    }
    deleteEndpoint(state, id);
    return null;
  }),

  saveRegistryAuth: withInput(
    (state, input: Schemas["ContainerRegistryAuthCreateInput"]) =>
      registryAuthView(createRegistryAuth(state, input)),
  ),
  updateRegistryAuth: withInput((state, input: RegistryAuthInput) => {
    const auth = find(state.auths, "container registry auth", input.id ?? "");
    auth.username = input.username ?? auth.username;
    return registryAuthView(auth);
  }),
  deleteRegistryAuth: signedIn(
    (state, args: { readonly registryAuthId: string }) => {
      deleteRegistryAuth(state, args.registryAuthId);
      return null;
    },
  ),

  createNetworkVolume: withInput((state, input: VolumeInput) => {
    const body = checkedBody("POST /networkvolumes", input);
    return volumeNode(
      createVolume(state, body as Schemas["NetworkVolumeCreateInput"]),
    );
  }),
  updateNetworkVolume: withInput((state, { id, ...input }: VolumeInput) => {
    const changes = checkedBody(
      "PATCH /networkvolumes/{networkVolumeId}",
      input,
    );
    const body = changes as Schemas["NetworkVolumeUpdateInput"];
    return volumeNode(updateVolume(state, id ?? "", body));
  }),
  deleteNetworkVolume: withInput((state, input: VolumeInput) => {
    deleteVolume(state, input.id ?? "");
    return null;
  }),
};
