import { ResponseError } from "../errors.js";
import { isOfService } from "../http/refusals.js";
import type { Model } from "../jobs/model.js";
import { isUnavailable } from "./call-ledger.js";
import { describeError } from "./errors.js";
import type { Endpoint, LedgerBatch } from "./ledger.js";

/** How many submits in a row may end without a clear answer before the breaker opens. */
const MAX_UNCLEAR = 3;

/** The pauses of an open breaker in milliseconds: each is twice the one before. */
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 15_000;

/** The longest pause that a response can ask for. The end of a longer one shows that a clock was set back. */
const MAX_ASKED_PAUSE_MS = 60_000;

/** Once this many submits were allowed at a time, any number is. */
const ENOUGH = 64;

/** After this time without an outcome, the process that sent the allowed submits counts as ended, in milliseconds. */
const MAX_PROBE_MS = 30_000;

/** How the submits to an endpoint went, as all processes of the ledger share it. */
interface Breaker {
  /** How many submits in a row had no clear answer. */
  readonly unclear: number;
  /** The last pause, in milliseconds; 0 while the breaker is closed. */
  readonly pauseMs: number;
  /** How many submits were allowed at a time, since when, and how many of them were answered. */
  readonly allowed: number;
  readonly allowedAt: number;
  readonly answered: number;
  /** Why the last pause began, for people. */
  readonly reason?: string;
}

/** A time in which nobody submits to the endpoint. */
export interface SubmitPause {
  /** The end of the pause, in milliseconds since 1970. */
  readonly until: number;
  readonly reason: string;
}

const CLOSED: Breaker = {
  unclear: 0,
  pauseMs: 0,
  allowed: 0,
  allowedAt: 0,
  answered: 0,
};

/** What became of one submit: an answer about its input, a refusal of any input for now, or nothing that is certain. */
type SubmitOutcome =
  | { readonly kind: "answered" }
  | {
      readonly kind: "turned away";
      readonly pauseMs: number;
      readonly reason: string;
    }
  | { readonly kind: "unclear"; readonly reason: string };

/**
 * The breaker of an endpoint, in the ledger. It opens after three unclear answers in a row. After the pause it asks for the
 * endpoint's health, then allows one submit, and twice as many whenever the allowed ones were answered.
 */
