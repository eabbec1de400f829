import type {
  EndpointInput,
  PodFindAndDeployOnDemandInput,
  PodResumeInput,
  PodStopInput,
  PodTerminateInput,
  SaveTemplateInput,
} from "../../../generated/graphql/types.js";
import { findById, type AccountState } from "../account-state.js";
import {
  createEndpoint,
  deleteEndpoint,
  replaceEndpoint,
  updateEndpoint,
} from "../resources/endpoints.js";
import {
  createNetworkVolume,
  deleteNetworkVolume,
  updateNetworkVolume,
} from "../resources/network-volumes.js";
import {
  createPod,
  deletePod,
  startPod,
  stopPod,
  updatePod,
} from "../resources/pods.js";
import {
  createRegistryAuth,
  deleteRegistryAuth,
  registryAuthView,
  updateRegistryAuth,
} from "../resources/registry-auths.js";
import {
  createTemplate,
  deleteTemplate,
  updateTemplate,
} from "../resources/templates.js";
import { Refusal } from "../refusals/refusal.js";
import { validBody } from "../server/validate-request.js";
import {
  containerFields,
  endpointFields,
  splitList,
  type ContainerInput,
} from "./inputs.js";
import {
  endpointNode,
  podNode,
  secretNode,
  templateNode,
  volumeNode,
} from "./nodes.js";
import { accountNode } from "./queries.js";
import { withInput, withKey, type InputArgs } from "./resolver.js";

// Inputs of mutations that no shipped document calls, so that no types are generated for them.

type DeployInput = PodFindAndDeployOnDemandInput & {
  readonly instanceId?: string | null;
};
type EditInput = ContainerInput & { readonly podId: string };
interface RegistryAuthInput {
  readonly name: string;
  readonly username: string;
  readonly password: string;
}
interface RegistryAuthUpdate {
  readonly id?: string | null;
  readonly username?: string | null;
}
interface SecretInput {
  readonly name?: string | null;
  readonly description?: string | null;
}
interface VolumeInput {
  readonly id?: string | null;
  readonly name?: string | null;
  readonly size?: number | null;
  readonly dataCenterId?: string | null;
}

