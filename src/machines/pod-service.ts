import type { PodCreateInput } from "../../generated/rest/resources.js";
import type { Client } from "../client.js";
import { ResponseError } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { Candidate } from "./candidate.js";
import { readClocksOf, type Clocks } from "./clocks.js";
import { readPodState, type PodState } from "./pod-state.js";

/** One create that a rent may send. */
export interface PodCreate {
  /** The GPU type of the create; undefined where the create carries a whole ranking, or none. */
  readonly gpuTypeId: string | undefined;
  /** The candidate that the create is for; undefined without `capacity`. */
  readonly candidate?: Candidate;
  readonly send: (options: CallOptions) => Promise<PodState>;
}

/** The members of a Pod that carry the mark of a rent. */
export interface PodChanges {
  readonly name?: string;
  /** The environment variables, which replace those of the Pod. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The calls that rents, waits and sweeps need of one version of the management API. */
export interface PodService {
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

/** The Pods of the management API 0.1.0. */
export function createPodServiceV1({ pods }: PodClient): PodService {
  return {
    list: async (options) => (await pods.list({}, options)).map(readPodState),
    find: async (id, options) => {
      try {
        return readPodState(await pods.get(id, {}, options));
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    delete: (id, options) => pods.delete(id, options),
    stop: (id, options) => pods.stop(id, options),
    update: async (id, changes, options) => {
      await pods.update(id, changes, options);
    },
    // No Pod has this name: the response is short.
    readClocks: ({ signal }) =>
      readClocksOf((options) =>
        pods.list({ name: "rent-none" }, { ...options, signal }),
      ),
  };
}

/** One create of the management API 0.1.0 for each candidate. */
export function planCandidates(
  { pods }: PodClient,
  input: PodCreateInput,
  candidates: readonly Candidate[],
): readonly PodCreate[] {
  return candidates.map((candidate) => {
    const { gpuTypeId, gpuCount, cloudType, dataCenterId } = candidate;
    const body: Record<string, unknown> = {
      ...input,
      gpuTypeIds: [gpuTypeId],
      gpuCount,
      cloudType,
      dataCenterIds: dataCenterId === undefined ? undefined : [dataCenterId],
    };
    return {
      gpuTypeId,
      candidate,
      send: async (options) => readPodState(await pods.create(body, options)),
    };
  });
}

/** The one create for the management API 0.1.0, which takes the whole ranking of GPU types. */
export function planCreates(
  { pods }: PodClient,
  input: PodCreateInput,
): readonly PodCreate[] {
  const { gpuTypeIds = [], gpuTypePriority = "custom" } = input;
  const body: PodCreateInput =
    gpuTypeIds.length > 1 ? { ...input, gpuTypePriority } : input;
  return [
    {
      gpuTypeId: gpuTypeIds.length === 1 ? gpuTypeIds[0] : undefined,
      send: async (options) => readPodState(await pods.create(body, options)),
    },
  ];
}

/** Whether the service says that it does not know what was asked for. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ResponseError && error.status === 404;
}
