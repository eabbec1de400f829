import { ConnectionError, ResponseError, TimeoutError } from "../errors.js";
import { startTimer } from "../http/timeout.js";
import { isNotFound } from "./absence.js";
import { isFinal } from "./state.js";

/**
 * The route that holds its response until the job has ended, or until `wait` milliseconds are over. No document of the
 * service names the route; the official JavaScript client uses it for every job.
 */
export const HELD_STATUS_CALL = {
  operation: "jobs.status",
  route: "GET /v2/{slug}/status-sync/{jobId}",
} as const;

/** How long a response is held: less than the 100 s after which the edge in front of the service gives up. */
const HOLD_MS = 90_000;
/** How long the first response of an endpoint is held. Meanwhile the wait polls as if nothing was held. */
const TRIAL_MS = 1000;
const MIN_HOLD_MS = 1000;
/** How much later than it should a held response may come. */
const OVERDUE_MS = 5000;
/** A final state that took this long to come was held. One that came earlier may have been known at once. */
const PROOF_MS = 100;
/** After a failure that may pass, such as a lost connection, an endpoint is tried again this much later. */
const NEXT_TRIAL_MS = 600_000;
/** How long a trial may take to end after a poll has shown the end of the job. */
const OVERTAKEN_MS = 200;
/** The reason of an abort after that time. */
const OVERTAKEN = Symbol("overtaken");
/** How many responses one client lets the service hold at once: each needs a connection of its own. */
const MAX_HELD = 250;
/** Above this number, only jobs that were seen running are held. */
const MAX_HELD_QUEUED = 150;

/** What is known of one endpoint. */
interface Endpoint {
  /** `notHeld`: as far as is known, the endpoint holds no responses; it is tried again at `notHeldUntil`. */
  state: "unknown" | "tried" | "held" | "notHeld";
  notHeldUntil: number;
  isReported: boolean;
}

/** How a request that is to be held ended. */
type HeldEnd<State> =
  { readonly state: State } | { readonly error: unknown } | "aborted";

/** Sends a request whose response is held for so many milliseconds. */
type SendHeld<State> = (
  waitMs: number,
  timeoutMs: number,
  signal: AbortSignal,
) => Promise<State>;

/**
 * Which endpoints hold the response to a status request until the job has ended. One request finds that out for an
 * endpoint. Where nothing is held, waits poll.
 */
export class HeldStatuses {
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
    send: SendHeld<State>,
  ): HeldStatus<State> | undefined {
    const maxHeld = isRunning ? MAX_HELD : MAX_HELD_QUEUED;
    if (!this.#isEnabled || longestMs < MIN_HOLD_MS) return undefined;
    if (this.#inFlight >= maxHeld) return undefined;
    const endpoint = this.#endpointOf(slug);
    if (endpoint.state === "tried") return undefined;
    if (endpoint.state === "notHeld") {
      if (performance.now() < endpoint.notHeldUntil) return undefined;
      endpoint.state = "unknown";
    }
    const isTrial = endpoint.state === "unknown";
    if (isTrial) endpoint.state = "tried";
    const waitMs = Math.floor(
      Math.min(isTrial ? TRIAL_MS : HOLD_MS, longestMs),
    );
    this.#inFlight++;
    const begunAt = performance.now();
    return new HeldStatus(isTrial, waitMs, send, (end) => {
      this.#inFlight--;
      const heldMs = performance.now() - begunAt;
      this.#learn(slug, endpoint, isTrial, end, heldMs, waitMs);
    });
  }

  #endpointOf(slug: string): Endpoint {
    const known = this.#endpoints.get(slug);
    if (known) return known;
    const endpoint: Endpoint = {
      state: "unknown",
      notHeldUntil: 0,
      isReported: false,
    };
    this.#endpoints.set(slug, endpoint);
    return endpoint;
  }

  /** Learns from the end of a request whether the endpoint holds responses. */
  #learn(
    slug: string,
    endpoint: Endpoint,
    isTrial: boolean,
    end: HeldEnd<{ readonly status?: unknown }>,
    heldMs: number,
    waitMs: number,
  ): void {
    if (isTrial && endpoint.state === "tried") endpoint.state = "unknown";
    if (end === "aborted") return;
    if ("error" in end) {
      const { error } = end;
      if (!isAboutRoute(error)) return;
      // At a proven endpoint, the service probably no longer knows the job. The next trial shows whether it is the route.
      if (!isTrial && isNotFound(error)) {
        if (endpoint.state === "held") endpoint.state = "unknown";
        return;
      }
      const untilMs = isLasting(error) ? Infinity : NEXT_TRIAL_MS;
      this.#fallBackToPolls(slug, endpoint, untilMs, describeFailure(error));
      return;
    }
    const isEnd = isFinal(end.state.status);
    // A timer of the service may end a little early.
    const isHeldToEnd = heldMs >= waitMs * 0.9;
    if (!isEnd && !isHeldToEnd)
      this.#fallBackToPolls(slug, endpoint, Infinity, "is not held");
    else if (isHeldToEnd || heldMs >= PROOF_MS) endpoint.state = "held";
  }

  /** Lets the waits for jobs of an endpoint poll for so many milliseconds. */
  #fallBackToPolls(
    slug: string,
    endpoint: Endpoint,
    forMs: number,
    problem: string,
  ): void {
    endpoint.state = "notHeld";
    endpoint.notHeldUntil = performance.now() + forMs;
    if (endpoint.isReported) return;
    endpoint.isReported = true;
    this.#log(
      `cloud-compute-sdk: waits for jobs of ${slug} poll, because the response to ${HELD_STATUS_CALL.route} ${problem}; \`heldWaits: false\` does not try it`,
    );
  }
}

