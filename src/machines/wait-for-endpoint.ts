import type { Client } from "../client.js";
import type { CallOptions } from "../options.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { checkClient } from "../check-members.js";
import { check, checkOptions, checkWhole } from "../checks.js";
import { CloudComputeError } from "../errors.js";
import { segment } from "../http/url.js";
import type { EndpointHealth } from "../../generated/jobs/resources.js";
import { GONE_AFTER_MS, isNotFound } from "../jobs/absence.js";
import { VISIBILITY_DELAY_MS } from "./end-pod.js";
import {
  readWorkersMax,
  type EndpointSettingsClient,
} from "./endpoint-settings.js";
import { pollUntil, type PollOptions } from "./poll.js";

/** How to wait for an endpoint. */
export interface WaitForEndpointOptions extends PollOptions {
  /**
   * How many workers must be up: idle, or with a job in hand.
   * @default 1
   */
  readonly workers?: number | undefined;
}

/** The surface that `waitForEndpoint` needs. */
export type EndpointClient = Pick<Client, "model">;

const WAIT_OPTIONS: OptionNames<WaitForEndpointOptions> = {
  signal: true,
  timeout: true,
  outageTimeout: true,
  interval: true,
  workers: true,
};

/**
 * Waits until an endpoint has so many workers that are up, and resolves with the health of the endpoint. Above its least
 * number of workers (`workers.min`, in 0.1.0 `workersMin`), an endpoint starts workers for jobs only: the wait then ends
 * when jobs bring them up.
 *
 * The health of an endpoint counts a worker whose image crashes again and again as ready. Where the client has version 2, the
 * wait also reads `v2.serverless.listWorkers`, and does not end with workers that are unhealthy there. Elsewhere, or where
 * that list cannot be read, a resolved wait does not prove that the image works.
 *
 * For 10 seconds the service may not know an endpoint that it has just created. An endpoint that was seen counts as gone when
 * the service itself has not known it for a minute: one 404, or the page of a gateway, proves nothing.
 *
 * @throws InputError if an option is not valid, or `workers` is more than the endpoint may have (`workers.max`, in 0.1.0
 * `workersMax`)
 * @throws TimeoutError at the timeout; the message says what the workers do
 * @throws CloudComputeError with the code `endpoint_not_found` if the service has not known the endpoint for that long
 * @throws ResponseError if the service refuses a poll
 * @throws the reason of the signal on an abort
 *
 * @example
 * ```ts
 * await waitForEndpoint(cloud, endpointId, { workers: 2, timeout: 300_000 });
 * ```
 */
export async function waitForEndpoint(
  cloud: EndpointClient,
  endpointId: string,
  options: WaitForEndpointOptions = {},
): Promise<EndpointHealth> {
  const operation = "waitForEndpoint";
  checkClient(cloud, ["model"], operation);
  segment("endpointId", endpointId, { operation });
  checkOptions(options, { operation });
  checkOptionNames(options, WAIT_OPTIONS, { operation });
  const { workers = 1 } = options;
  checkWhole("workers", workers, 1, { operation });
  check(Number.isSafeInteger(workers), "workers", "is too large", {
    operation,
  });
  const model = cloud.model(endpointId);
  let reason = "the endpoint was not seen";
  const noun = workers === 1 ? "worker" : "workers";
  const goal = `the start of ${workers} ${noun} of endpoint ${endpointId}`;
  const missed = `endpoint ${endpointId} did not have ${workers} ${noun} up`;
  let isMaxChecked = false;
  /** For how long the service must not know the endpoint until the endpoint counts as gone, and since when it has not. */
  let goneAfterMs = VISIBILITY_DELAY_MS;
  let missingSince: number | undefined = performance.now();
  return pollUntil(
    { operation, goal, missed, reason: () => reason },
    options,
    async (call) => {
      const health = await model.health(call).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
        missingSince ??= performance.now();
        if (performance.now() - missingSince >= goneAfterMs)
          throw createUnknownError(endpointId, goneAfterMs, error);
      });
      if (health === undefined) {
        reason = "the service does not know the endpoint";
        return undefined;
      }
      goneAfterMs = GONE_AFTER_MS;
      missingSince = undefined;
      if (countUp(health) >= workers) {
        const unhealthy = await countMissed(cloud, endpointId, workers, call);
        if (unhealthy === 0) return health;
        reason = `workers: ${unhealthy} unhealthy, although the health of the endpoint counts them as ready: the logs of the worker say why`;
        return undefined;
      }
      reason = describeWorkers(health);
      if (!isMaxChecked)
        await checkWorkersMax(cloud, endpointId, workers, call);
      isMaxChecked = true;
      return undefined;
    },
  );
}

