import { JobError } from "../errors.js";
import { isFinal } from "./state.js";

/**
 * The route that holds its response until the job has ended, or until `wait` milliseconds are over. No document of the
 * service names the route; the official JavaScript client uses it for every job.
 */
export const LONG_POLL_CALL = {
  operation: "job.status",
  route: "GET /v2/{slug}/status-sync/{jobId}",
} as const;

/** How long a response is held: less than the 100 s after which the edge in front of the service gives up. */
const HOLD_MS = 90_000;
/** How long the first response of an endpoint is held. Meanwhile the wait polls as if nothing was held. */
const TRIAL_MS = 1000;
const MIN_HOLD_MS = 1000;
/** How much later than it should a held response may come. */
const OVERDUE_MS = 5000;
/** An endpoint that has not held the response to a trial is tried again this much later. */
const NEXT_TRIAL_MS = 600_000;
/** How many responses one client lets the service hold at once: each needs a connection of its own. */
const MAX_LONG_POLLS = 250;
/** Above this number, only jobs that were seen running are held. */
const MAX_QUEUED_LONG_POLLS = 150;

/** What is known of one endpoint. */
interface Endpoint {
  /** Whether the endpoint has held a response. */
  holds: boolean;
  nextTrialAt: number;
  isReported: boolean;
}

/** Sends a request whose response is held for so many milliseconds. */
type RequestLongPoll<State> = (
  waitMs: number,
  timeoutMs: number,
  signal: AbortSignal,
) => Promise<State>;

/**
 * Which endpoints hold the response to a status request until the job has ended. A trial finds that out: one request, beside
 * which the wait polls. Where nothing is held, waits poll.
 */
export class LongPolls {
  readonly #isEnabled: boolean;
  readonly #log: (note: string) => void;
  readonly #endpoints = new Map<string, Endpoint>();
  #inFlight = 0;

  constructor(isEnabled: boolean, log: (note: string) => void) {
    this.#isEnabled = isEnabled;
    this.#log = log;
  }

  /**
   * Sends a request to be held, if the endpoint may hold it and not too many are held already.
   *
   * @param longestMs the longest time that the response may be held, in milliseconds
   * @param isRunning whether the job was seen running
   */
  begin<State extends { readonly status?: unknown }>(
    slug: string,
    longestMs: number,
    isRunning: boolean,
    request: RequestLongPoll<State>,
  ): LongPoll<State> | undefined {
    const maxHeld = isRunning ? MAX_LONG_POLLS : MAX_QUEUED_LONG_POLLS;
    if (!this.#isEnabled || longestMs < MIN_HOLD_MS) return undefined;
    if (this.#inFlight >= maxHeld) return undefined;
    const endpoint = this.#endpointOf(slug);
    const begunAt = performance.now();
    const isTrial = !endpoint.holds;
    if (isTrial && begunAt < endpoint.nextTrialAt) return undefined;
    if (isTrial) endpoint.nextTrialAt = begunAt + NEXT_TRIAL_MS;
    const maxMs = isTrial ? TRIAL_MS : HOLD_MS;
    const waitMs = Math.floor(Math.min(maxMs, longestMs));
    const controller = new AbortController();
    const { signal } = controller;
    this.#inFlight++;
    const settled = request(waitMs, waitMs + OVERDUE_MS, signal).then(
      (state) => {
        // A timer of the service may end a little early.
        const isHeldToEnd = performance.now() - begunAt >= waitMs * 0.9;
        this.#learn(slug, isTrial, isHeldToEnd || isFinal(state.status));
        return { state };
      },
      (error: unknown) => {
        // The job has ended, with an output that its contract refuses.
        const isEnd = error instanceof JobError;
        if (!signal.aborted) this.#learn(slug, isTrial, isEnd);
        return { state: undefined };
      },
    );
    return {
      isTrial,
      settled: settled.finally(() => this.#inFlight--),
      abort: (hasJobEnded) => {
        // The caller has given up, which says nothing of the endpoint.
        if (isTrial && !hasJobEnded) endpoint.nextTrialAt = 0;
        controller.abort();
      },
    };
  }

  #endpointOf(slug: string): Endpoint {
    const known = this.#endpoints.get(slug);
    if (known) return known;
    const endpoint = { holds: false, nextTrialAt: 0, isReported: false };
    this.#endpoints.set(slug, endpoint);
    return endpoint;
  }

  /** Learns from a response, or from its failure, whether the endpoint holds responses. */
  #learn(slug: string, isTrial: boolean, wasHeld: boolean): void {
    const endpoint = this.#endpointOf(slug);
    // The failure may have concerned the job only: another trial shows whether the route is gone.
    if (endpoint.holds && !wasHeld) endpoint.nextTrialAt = 0;
    endpoint.holds = wasHeld;
    if (wasHeld || !isTrial || endpoint.isReported) return;
    endpoint.isReported = true;
    this.#log(
      `cloud-compute-sdk: waits for jobs of ${slug} poll, because the response to ${LONG_POLL_CALL.route} was not held; \`longPolling: false\` does not try it`,
    );
  }
}

/** One request whose response the service is asked to hold. */
export interface LongPoll<State> {
  /** Whether nobody knows yet that the endpoint holds responses. */
  readonly isTrial: boolean;
  /** Resolves with the state; with undefined if the request failed. Never rejects. */
  readonly settled: Promise<{ readonly state: State | undefined }>;
  /** Releases the connection, because a poll has shown the end of the job, or because nobody waits any more. */
  readonly abort: (hasJobEnded: boolean) => void;
}