/** One request whose response the service is asked to hold. */
export class HeldStatus<State> {
  /** Whether nobody knows yet that the endpoint holds responses. */
  readonly isTrial: boolean;
  /** Resolves with the state; with undefined if the request failed. Never rejects. */
  readonly settled: Promise<{ readonly state: State | undefined }>;
  readonly #controller = new AbortController();

  constructor(
    isTrial: boolean,
    waitMs: number,
    send: SendHeld<State>,
    onEnd: (end: HeldEnd<State>) => void,
  ) {
    this.isTrial = isTrial;
    const { signal } = this.#controller;
    this.settled = send(waitMs, waitMs + OVERDUE_MS, signal).then(
      (state) => {
        onEnd({ state });
        return { state };
      },
      (error: unknown) => {
        const isAborted = signal.aborted && signal.reason !== OVERTAKEN;
        onEnd(isAborted ? "aborted" : { error });
        return { state: undefined };
      },
    );
  }

  /** Releases the connection. */
  abort(): void {
    this.#controller.abort();
  }

  /**
   * Releases the connection after a poll has shown the end of the job first. The held response must come now as well: a
   * trial has a moment for it, and shows otherwise that the endpoint does not end a hold with the job.
   */
  overtake(): void {
    if (!this.isTrial) this.abort();
    else startTimer(() => this.#controller.abort(OVERTAKEN), OVERTAKEN_MS);
  }
}

/** Statuses that say nothing of the route: the key, or too many requests. */
const OTHER_STATUSES = [401, 403, 408, 425, 429];

/** Whether a failure says something of the route, rather than of the key or the job. */
function isAboutRoute(error: unknown): boolean {
  if (error instanceof ResponseError)
    return !OTHER_STATUSES.includes(error.status);
  return (
    error === OVERTAKEN ||
    error instanceof ConnectionError ||
    (error instanceof TimeoutError && error.maybeSent)
  );
}

/** Whether the same request would fail again: the route is unknown, or the edge does not let a response be held. */
function isLasting(error: unknown): boolean {
  if (!(error instanceof ResponseError)) return error instanceof TimeoutError;
  const { status } = error;
  return status < 500 || status === 501 || status === 524;
}

function describeFailure(error: unknown): string {
  if (error instanceof ResponseError) return `was ${error.status}`;
  const isLate = error === OVERTAKEN || error instanceof TimeoutError;
  return isLate ? "did not come in time" : "broke off";
}
