import { check } from "../checks.js";
import type { CallOptions } from "../options.js";
import type {
  PodBodyV2,
  PodClientV2,
  PodV2,
  RentInputV2,
  StockClientV2,
} from "./client-v2.js";
import type { Candidate } from "./candidate.js";
import { readClocksOf } from "./clocks.js";
import { isNotFound, type PodCreate, type PodService } from "./pod-service.js";
import type { PodState } from "./pod-state.js";

/** Whether a client is `cloud.v2`. */
export function isVersion2<Cloud extends object>(
  cloud: Cloud,
): cloud is Extract<Cloud, StockClientV2> {
  // The members of `cloud.v2` are created when they are first read, so `in` does not find them.
  return Reflect.get(cloud, "catalog") !== undefined;
}

/** The Pods of version 2. */
export function createPodServiceV2({ pods }: PodClientV2): PodService {
  return {
    list: async (options) => {
      const all: PodState[] = [];
      for await (const pod of pods.list({}, options))
        all.push(readPodStateV2(pod));
      return all;
    },
    find: async (id, options) => {
      try {
        return readPodStateV2(await pods.get(id, {}, options));
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    delete: (id, options) => pods.delete(id, options),
    stop: async (id, options) => {
      await pods.action(id, { action: "stop" }, options);
    },
    update: async (id, changes, options) => {
      await pods.update(id, changes, options);
    },
    readClocks: ({ signal }) =>
      readClocksOf((options) =>
        pods.list({ limit: 1 }, { ...options, signal }),
      ),
  };
}

/** Refuses a ranking that names no GPU type. */
export function checkGpuIds({ gpu }: RentInputV2): void {
  if (gpu === undefined) return;
  const ids: readonly unknown[] = [gpu.id].flat();
  check(
    ids.length > 0 && ids.every((id) => typeof id === "string" && id !== ""),
    "gpu",
    "must have the id of a GPU type, or a list of at least one",
    { operation: "rentPod" },
  );
}

/** One create for each GPU type: a create of version 2 names one. */
export function planCreatesV2(
  { pods }: PodClientV2,
  input: RentInputV2 & { readonly name: string },
): readonly PodCreate[] {
  const { gpu, ...body } = input;
  const send = (body: object) => async (options: CallOptions) =>
    readPodStateV2(await pods.create(body as PodBodyV2, options));
  if (gpu === undefined) return [{ gpuTypeId: undefined, send: send(body) }];
  return [gpu.id].flat().map((id) => ({
    gpuTypeId: id,
    send: send({ ...body, gpu: { ...gpu, id } }),
  }));
}

/** One create of version 2 for each candidate. */
export function planCandidatesV2(
  { pods }: PodClientV2,
  input: RentInputV2 & { readonly name: string },
  candidates: readonly Candidate[],
): readonly PodCreate[] {
  return candidates.map((candidate) => {
    const { gpuTypeId, gpuCount, cloudType, dataCenterId } = candidate;
    const body: PodBodyV2 = {
      ...input,
      gpu: { ...input.gpu, id: gpuTypeId, count: gpuCount },
      cloud: cloudType,
      dataCenterIds: dataCenterId === undefined ? undefined : [dataCenterId],
    };
    return {
      gpuTypeId,
      candidate,
      send: async (options) => readPodStateV2(await pods.create(body, options)),
    };
  });
}

/** The highest price for each hour that one of the creates could charge; undefined where the catalogue names none. */
export async function findHighestPriceV2(
  { catalog }: PodClientV2,
  { gpu, cloud = "SECURE" }: RentInputV2,
  options: CallOptions,
): Promise<number | undefined> {
  if (!gpu) return undefined;
  const types = await catalog.listGpuTypes({}, options);
  let highest = 0;
  for (const id of [gpu.id].flat()) {
    const price = types.find((type) => type.id === id)?.price;
    const perGpu = cloud === "SECURE" ? price?.secure : price?.community;
    if (perGpu === undefined) return undefined;
    highest = Math.max(highest, perGpu * (gpu.count ?? 1));
  }
  return highest;
}

function readPodStateV2(pod: PodV2): PodState {
  const { cost, runtime, env, ports, status = "" } = pod;
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
    lastStatusChange: status,
  };
}
