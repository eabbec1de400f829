import type { Client } from "../client.js";
import { ConnectionError } from "../errors.js";
import { isNotFound } from "../http/refusals.js";
import type { CallOptions } from "../options.js";
import { isVersion2, type PodClientV2 } from "./client-v2.js";
import { readClocksOf, type Clocks } from "./clocks.js";
import { readPodState, readPodStateV2, type PodState } from "./pod-state.js";

/** The members of a Pod that carry the tag of a rental. */
export interface PodChanges {
  readonly name?: string;
  /** The environment variables, which replace those of the Pod. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The calls that rentals, waits and sweeps need of one version of the management API. */
export interface PodService {
  /** All Pods of the account. */
  readonly list: (options: CallOptions) => Promise<readonly PodState[]>;
  /** One Pod; undefined if the service does not know it. */
  readonly find: (
    id: string,
    options: CallOptions,
  ) => Promise<PodState | undefined>;
  readonly delete: (id: string, options: CallOptions) => Promise<unknown>;
  readonly stop: (id: string, options: CallOptions) => Promise<unknown>;
  readonly update: (
    id: string,
    changes: PodChanges,
    options: CallOptions,
  ) => Promise<unknown>;
  readonly readClocks: (options: CallOptions) => Promise<Clocks>;
}

/** The surfaces of a client that the Pods of the management API 0.1.0 need. */
export type PodClient = Pick<Client, "pods">;

/** The Pods of the version that a client speaks: `cloud` itself for 0.1.0, `cloud.v2` for version 2. */
export function createPodService(cloud: PodClient | PodClientV2): PodService {
  return isVersion2(cloud)
    ? createPodServiceV2(cloud)
    : createPodServiceV1(cloud);
}

function createPodServiceV1({ pods }: PodClient): PodService {
  return {
    list: async (options) => (await pods.list({}, options)).map(readPodState),
    find: (id, options) => {
      // The machine has the data center.
      const query = { includeMachine: true };
      return findPod(id, pods.get(id, query, options).then(readPodState));
    },
    delete: (id, options) => pods.delete(id, {}, options),
    stop: (id, options) => pods.stop(id, {}, options),
    update: (id, changes, options) => pods.update(id, changes, {}, options),
    // No Pod has this name: the response is short.
    readClocks: ({ signal }) =>
      readClocksOf((options) =>
        pods.list({ name: "rent-none" }, { ...options, signal }),
      ),
  };
}

function createPodServiceV2({ pods }: PodClientV2): PodService {
  return {
    list: async (options) => {
      const all: PodState[] = [];
      for await (const pod of pods.list({}, options))
        all.push(readPodStateV2(pod));
      return all;
    },
    find: (id, options) =>
      findPod(id, pods.get(id, {}, options).then(readPodStateV2)),
    delete: (id, options) => pods.delete(id, {}, options),
    stop: (id, options) => pods.action(id, { action: "stop" }, {}, options),
    update: (id, changes, options) => pods.update(id, changes, {}, options),
    readClocks: ({ signal }) =>
      readClocksOf((options) =>
        pods.list({ limit: 1 }, { ...options, signal }),
      ),
  };
}

/** The Pod of a read; undefined if the service does not know it. Throws if the service shows another Pod, as a cache may do. */
async function findPod(
  id: string,
  reading: Promise<PodState>,
): Promise<PodState | undefined> {
  const pod = await reading.catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
  if (!pod || pod.id === id) return pod ?? undefined;
  throw new ConnectionError(
    `the answer shows Pod ${pod.id}, and Pod ${id} was asked for`,
    { operation: "pods.get", route: "GET /pods/{podId}" },
  );
}
