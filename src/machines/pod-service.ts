import type { Client } from "../client.js";
import { ConnectionError } from "../errors.js";
import { isNotFound } from "../jobs/absence.js";
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
  /** How a program calls these functions: `cloud.pods`. */
  readonly name: "cloud.pods" | "cloud.v2.pods";
  /** All Pods of the account. */
  readonly list: (options: CallOptions) => Promise<readonly PodState[]>;
  /** One Pod; undefined if the service does not know it. */
  readonly find: (
    id: string,
    options: CallOptions,
  ) => Promise<PodState | undefined>;
  readonly delete: (id: string, options: CallOptions) => Promise<void>;
  readonly stop: (id: string, options: CallOptions) => Promise<void>;
  readonly update: (
    id: string,
    changes: PodChanges,
    options: CallOptions,
  ) => Promise<void>;
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
    name: "cloud.pods",
    list: async (options) => (await pods.list({}, options)).map(readPodState),
    find: async (id, options) => {
      // The machine has the data center.
      const query = { includeMachine: true };
      const pod = await orUndefined(pods.get(id, query, options));
      return pod && requireId(id, readPodState(pod));
    },
    delete: (id, options) => pods.delete(id, {}, options),
    stop: (id, options) => pods.stop(id, {}, options),
    update: async (id, changes, options) => {
      await pods.update(id, changes, {}, options);
    },
    // No Pod has this name: the response is short.
    readClocks: ({ signal }) =>
      readClocksOf((options) =>
        pods.list({ name: "rent-none" }, { ...options, signal }),
      ),
  };
}

function createPodServiceV2({ pods }: PodClientV2): PodService {
  return {
    name: "cloud.v2.pods",
    list: async (options) => {
      const all: PodState[] = [];
      for await (const pod of pods.list({}, options))
        all.push(readPodStateV2(pod));
      return all;
    },
    find: async (id, options) => {
      const pod = await orUndefined(pods.get(id, {}, options));
      return pod && requireId(id, readPodStateV2(pod));
    },
    delete: (id, options) => pods.delete(id, {}, options),
    stop: async (id, options) => {
      await pods.action(id, { action: "stop" }, {}, options);
    },
    update: async (id, changes, options) => {
      await pods.update(id, changes, {}, options);
    },
    readClocks: ({ signal }) =>
      readClocksOf((options) =>
        pods.list({ limit: 1 }, { ...options, signal }),
      ),
  };
}

/** What was asked for; undefined if the service does not know it. */
async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Throws if another Pod was shown than the one that was asked for, as a cache may do. */
function requireId(id: string, pod: PodState): PodState {
  if (pod.id === id) return pod;
  throw new ConnectionError(
    `the answer shows Pod ${pod.id}, and Pod ${id} was asked for`,
    { operation: "pods.get", route: "GET /pods/{podId}" },
  );
}