export class Limits {
  readonly #ledger: LedgerBatch;
  readonly #signal: AbortSignal;
  readonly #onPause: (pause: SubmitPause) => void;
  #endpoint: Endpoint;
  /** The clock of the ledger minus that of this process, in milliseconds. */
  #clockOffsetMs = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    ledger: LedgerBatch,
    signal: AbortSignal,
    endpoint: Endpoint,
    onPause: (pause: SubmitPause) => void = () => undefined,
  ) {
    this.#onPause = onPause;
    this.#ledger = ledger;
    this.#signal = signal;
    this.#endpoint = endpoint;
  }

  /** Takes over what the ledger has shown last, and its clock. */
  update(endpoint: Endpoint, now?: number): void {
    this.#endpoint = endpoint;
    if (now !== undefined) this.#clockOffsetMs = now - Date.now();
  }

  /** How long nobody may submit, in milliseconds. */
  get blockedMs(): number {
    return Math.max(0, this.#endpoint.blockedUntil - this.#now());
  }

  /** The pause that all processes keep; undefined if there is none. */
  get pause(): SubmitPause | undefined {
    return readPause(this.#endpoint, this.#now());
  }

  /** Ends a pause that the service has asked for: no process is left that has heard of it. An outage stays one. */
  async endAskedPause(): Promise<void> {
    const { pauseMs } = readBreaker(this.#endpoint);
    if (this.blockedMs > 0 && pauseMs === 0) await this.#unblock();
  }

  #unblock(): Promise<void> {
    return this.#change((breaker) => ({ breaker, blockedUntil: 0 }));
  }

  /** How many submits a second all processes may send together. */
  get perSecond(): number {
    return this.#endpoint.perSecond;
  }

  /** Whether a claim may be made now. Asks `model` for the endpoint's health before the first submit after a pause. */
  async mayClaim(model: Pick<Model<never>, "health">): Promise<boolean> {
    if (this.blockedMs > MAX_ASKED_PAUSE_MS) await this.#unblock();
    if (this.blockedMs > 0) return false;
    const { allowance } = this.#endpoint;
    if (allowance === null) return true;
    const { allowed, allowedAt } = readBreaker(this.#endpoint);
    if (allowance === 0) {
      if (this.#now() - allowedAt > MAX_PROBE_MS)
        await this.#change((breaker) => ({
          breaker: { ...breaker, answered: 0, allowedAt: this.#now() },
          allowance: Math.max(1, breaker.allowed),
        }));
      return false;
    }
    if (allowed > 1) return true;
    const reason = await this.#findOutage(model);
    if (reason === undefined) return true;
    await this.observe({ kind: "unclear", reason });
    return false;
  }

  /** Learns from a submit that was sent. While the ledger is unreachable, nobody claims, and nothing is learned. */
  async observe(outcome: SubmitOutcome): Promise<void> {
    try {
      await this.#change((breaker, endpoint) => {
        const now = this.#now();
        if (outcome.kind === "turned away")
          return turnAway(breaker, endpoint, now, outcome);
        return outcome.kind === "answered"
          ? answer(breaker, now)
          : open(breaker, endpoint, now, outcome.reason);
      });
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }

  #now(): number {
    return Date.now() + this.#clockOffsetMs;
  }

  /** Makes a change of the breaker, after those that this process made before, and again where another process was faster. */
  #change(
    next: (breaker: Breaker, endpoint: Endpoint) => Change | undefined,
  ): Promise<void> {
    const change = this.#queue.then(() => this.#store(next));
    this.#queue = change.catch(() => undefined);
    return change;
  }

  async #store(
    next: (breaker: Breaker, endpoint: Endpoint) => Change | undefined,
  ): Promise<void> {
    for (;;) {
      const before = this.#endpoint;
      const change = next(readBreaker(before), before);
      if (!change) return;
      const breaker =
        change.breaker === CLOSED ? null : JSON.stringify(change.breaker);
      const wanted = { ...before, ...change, breaker };
      this.#endpoint = await this.#ledger.limit(wanted);
      const { version, breaker: stored } = this.#endpoint;
      if (version !== before.version + 1 || stored !== breaker) continue;
      const { pause } = this;
      const isLonger = this.#endpoint.blockedUntil > before.blockedUntil;
      if (pause && isLonger) this.#onPause(pause);
      return;
    }
  }

  /** Asks for the endpoint's health. Resolves with what shows that the outage goes on; undefined if nothing does. */
  async #findOutage({
    health,
  }: Pick<Model<never>, "health">): Promise<string | undefined> {
    try {
      await health({ signal: this.#signal, retries: 0 });
      return undefined;
    } catch (error) {
      // The submit itself shows what a refusal is about. A gateway's page says nothing of the service.
      const isRefusal =
        error instanceof ResponseError &&
        error.status < 500 &&
        isOfService(error);
      return isRefusal ? undefined : describeError(error).message;
    }
  }
}

/** The pause in the limits of an endpoint. `now` is the clock of the ledger. */
export function readPause(
  endpoint: Endpoint,
  now: number,
): SubmitPause | undefined {
  const pauseMs = endpoint.blockedUntil - now;
  if (pauseMs <= 0) return undefined;
  const { reason = "" } = readBreaker(endpoint);
  return { until: Date.now() + pauseMs, reason };
}

/** What a change of the breaker sets. */
interface Change {
  readonly breaker: Breaker;
  readonly blockedUntil?: number;
  readonly allowance?: number | null;
}

function readBreaker({ breaker }: Endpoint): Breaker {
  return breaker === null ? CLOSED : (JSON.parse(breaker) as Breaker);
}

function answer(breaker: Breaker, now: number): Change | undefined {
  if (breaker.pauseMs === 0)
    return breaker.unclear === 0 ? undefined : { breaker: CLOSED };
  const answered = breaker.answered + 1;
  if (answered < breaker.allowed) return { breaker: { ...breaker, answered } };
  const allowed = breaker.allowed * 2;
  if (allowed > ENOUGH) return { breaker: CLOSED, allowance: null };
  return {
    breaker: { ...breaker, allowed, allowedAt: now, answered: 0 },
    allowance: allowed,
  };
}

function open(
  breaker: Breaker,
  { blockedUntil }: Endpoint,
  now: number,
  reason: string,
): Change | undefined {
  // A submit that was sent before the breaker opened says nothing new.
  if (blockedUntil > now) return undefined;
  const unclear = breaker.unclear + 1;
  if (breaker.pauseMs === 0 && unclear < MAX_UNCLEAR)
    return { breaker: { ...breaker, unclear } };
  const pauseMs = Math.min(
    MAX_PAUSE_MS,
    Math.max(MIN_PAUSE_MS, breaker.pauseMs * 2),
  );
  return {
    breaker: {
      unclear,
      pauseMs,
      allowed: 1,
      allowedAt: now,
      answered: 0,
      reason,
    },
    blockedUntil: now + pauseMs,
    allowance: 1,
  };
}

/** Nobody submits during the pause that the service asks for. An allowed submit may be sent again afterwards. */
function turnAway(
  breaker: Breaker,
  { allowance, blockedUntil }: Endpoint,
  now: number,
  { pauseMs, reason }: { readonly pauseMs: number; readonly reason: string },
): Change {
  return {
    // The number makes each of these changes another one.
    breaker: { ...breaker, allowedAt: now, reason },
    blockedUntil: Math.max(blockedUntil, now + pauseMs),
    ...(allowance !== null && { allowance: allowance + 1 }),
  };
}
