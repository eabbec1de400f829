import type {
  EndpointInput,
  PodResumeInput,
  PodStopInput,
  PodTerminateInput,
  SaveTemplateInput,
} from "cloud-compute-sdk";
import {
  findById,
  findByName,
  type AccountState,
} from "../state/account-state.js";
import { given } from "../given.js";
import { createCluster, deleteCluster } from "../resources/clusters.js";
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
} from "../machines/network-volumes.js";
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
import type { Cluster } from "../state/records.js";
import { Refusal } from "../refusals/refusal.js";
import { validBody } from "../requests/validate-request.js";
import {
  containerFields,
  endpointInput,
  podInput,
  templateExtras,
  type ContainerInput,
  type DeployInput,
} from "./inputs.js";
import {
  clusterNode,
  endpointNode,
  flashAuthNode,
  podNode,
  secretNode,
  templateNode,
  volumeNode,
} from "./nodes.js";
import { accountNode } from "./queries.js";
import {
  withInput,
  withKey,
  type Context,
  type InputArgs,
} from "./resolver.js";
import { notEmulated } from "./not-emulated.js";

// Inputs of mutations that no shipped document calls, so that no types are generated for them.

type EditInput = ContainerInput & {
  readonly podId: string;
  readonly port?: number | null;
};
type ClusterInput = Omit<DeployInput, "name"> & {
  readonly clusterName?: string | null;
  readonly type?: Cluster["type"] | null;
  readonly gpuTypeId: string;
  readonly gpuCountPerPod: number;
  readonly podCount: number;
};
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
    deployPod(state, input),
  ),
  podRentInterruptable: withInput((state, input: DeployInput) =>
    deployPod(state, input, { interruptible: true }),
  ),
  deployCpuPod: withInput((state, input: DeployInput) =>
    deployPod(state, input, { computeType: "CPU" }),
  ),
  podResume: withInput(resumePod),
  podBidResume: withInput(resumePod),
  podStop: withInput((state, { podId, incrementVersion }: PodStopInput) => {
    const pod = stopPod(state, podId);
    if (incrementVersion) {
      const version = Number(pod.graphql?.["version"] ?? 0) + 1;
      pod.graphql = { ...pod.graphql, version };
    }
    return podNode(state, pod);
  }),
  podTerminate: withInput((state, { podId }: PodTerminateInput) => {
    if (!state.pods.has(podId)) throw new Refusal("noPodToTerminate");
    deletePod(state, podId);
    return null;
  }),
  podEditJob: withInput((state, { podId, port, ...input }: EditInput) => {
    const body = validBody("PATCH /pods/{podId}", containerFields(input));
    const pod = updatePod(state, podId, body);
    pod.graphql = { ...pod.graphql, ...given({ port }) };
    return podNode(state, pod);
  }),

  createCluster: withInput((state, input: ClusterInput) => {
    const { clusterName, type, gpuTypeId, gpuCountPerPod, podCount } = input;
    const { body, extras } = podInput(state, {
      ...input,
      gpuCount: gpuCountPerPod,
    });
    if (podCount < 2)
      throw new Refusal(
        "brokenRule",
        `podCount must be at least 2 (it was ${podCount})`,
      );
    const cluster = {
      name: clusterName || "my cluster",
      type: type ?? "TRAINING",
      compute: { gpuTypeId, gpuCountPerPod, podCount },
    };
    return clusterNode(state, createCluster(state, cluster, body, extras));
  }),
  deleteCluster: withInput((state, { id }: { readonly id: string }) => {
    if (!state.clusters.has(id)) throw new Refusal("noClusterToDelete");
    deleteCluster(state, id);
    return null;
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
    const extras = templateExtras(input);
    const template = id
      ? updateTemplate(state, id, body, extras)
      : createTemplate(state, body, extras);
    return templateNode(state, template);
  }),
  deleteTemplate: withKey(
    (state, { templateName }: { readonly templateName: string }) => {
      const template = findByName(state.templates, templateName);
      if (!template)
        throw new Refusal("unknownId", { kind: "template", id: templateName });
      deleteTemplate(state, template.id);
      return null;
    },
  ),

  saveEndpoint: withInput((state, input: EndpointInput) => {
    const { id } = input;
    const before = id ? findById(state.endpoints, "endpoint", id) : undefined;
    const { body, extras } = endpointInput(state, input, before);
    const endpoint = before
      ? replaceEndpoint(state, before.id, body, extras)
      : createEndpoint(state, body, extras);
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
      throw new Refusal("brokenRule", message);
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
    if (!name) throw new Refusal("brokenRule", "name is required");
    const isTaken = [...state.secrets.values()].some(
      (secret) => secret.name === name,
    );
    if (isTaken) throw new Refusal("brokenRule", `name is taken: "${name}"`);
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

  createNetworkVolume: withInput((state, input: VolumeInput) => {
    const body = validBody("POST /networkvolumes", input);
    return volumeNode(state, createNetworkVolume(state, body));
  }),
  updateNetworkVolume: withInput((state, { id, ...input }: VolumeInput) => {
    const body = validBody("PATCH /networkvolumes/{networkVolumeId}", input);
    return volumeNode(state, updateNetworkVolume(state, id ?? "", body));
  }),
  deleteNetworkVolume: withInput((state, { id }: VolumeInput) => {
    if (!state.networkVolumes.has(id ?? ""))
      throw new Refusal("noVolumeToDelete");
    deleteNetworkVolume(state, id ?? "");
    return null;
  }),

  // A guest may begin to sign in. Nobody approves the sign-in: no stranger gets a key.
  createFlashAuthRequest: (_: unknown, { state }: Context) => {
    const id = state.newId();
    const expiresAt = state.clock.now() + FLASH_AUTH_MS;
    state.flashAuthRequests.set(id, expiresAt);
    return flashAuthNode(state, id);
  },
};

/** How long a sign-in through the browser can be approved. */
const FLASH_AUTH_MS = 600_000;

function deployPod(state: AccountState, input: DeployInput, terms?: object) {
  const { body, extras } = podInput(state, input, terms);
  return podNode(state, createPod(state, body, extras));
}

/** A Pod starts as what it is: a GPU Pod with GPUs, a CPU Pod without. */
function resumePod(
  state: AccountState,
  input: PodResumeInput & { readonly bidPerGpu?: number | null },
) {
  const { podId, gpuCount, computeType, bidPerGpu } = input;
  const pod = findById(state.pods, "pod", podId);
  if (computeType && computeType !== pod.computeType)
    throw notEmulated(`a change of computeType to ${computeType}`);
  const bidBefore = pod.bidPerGpu;
  const isChanged =
    (gpuCount ?? pod.gpuCount) !== pod.gpuCount ||
    (bidPerGpu ?? bidBefore) !== bidBefore;
  if (pod.desiredStatus === "RUNNING" && isChanged)
    throw notEmulated("a change of gpuCount or bidPerGpu of a Pod that runs");
  pod.bidPerGpu = bidPerGpu ?? bidBefore;
  try {
    return podNode(state, startPod(state, podId, gpuCount ?? undefined));
  } catch (error) {
    pod.bidPerGpu = bidBefore;
    throw error;
  }
}