/** The resolver of each field of Mutation: the actions of the REST API, with the same rules. */
export const mutations = {
  podFindAndDeployOnDemand: withInput((state, input: DeployInput) =>
    deployPod(state, input, {}),
  ),
  podRentInterruptable: withInput((state, input: DeployInput) =>
    deployPod(state, input, { interruptible: true }),
  ),
  deployCpuPod: withInput((state, input: DeployInput) =>
    deployPod(state, input, { computeType: "CPU" }),
  ),
  podResume: withInput(resumePod),
  podBidResume: withInput(resumePod),
  podStop: withInput((state, { podId }: PodStopInput) =>
    podNode(state, stopPod(state, podId)),
  ),
  podTerminate: withInput((state, { podId }: PodTerminateInput) => {
    deletePod(state, podId);
    return null;
  }),
  podEditJob: withInput((state, input: EditInput) => {
    const body = validBody("PATCH /pods/{podId}", containerFields(input));
    return podNode(state, updatePod(state, input.podId, body));
  }),

  saveTemplate: withInput((state, input: SaveTemplateInput) => {
    const { id, name, readme, isPublic, isServerless, category } = input;
    const body = validBody("POST /templates", {
      ...containerFields(input),
      name,
      readme,
      isPublic,
      isServerless,
      category,
    });
    const template = id
      ? updateTemplate(state, id, body)
      : createTemplate(state, body);
    return templateNode(state, template);
  }),
  deleteTemplate: withKey(
    (state, { templateName }: { readonly templateName: string }) => {
      const template = state.templates.findByName(templateName);
      if (!template)
        throw new Refusal("unknownId", { kind: "template", id: templateName });
      deleteTemplate(state, template.id);
      return null;
    },
  ),

  saveEndpoint: withInput((state, input: EndpointInput) => {
    const body = validBody("POST /endpoints", endpointFields(state, input));
    const endpoint = input.id
      ? replaceEndpoint(state, input.id, body)
      : createEndpoint(state, body);
    return endpointNode(state, endpoint);
  }),
  updateEndpointTemplate: withInput(
    (state, input: { endpointId: string; templateId: string }) => {
      const { endpointId, templateId } = input;
      const endpoint = updateEndpoint(state, endpointId, { templateId });
      return endpointNode(state, endpoint);
    },
  ),
  deleteEndpoint: withKey((state, { id }: { readonly id: string }) => {
    const { settings } = findById(state.endpoints, "endpoint", id);
    if (settings.workersMin + settings.workersMax > 0) {
      const message = "workersMin and workersMax must be 0 before a delete";
      throw new Refusal("brokenRule", { problem: message });
    }
    deleteEndpoint(state, id);
    return null;
  }),

  saveRegistryAuth: withInput((state, input: RegistryAuthInput) =>
    registryAuthView(createRegistryAuth(state, input)),
  ),
  updateRegistryAuth: withInput((state, input: RegistryAuthUpdate) => {
    const { id, username } = input;
    return registryAuthView(updateRegistryAuth(state, id ?? "", username));
  }),
  deleteRegistryAuth: withKey(
    (state, { registryAuthId }: { readonly registryAuthId: string }) => {
      deleteRegistryAuth(state, registryAuthId);
      return null;
    },
  ),

  secretCreate: withInput((state, input: SecretInput) => {
    const { name, description } = input;
    if (!name) throw new Refusal("brokenRule", { problem: "name is required" });
    const isTaken = [...state.secrets.values()].some(
      (secret) => secret.name === name,
    );
    if (isTaken)
      throw new Refusal("brokenRule", { problem: `name is taken: "${name}"` });
    const secret = {
      id: state.newId(),
      name,
      description: description ?? null,
      createdAt: state.clock.now(),
    };
    state.secrets.set(secret.id, secret);
    return secretNode(secret);
  }),
  secretDelete: withKey((state, { id }: { readonly id: string }) => {
    findById(state.secrets, "secret", id);
    state.secrets.delete(id);
    return null;
  }),
  updateUserSettings: withKey(
    (state, { input }: InputArgs<Readonly<Record<string, unknown>>>) => {
      const given = Object.entries(input ?? {}).filter(
        ([, value]) => value !== null,
      );
      state.userSettings = {
        ...state.userSettings,
        ...Object.fromEntries(given),
      };
      return accountNode(state);
    },
  ),
  addModelToRepo: withKey(refuseModelStore),
  removeModelFromRepo: withKey(refuseModelStore),
  createModelRepoUpload: withKey(refuseModelStore),
  completeModelRepoUpload: withKey(refuseModelStore),
  updateModelVersionStatus: withKey(refuseModelStore),

  createNetworkVolume: withInput((state, input: VolumeInput) => {
    const body = validBody("POST /networkvolumes", input);
    return volumeNode(state, createNetworkVolume(state, body));
  }),
  updateNetworkVolume: withInput((state, { id, ...input }: VolumeInput) => {
    const body = validBody("PATCH /networkvolumes/{networkVolumeId}", input);
    return volumeNode(state, updateNetworkVolume(state, id ?? "", body));
  }),
  deleteNetworkVolume: withInput((state, { id }: VolumeInput) => {
    deleteNetworkVolume(state, id ?? "");
    return null;
  }),
};

/** The model store reports a failure within its answer. */
function refuseModelStore() {
  return { success: false, message: "the emulator has no model store" };
}

function deployPod(state: AccountState, input: DeployInput, terms: object) {
  const { gpuTypeId, gpuTypeIdList, cloudType } = input;
  const body = validBody("POST /pods", {
    ...containerFields(input),
    ...cpuFields(input.instanceId ?? input.instanceIds?.[0]),
    name: input.name,
    templateId: input.templateId,
    networkVolumeId: input.networkVolumeId,
    dataCenterIds: splitList(input.dataCenterId),
    cloudType: cloudType === "ALL" ? "SECURE" : cloudType,
    computeType: input.computeType,
    gpuTypeIds: gpuTypeIdList ?? (gpuTypeId ? [gpuTypeId] : undefined),
    gpuCount: input.gpuCount,
    ...terms,
  });
  return podNode(state, createPod(state, body));
}

/** The id of an instance consists of flavor, vCPUs and GB of memory, such as `cpu3g-2-8`. */
function cpuFields(instanceId: string | null | undefined) {
  const [flavor, vcpus] = instanceId?.split("-") ?? [];
  if (!flavor || !vcpus) return {};
  return { cpuFlavorIds: [flavor], vcpuCount: Number(vcpus) };
}

function resumePod(state: AccountState, { podId, gpuCount }: PodResumeInput) {
  return podNode(state, startPod(state, podId, gpuCount ?? undefined));
}