/** The client with version 2, as far as this wait reads the workers of an endpoint. */
interface WorkersClient {
  readonly v2?: {
    readonly serverless: {
      listWorkers(
        id: string,
        query: Readonly<Record<string, never>>,
        options: CallOptions,
      ): Promise<{ readonly summary: WorkerSummary }>;
    };
  };
}

interface WorkerSummary {
  readonly idle: number;
  readonly running: number;
  readonly unhealthy: number;
}

/**
 * How many workers are unhealthy, if the others are too few; 0 where version 2 cannot say. The health of an endpoint counts
 * a worker whose image crashes as ready.
 */
async function countMissed(
  { v2 }: EndpointClient & WorkersClient,
  endpointId: string,
  workers: number,
  call: CallOptions,
): Promise<number> {
  if (!v2) return 0;
  const list = await v2.serverless
    .listWorkers(endpointId, {}, call)
    .catch(() => undefined);
  call.signal?.throwIfAborted();
  const { idle = 0, running = 0, unhealthy = 0 } = list?.summary ?? {};
  return idle + running < workers ? unhealthy : 0;
}

/** Throws an `InputError` if the settings of the endpoint permit fewer workers. Settings that cannot be read are ignored. */
async function checkWorkersMax(
  cloud: EndpointClient & Partial<EndpointSettingsClient>,
  endpointId: string,
  workers: number,
  call: CallOptions,
): Promise<void> {
  const { endpoints, v2 } = cloud;
  if (!endpoints) return;
  const read = readWorkersMax(endpoints, v2, endpointId, call);
  const workersMax = await read.catch(() => undefined);
  call.signal?.throwIfAborted();
  const { count, name } = workersMax ?? {};
  check(
    count === undefined || workers <= count,
    "workers",
    `is ${workers}, but the endpoint ${endpointId} may have at most ${count}: set its ${name} to ${workers} or more, or wait for fewer workers`,
    { operation: "waitForEndpoint" },
  );
}

function createUnknownError(
  endpointId: string,
  missingMs: number,
  cause: unknown,
): Error {
  return new CloudComputeError(
    "endpoint_not_found",
    `the service has not known the endpoint ${endpointId} for ${missingMs / 1000} s: check the id, and that the key is of its account`,
    { operation: "waitForEndpoint", route: "GET /v2/{slug}/health", cause },
  );
}

/** How many workers can take jobs, or have one in hand. */
function countUp({ workers = {} }: EndpointHealth): number {
  const { idle = 0, ready = 0, running = 0 } = workers;
  return Math.max(ready, idle + running);
}

/** What the workers of an endpoint do, in words. */
function describeWorkers({ workers = {}, jobs = {} }: EndpointHealth): string {
  const { initializing = 0, throttled = 0, unhealthy = 0 } = workers;
  const { inQueue = 0, inProgress = 0 } = jobs;
  const parts = [`${countUp({ workers })} up`];
  if (initializing > 0) parts.push(`${initializing} starting`);
  if (throttled > 0) parts.push(`${throttled} throttled: no machine is free`);
  if (unhealthy > 0)
    parts.push(`${unhealthy} unhealthy: the logs of the worker say why`);
  const isAsleep =
    initializing +
      throttled +
      unhealthy +
      inQueue +
      inProgress +
      countUp({ workers }) ===
    0;
  const hint = isAsleep
    ? "; there are no jobs, and an endpoint whose minimum is 0 starts workers only for jobs"
    : "";
  return `workers: ${parts.join(", ")}${hint}`;
}
