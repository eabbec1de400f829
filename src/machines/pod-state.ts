import type { Pod } from "../../generated/rest/resources.js";
import { phaseOf } from "../pod-status.js";
import type { PodV2 } from "./client-v2.js";

/** A Pod, as the service showed it last. */
export interface PodState {
  readonly id: string;
  readonly name: string;
  /** The environment variables; undefined where the service leaves them out. */
  readonly env: Readonly<Record<string, string>> | undefined;
  /** The status that the service works towards, such as `RUNNING` or `EXITED`. */
  readonly status: string;
  /** Whether the Pod has a machine. */
  readonly hasMachine: boolean;
  /** The address at which the mapped TCP ports answer; undefined until the container is up. */
  readonly publicIp: string | undefined;
  /** The public port for each TCP port of the container. */
  readonly portMappings: Readonly<Record<string, number>>;
  /** The ports that are open to outside traffic, such as `8888/http`; undefined where the service leaves them out. */
  readonly ports: readonly string[] | undefined;
  /** The price in the currency of the account for each hour; undefined where the service leaves the price out. */
  readonly costPerHr: number | undefined;
  /** The GPU type; undefined for a CPU Pod, and where the service leaves the type out. */
  readonly gpuTypeId: string | undefined;
  /** The data center; undefined where the service leaves the data center out, as before a machine is found. */
  readonly dataCenterId: string | undefined;
  /** What the service says of the last change of the status. */
  readonly lastStatusChange: string | undefined;
}

/** Reads a Pod of the management API 0.1.0. The service may leave out what it promises. */
export function readPodState(pod: Partial<Pod> & Pick<Pod, "id">): PodState {
  const { costPerHr, adjustedCostPerHr, publicIp, gpu, machine } = pod;
  const price = costPerHr ?? adjustedCostPerHr;
  return {
    id: pod.id,
    name: pod.name ?? "",
    env: pod.env,
    status: pod.desiredStatus ?? "",
    // The service leaves members out at will: a missing member says nothing.
    hasMachine: pod.machineId !== "",
    publicIp: publicIp === null || publicIp === "" ? undefined : publicIp,
    portMappings: pod.portMappings ?? {},
    ports: pod.ports,
    costPerHr: price !== undefined && price > 0 ? price : undefined,
    gpuTypeId: gpu?.id ?? machine?.gpuTypeId,
    dataCenterId: machine?.dataCenterId,
    lastStatusChange: pod.lastStatusChange,
  };
}

/** Reads a Pod of version 2. */
export function readPodStateV2(pod: PodV2): PodState {
  const { cost, runtime, env, ports, gpu, dataCenterId, status = "" } = pod;
  const mapped = (runtime?.ports ?? []).filter(
    (port) => port.type === "tcp" && port.public && port.private,
  );
  const [first] = mapped;
  return {
    id: pod.id,
    name: pod.name ?? "",
    env,
    status,
    hasMachine: status !== "PROVISIONING",
    publicIp: first?.ip ?? undefined,
    portMappings: Object.fromEntries(
      mapped.map((port) => [port.private ?? 0, port.public ?? 0]),
    ),
    ports,
    costPerHr: cost !== undefined && cost > 0 ? cost : undefined,
    gpuTypeId: gpu?.id,
    dataCenterId: dataCenterId ?? undefined,
    lastStatusChange: status,
  };
}

/** Whether the Pod is gone for good. */
export function isTerminated(pod: PodState | undefined): boolean {
  return pod === undefined || phaseOf(pod.status) === "deleted";
}

/** Whether the Pod runs no container, and charges for none. */
export function isStopped(pod: PodState | undefined): boolean {
  return isTerminated(pod) || phaseOf(pod?.status) === "stopped";
}
