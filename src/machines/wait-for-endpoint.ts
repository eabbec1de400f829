import type { Client } from "../client.js";
import { checkClient } from "../check-members.js";
import {
  check,
  checkOptions,
  checkWhole,
  type OptionNames,
} from "../checks.js";
import { CloudComputeError } from "../errors.js";
import { segment } from "../http/url.js";
import type { EndpointHealth } from "../../generated/jobs/resources.js";
import { isNotFound } from "../http/refusals.js";
import type { CallBounds } from "./call-bounds.js";
import {
  countWorkers,
  readEndpointSettings,
  type EndpointSettingsClient,
} from "./endpoint-settings.js";
import { POLL_OPTIONS, pollUntil, Presence, type PollOptions } from "./poll.js";

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
  ...POLL_OPTIONS,
  workers: true,
};

/** How long the list of workers may take before the health of the endpoint alone counts. */
const WORKER_LIST_TIMEOUT_MS = 3000;

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
 * @throws ConnectionError or ResponseError if the polls had no usable answer for `outageTimeout`, as the last of them failed
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
  checkOptions(options, WAIT_OPTIONS, { operation });
  const { workers = 1 } = options;
  checkWhole("workers", workers, 1, { operation });
  const model = cloud.model(endpointId);
  let reason = "the endpoint was not seen";
  const noun = workers === 1 ? "worker" : "workers";
  const missed = `endpoint ${endpointId} did not have ${workers} ${noun} up`;
  let isMaxChecked = false;
  const presence = new Presence();
  return pollUntil(
    { operation, missed, reason: () => reason },
    options,
    async (bounds) => {
      const health = await model.health(bounds()).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
        if (presence.noteMissing())
          throw createUnknownError(endpointId, presence.goneAfterMs, error);
      });
      if (health === undefined) {
        reason = "the service does not know the endpoint";
        return undefined;
      }
      presence.noteFound();
      if (countWorkers(health).up >= workers) {
        const unhealthy = await countMissed(cloud, endpointId, workers, bounds);
        if (unhealthy === 0) return health;
        reason = `${unhealthy} unhealthy, which the health of the endpoint counts as ready: see the logs of the worker`;
        return undefined;
      }
      reason = describeWorkers(health);
      if (!isMaxChecked)
        await checkWorkersMax(cloud, endpointId, workers, bounds);
      isMaxChecked = true;
      return undefined;
    },
  );
}

/**
 * How many workers are unhealthy, if the others are too few; 0 where version 2 cannot say. The health of an endpoint counts
 * a worker whose image crashes as ready.
 */
async function countMissed(
  { v2 }: EndpointClient & Partial<EndpointSettingsClient>,
  endpointId: string,
  workers: number,
  bounds: CallBounds,
): Promise<number> {
  if (!v2) return 0;
  const call = bounds(WORKER_LIST_TIMEOUT_MS);
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
  bounds: CallBounds,
): Promise<void> {
  const { endpoints, graphql, v2 } = cloud;
  if (!endpoints || !graphql) return;
  const client = { endpoints, graphql, v2 };
  const read = readEndpointSettings(client, endpointId, bounds);
  const settings = await read.catch(() => undefined);
  bounds().signal?.throwIfAborted();
  const { workersMax, workersMaxName } = settings ?? {};
  check(
    workersMax === undefined || workers <= workersMax,
    "workers",
    `is ${workers}, but the endpoint ${endpointId} may have at most ${workersMax}: set its ${workersMaxName} to ${workers} or more, or wait for fewer workers`,
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

/** What the workers of an endpoint do, in words. */
function describeWorkers(health: EndpointHealth): string {
  const { up, initializing, throttled, unhealthy } = countWorkers(health);
  const { inQueue = 0, inProgress = 0 } = health.jobs ?? {};
  const parts = [`${up} up`];
  if (initializing > 0) parts.push(`${initializing} starting`);
  if (throttled > 0) parts.push(`${throttled} throttled (no machine is free)`);
  if (unhealthy > 0)
    parts.push(`${unhealthy} unhealthy (see the logs of the worker)`);
  const isStarting = initializing + throttled + unhealthy > 0;
  const hasJobs = inQueue + inProgress > 0;
  const hint =
    "; without jobs, an endpoint starts no more than its least number of workers: raise workers.min (workersMin in version 0.1.0), or submit jobs";
  return parts.join(", ") + (isStarting || hasJobs ? "" : hint);
}
