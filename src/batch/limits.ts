import { ResponseError } from "../errors.js";
import type { Model } from "../jobs/model.js";
import { isUnavailable } from "./call-ledger.js";
import type { Endpoint, LedgerBatch } from "./ledger.js";

/** How many submits in a row may end without a clear answer before the breaker opens. */
const MAX_UNCLEAR = 3;

/** The pauses of an open breaker in milliseconds: each is twice the one before. */
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 15_000;

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
  /** How many submits were allowed at a time, since when, and how many of them were accepted. */
  readonly allowed: number;
  readonly allowedAt: number;
  readonly accepted: number;
}

const CLOSED: Breaker = {
  unclear: 0,
  pauseMs: 0,
  allowed: 0,
  allowedAt: 0,
  accepted: 0,
};

/** What became of one submit: a job, a clear refusal that asks for a pause, or nothing that is certain. */
type SubmitOutcome =
  | { readonly kind: "accepted" }
  | { readonly kind: "turned away"; readonly pauseMs: number }
  | { readonly kind: "unclear" };

/**
 * The breaker of an endpoint, in the ledger. It opens after three unclear answers in a row. After the pause it asks for the
 * endpoint's health, then allows one submit, and twice as many whenever the allowed ones were accepted.
 */
export class Limits {
  readonly #model: Model<object>;
  readonly #ledger: LedgerBatch;
  readonly #signal: AbortSignal;
  #endpoint: Endpoint;
  /** The clock of the ledger minus that of this process, in milliseconds. */
  #clockOffsetMs = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    model: Model<object>,
    ledger: LedgerBatch,
    signal: AbortSignal,
    endpoint: Endpoint,
  ) {
    this.#model = model;
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

  /** How many submits a second all processes may send together. */
  get perSecond(): number {
    return this.#endpoint.perSecond;
  }

  /** Whether a claim may be made now. Asks for the endpoint's health before the first submit after a pause. */
  async mayClaim(): Promise<boolean> {
    if (this.blockedMs > 0) return false;
    const { allowance } = this.#endpoint;
    if (allowance === null) return true;
    const { allowed, allowedAt } = readBreaker(this.#endpoint);
    if (allowance === 0) {
      if (this.#now() - allowedAt > MAX_PROBE_MS)
        await this.#change((breaker) => ({
          breaker: { ...breaker, accepted: 0, allowedAt: this.#now() },
          allowance: Math.max(1, breaker.allowed),
        }));
      return false;
    }
    if (allowed > 1 || (await this.#isHealthy())) return true;
    await this.observe({ kind: "unclear" });
    return false;
  }

  /** Learns from a submit that was sent. While the ledger is unreachable, nobody claims, and nothing is learned. */
  async observe(outcome: SubmitOutcome): Promise<void> {
    try {
      await this.#change((breaker, endpoint) => {
        const now = this.#now();
        if (outcome.kind === "turned away")
          return turnAway(breaker, endpoint, now, outcome.pauseMs);
        return outcome.kind === "accepted"
          ? accept(breaker, now)
          : open(breaker, endpoint, now);
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
    const change = this.#queue.then(() => this.#grant(next));
    this.#queue = change.catch(() => undefined);
    return change;
  }

  async #grant(
    next: (breaker: Breaker, endpoint: Endpoint) => Change | undefined,
  ): Promise<void> {
    for (;;) {
      const before = this.#endpoint;
      const change = next(readBreaker(before), before);
      if (!change) return;
      const breaker =
        change.breaker === CLOSED ? null : JSON.stringify(change.breaker);
      const wanted = { ...before, ...change, breaker };
      this.#endpoint = await this.#ledger.grant(wanted);
      const { version, breaker: stored } = this.#endpoint;
      if (version === before.version + 1 && stored === breaker) return;
    }
  }

  async #isHealthy(): Promise<boolean> {
    try {
      await this.#model.health({ signal: this.#signal, retries: 0 });
      return true;
    } catch (error) {
      // The submit itself shows what a refusal is about.
      return error instanceof ResponseError && error.status < 500;
    }
  }
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

function accept(breaker: Breaker, now: number): Change | undefined {
  if (breaker.pauseMs === 0)
    return breaker.unclear === 0 ? undefined : { breaker: CLOSED };
  const accepted = breaker.accepted + 1;
  if (accepted < breaker.allowed) return { breaker: { ...breaker, accepted } };
  const allowed = breaker.allowed * 2;
  if (allowed > ENOUGH) return { breaker: CLOSED, allowance: null };
  return {
    breaker: { ...breaker, allowed, allowedAt: now, accepted: 0 },
    allowance: allowed,
  };
}

function open(
  breaker: Breaker,
  { blockedUntil }: Endpoint,
  now: number,
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
    breaker: { unclear, pauseMs, allowed: 1, allowedAt: now, accepted: 0 },
    blockedUntil: now + pauseMs,
    allowance: 1,
  };
}

/** Nobody submits during the pause that the service asks for. An allowed submit may be sent again afterwards. */
function turnAway(
  breaker: Breaker,
  { allowance, blockedUntil }: Endpoint,
  now: number,
  pauseMs: number,
): Change {
  return {
    // The number makes each of these changes another one.
    breaker: { ...breaker, allowedAt: now },
    blockedUntil: Math.max(blockedUntil, now + pauseMs),
    ...(allowance !== null && { allowance: allowance + 1 }),
  };
}
