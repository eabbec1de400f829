import type { PodCreateInput } from "../../generated/rest/resources.js";
import type { Client } from "../client.js";
import { ResponseError } from "../errors.js";
import type { CallOptions } from "../options.js";
import { withResponse } from "../with-response.js";
import { readPodState, type PodState } from "./pod-state.js";

/** One create that a rent may send. */
export interface PodCreate {
  /** The GPU type of the create; undefined where the create carries a whole ranking, or none. */
  readonly gpuTypeId: string | undefined;
  readonly send: (options: CallOptions) => Promise<PodState>;
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
  readonly rename: (
    id: string,
    name: string,
    options: CallOptions,
  ) => Promise<void>;
  /** The time on the clock of the service, in milliseconds since 1970. */
  readonly readTime: (options: CallOptions) => Promise<number>;
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
    rename: async (id, name, options) => {
      await pods.update(id, { name }, options);
    },
    // No Pod has this name: the response is short.
    readTime: ({ signal }) =>
      readTimeOf((options) =>
        pods.list({ name: "rent-none" }, { ...options, signal }),
      ),
  };
}

/** The time of the service when it answered a call; that of this machine if the response has no time. */
export async function readTimeOf(
  call: (options: CallOptions) => Promise<unknown>,
): Promise<number> {
  const { response } = await withResponse(call);
  const time = Date.parse(response?.headers.get("date") ?? "");
  return Number.isNaN(time) ? Date.now() : time;
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
