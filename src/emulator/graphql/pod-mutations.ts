import {
  containerFields,
  splitList,
  type ContainerInput,
  type Maybe,
} from "../resources/inputs.js";
import { podNode } from "./pod-node.js";
import {
  createPod,
  deletePod,
  startPod,
  stopPod,
  updatePod,
} from "../resources/pods.js";
import { withInput } from "./require-key.js";
import type { Schemas } from "../resources/records.js";
import type { State } from "../resources/state.js";
import { checkedBody } from "../server/validate.js";

type DeployInput = ContainerInput &
  Maybe<{
    templateId: string;
    networkVolumeId: string;
    dataCenterId: string;
    cloudType: "SECURE" | "COMMUNITY" | "ALL";
    computeType: "GPU" | "CPU";
    gpuTypeId: string;
    gpuTypeIdList: readonly string[];
    gpuCount: number;
    instanceId: string;
    instanceIds: readonly string[];
  }>;

interface OfPod {
  readonly podId: string;
}

type Resume = OfPod & Maybe<{ gpuCount: number }>;

/** What answers the mutations of Pods: the acts of the REST API under other names. */
export const podMutations = {
  podFindAndDeployOnDemand: withInput((state, input: DeployInput) =>
    deploy(state, input, {}),
  ),
  podRentInterruptable: withInput((state, input: DeployInput) =>
    deploy(state, input, { interruptible: true }),
  ),
  deployCpuPod: withInput((state, input: DeployInput) =>
    deploy(state, input, { computeType: "CPU" }),
  ),

  podResume: withInput(resume),
  podBidResume: withInput(resume),
  podStop: withInput((state, input: OfPod) =>
    podNode(state, stopPod(state, input.podId)),
  ),
  podTerminate: withInput((state, input: OfPod) => {
    deletePod(state, input.podId);
    return null;
  }),
  podEditJob: withInput((state, input: OfPod & ContainerInput) => {
    const changes = checkedBody("PATCH /pods/{podId}", containerFields(input));
    return podNode(
      state,
      updatePod(state, input.podId, changes as Schemas["PodUpdateInput"]),
    );
  }),
};

function deploy(state: State, input: DeployInput, terms: object) {
  const fields = {
    ...containerFields(input),
    ...cpuFields(input.instanceId ?? input.instanceIds?.[0]),
    name: input.name,
    templateId: input.templateId,
    networkVolumeId: input.networkVolumeId,
    dataCenterIds: splitList(input.dataCenterId),
    cloudType: input.cloudType === "ALL" ? "SECURE" : input.cloudType,
    computeType: input.computeType,
    gpuTypeIds:
      input.gpuTypeIdList ?? (input.gpuTypeId ? [input.gpuTypeId] : undefined),
    gpuCount: input.gpuCount,
  };
  const body = checkedBody("POST /pods", { ...fields, ...terms });
  return podNode(state, createPod(state, body as Schemas["PodCreateInput"]));
}

/** An instance is named by flavor, vCPUs and GB of memory, such as `cpu3g-2-8`. */
function cpuFields(instanceId: string | undefined) {
  const [flavor, vcpus] = instanceId?.split("-") ?? [];
  return flavor && vcpus
    ? { cpuFlavorIds: [flavor], vcpuCount: Number(vcpus) }
    : {};
}

function resume(state: State, input: Resume) {
  return podNode(
    state,
    startPod(state, input.podId, input.gpuCount ?? undefined),
  );
}
