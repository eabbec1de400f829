import { gpus } from "./catalogue.js";
import {
  createEndpoint,
  deleteEndpoint,
  replaceEndpoint,
  updateEndpoint,
} from "./endpoints.js";
import { endpointNode, podNode, templateNode, volumeNode } from "./nodes.js";
import { createPod, deletePod, startPod, stopPod, updatePod } from "./pods.js";
import type { Context } from "./queries.js";
import { Refusal } from "./refusal.js";
import {
  createRegistryAuth,
  deleteRegistryAuth,
  registryAuthView,
} from "./registry.js";
import { find } from "./state.js";
import type { Pod, Schemas, State } from "./state.js";
import { createTemplate, deleteTemplate, updateTemplate } from "./templates.js";
import { checkedBody } from "./validate.js";
import { createVolume, deleteVolume, updateVolume } from "./volumes.js";

/** What answers each field of Mutation: the acts of the REST API, under its rules, in GraphQL's words. */
export const mutations = {
  podFindAndDeployOnDemand: signedIn((state, { input }: Given<DeployInput>) =>
    deploy(state, input, {
      gpuTypeIds: input.gpuTypeIdList ?? list(input.gpuTypeId),
    }),
  ),
  podRentInterruptable: signedIn((state, { input }: Given<DeployInput>) =>
    deploy(state, input, {
      gpuTypeIds: list(input.gpuTypeId),
      interruptible: true,
    }),
  ),
  deployCpuPod: signedIn((state, { input }: Given<DeployInput>) => {
    const [flavor = "cpu3g", vcpus = "2"] = (input.instanceId ?? "")
      .split("-")
      .filter(Boolean);
    const cpu = {
      computeType: "CPU",
      cpuFlavorIds: [flavor],
      vcpuCount: Number(vcpus),
    };
    return deploy(state, input, cpu);
  }),
  podResume: signedIn((state, { input }: Given<PodInput>) =>
    resume(state, input),
  ),
  podBidResume: signedIn((state, { input }: Given<PodInput>) =>
    resume(state, input),
  ),
  podStop: signedIn((state, { input }: Given<PodInput>) =>
    podNode(state, stopPod(state, input.podId)),
  ),
  podTerminate: signedIn((state, { input }: Given<PodInput>) => {
    deletePod(state, input.podId);
    return null;
  }),
  podEditJob: signedIn((state, { input }: Given<PodInput & ContainerInput>) => {
    const changes = checkedBody(
      "PATCH /pods/{podId}",
      container(input),
    ) as Schemas["PodUpdateInput"];
    return podNode(state, updatePod(state, input.podId, changes));
  }),

  saveTemplate: signedIn((state, { input }: Given<TemplateInput>) => {
    const { id, name, readme, isPublic, isServerless, category } = input;
    const fields = {
      ...container(input),
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

  saveEndpoint: signedIn((state, { input }: Given<EndpointInput>) => {
    const body = checkedBody(
      "POST /endpoints",
      endpointFields(state, input),
    ) as EndpointBody;
    const { id } = input;
    return endpointNode(
      state,
      id ? replaceEndpoint(state, id, body) : createEndpoint(state, body),
    );
  }),
  updateEndpointTemplate: signedIn(
    (state, { input }: Given<{ endpointId: string; templateId: string }>) =>
      endpointNode(
        state,
        updateEndpoint(state, input.endpointId, {
          templateId: input.templateId,
        }),
      ),
  ),
  deleteEndpoint: signedIn((state, { id }: { readonly id: string }) => {
    const { workersMin, workersMax } = find(
      state.endpoints,
      "endpoint",
      id,
    ).settings;
    if (workersMin + workersMax > 0)
      throw new Refusal(
        400,
        "workersMin and workersMax must be 0 before a delete",
      );
    deleteEndpoint(state, id);
    return null;
  }),

  saveRegistryAuth: signedIn((state, { input }: Given<RegistryAuthBody>) =>
    registryAuthView(createRegistryAuth(state, input)),
  ),
  updateRegistryAuth: signedIn(
    (state, { input }: Given<{ id?: string; username?: string }>) => {
      const auth = find(state.auths, "container registry auth", input.id ?? "");
      auth.username = input.username ?? auth.username;
      return registryAuthView(auth);
    },
  ),
  deleteRegistryAuth: signedIn(
    (state, { registryAuthId }: { readonly registryAuthId: string }) => {
      deleteRegistryAuth(state, registryAuthId);
      return null;
    },
  ),

  createNetworkVolume: signedIn(
    (state, { input }: Given<Schemas["NetworkVolume"]>) =>
      volumeNode(
        createVolume(
          state,
          checkedBody("POST /networkvolumes", input) as VolumeBody,
        ),
      ),
  ),
  updateNetworkVolume: signedIn(
    (
      state,
      { input: { id = "", ...input } }: Given<Schemas["NetworkVolume"]>,
    ) => {
      const changes = checkedBody(
        "PATCH /networkvolumes/{networkVolumeId}",
        input,
      );
      return volumeNode(
        updateVolume(state, id, changes as Schemas["NetworkVolumeUpdateInput"]),
      );
    },
  ),
  deleteNetworkVolume: signedIn((state, { input }: Given<{ id?: string }>) => {
    deleteVolume(state, input.id ?? "");
    return null;
  }),
};
