import type { Job } from "../../generated/jobs/resources.js";
import { checkClient, checkMembers } from "../check-members.js";
import {
  check,
  checkMilliseconds,
  checkOptionNames,
  checkOptions,
  type OptionNames,
} from "../checks.js";
import { CloudComputeError, type CallContext } from "../errors.js";
import { EXPIRED, withTimeout } from "../http/timeout.js";
import { ignoreErrors } from "../ignore-errors.js";
import type { JobCall, SendJobCall } from "../jobs/calls.js";
import { DEFAULT_TTL_MS } from "../jobs/service-times.js";
import { STATUS_CALL } from "../jobs/state.js";
import type { SubmitBody } from "../jobs/submit-body.js";
import type { CallOptions, SubmitGuard } from "../options.js";
import {
  ASK_OPTIONS,
  createCostSources,
  findCost,
  findJobCost,
  isOfJob,
  jobSubject,
  type CostSources,
  type SpendSources,
  type SpendSourcesV2,
} from "./cost-sources.js";
import { SpendError, type SpendTotals } from "./errors.js";
import {
  costOf,
  estimatePublicModel,
  showsRun,
  type SubmitToEstimate,
} from "./job-cost.js";
import { MemorySpendStore, type SpendEntry, type SpendStore } from "./store.js";
import { fromUnits, toLimitUnits, toUnits } from "./units.js";

/** The options of `createSpendGuard`. */
export interface SpendGuardOptions {
  /** The most that jobs and Pods may cost together, in the currency of the account. */
  readonly limit: number;
  /**
   * Where the guard keeps what is spent and reserved. Processes that share a store share the sum; each guard has its
   * own `limit`.
   * @default a store within this process
   */
  readonly store?: SpendStore | undefined;
  /**
   * The most that a job may cost, in the currency of the account: a number, or a function of the submit. Must not be lower than what the service charges.
   * @default the price of a public model for its input; a job of any other model is refused
   */
  readonly estimate?:
    | number
    | ((submit: SubmitToEstimate) => number)
    | undefined;
}

const OPTIONS: OptionNames<SpendGuardOptions> = {
  limit: true,
  store: true,
  estimate: true,
};

/** An amount that is reserved for something that is about to cost money. */
export interface SpendReservation {
  /**
   * Names what the amount is reserved for, as soon as its id is known: `job:{slug}/{id}` or `pod:{id}`. From then on any
   * process that shares the store can settle the reservation.
   */
  assign(subject: string, expiresAt: number): Promise<void>;
  /** Ends the reservation: so much was spent, in the currency of the account. Undefined means all that was reserved. */
  settle(cost: number | undefined): Promise<void>;
}

/** Refuses what would pass a limit, before it is sent. */
export interface SpendGuard extends SubmitGuard {
  /** The most that jobs and Pods may cost together, in the currency of the account. */
  readonly limit: number;
  /**
   * What is spent and reserved now.
   *
   * @throws SpendError if the store does not answer
   *
   * @example
   * ```ts
   * const { spent, remaining } = await spend.totals();
   * ```
   */
  totals(): Promise<SpendTotals>;
  /**
   * Reserves an amount until `expiresAt`, in milliseconds since 1970. `operation` is the name of the call that needs the
   * amount: errors begin with that name, by default with `spend.reserve`. `timeout` in milliseconds and `signal` bound the
   * wait for the store.
   *
   * @throws SpendError if the amount would pass the limit, or the store does not answer
   * @throws the reason of the signal on an abort
   *
   * @example
   * ```ts
   * const reservation = await spend.reserve(0.5, Date.now() + 3_600_000);
   * await reservation.settle(0.42);
   * ```
   */
  reserve(
    amount: number,
    expiresAt: number,
    operation?: string,
    options?: Pick<CallOptions, "signal" | "timeout">,
  ): Promise<SpendReservation>;
  /**
   * Settles what a process has left reserved, for example because it has died. A job that has ended is settled by its
   * result: call this function while the service keeps the result, which is 30 minutes for most jobs. A reservation that
   * has expired is settled by what the service says of the job or the Pod, else as spent in full. Resolves with the number
   * of reservations that were settled. A reservation stays for the next call if its job goes on, or if the service gives
   * no answer now. The reservation of a Pod also stays until its bill reaches what is reserved, or for 24 hours after its
   * expiry, because the records of the billing are not complete before that. Each call sends one status request for each of
   * up to 1,000 jobs that are reserved.
   *
   * Pass `cloud.v2` to ask version 2 of the management API about Pods: about jobs, the guard then asks with a client that
   * was created with this guard. With `cloud`, version 0.1.0 is asked about Pods.
   *
   * @throws SpendError if the store does not answer
   *
   * @example
   * ```ts
   * await spend.reconcile(cloud.v2);
   * ```
   */
  reconcile(cloud: SpendSources | SpendSourcesV2): Promise<number>;
}

/** The longest time that one step of the store may take. */
const STORE_TIMEOUT_MS = 10_000;
/** The longest time for which the store may hold up what the service has answered. */
const RESULT_DELAY_MS = 1000;
/** How errors name `reconcile`. A reserve that settles what has expired ignores these errors. */
const RECONCILE = "spend.reconcile";
/** How many jobs are remembered. */
const MAX_KNOWN = 10_000;

/**
 * Creates a guard that keeps jobs and Pods within a limit. Give the guard to `createClient({ spend })` for jobs, and to
 * `rentPod(cloud.v2, input, { maxHours, maxCost, spend })` for Pods.
 *
 * Before each submit the guard reserves what the job may cost; the result of the job settles the reservation. A submit
 * that the service may have accepted, but whose id is lost, stays reserved until the job's time to live is over, and then
 * counts as spent. At your own endpoint, the bill also has the start and the idle time of workers: the guard limits the sum
 * of your estimates.
 *
 * @throws InputError if the limit is not a finite number of 0 or more
 *
 * @example
 * ```ts
 * const spend = createSpendGuard({ limit: 5 });
 * const cloud = createClient({ spend });
 * ```
 */
export function createSpendGuard(options: SpendGuardOptions): SpendGuard {
  const given = Object(options) as SpendGuardOptions;
  const { limit, store, estimate } = given;
  const call = { operation: "createSpendGuard" };
  checkOptionNames(given, OPTIONS, call);
  checkAmount("limit", limit, call);
  check(
    estimate === undefined ||
      typeof estimate === "function" ||
      (Number.isFinite(estimate) && estimate >= 0),
    "estimate",
    "must be a number, 0 or more, or a function that receives { slug, input } of a submit and returns such a number",
    call,
  );
  if (store !== undefined)
    checkMembers("store", store, STORE_METHODS, "a store", call);
  const guard = new Guard(
    limit,
    store ?? new MemorySpendStore(),
    typeof estimate === "number" ? () => estimate : estimate,
  );
  return {
    limit,
    totals: () => guard.totals(),
    reserve: (amount, expiresAt, operation, options) =>
      guard.reserveAmount(amount, expiresAt, operation, options),
    reconcile: (cloud) => guard.reconcile(cloud),
    // `createClient` calls this with what sends the calls of models and jobs.
    guardCalls: <Call extends object, Answer extends object>(
      send: (call: Call) => Promise<Answer>,
      timeout = Infinity,
    ) =>
      guard.guardCalls(
        send as unknown as SendJobCall,
        timeout,
      ) as unknown as typeof send,
  };
}

const STORE_METHODS = [
  "reserve",
  "assign",
  "settle",
  "find",
  "listExpired",
  "sums",
];

function checkAmount(name: string, amount: number, call?: CallContext): void {
  const isAmount = Number.isFinite(amount) && amount >= 0;
  check(isAmount, name, "must be a finite number, 0 or more", call);
}

function checkExpiry(expiresAt: number, call: CallContext): void {
  const problem = `must be a number of milliseconds since 1970, such as Date.now() + 3_600_000, not ${String(expiresAt)}`;
  // Infinity means that the reservation does not expire, and 0 that it has expired. A duration, or a time in seconds, is smaller.
  const isTime = typeof expiresAt === "number" && expiresAt >= 0;
  const isPlausible = expiresAt === 0 || expiresAt >= YEAR_2000_MS;
  check(isTime && isPlausible, "expiresAt", problem, call);
}

const YEAR_2000_MS = 946_684_800_000;

class Guard {
  readonly #limit: number;
  readonly #store: SpendStore;
  readonly #estimate: (submit: SubmitToEstimate) => number;
  /** By subject. */
  readonly #known = new Map<string, KnownJob>();
  /** Asks for the state of a job; undefined until a client uses this guard. */
  #askJob: SendJobCall | undefined;

  constructor(
    limit: number,
    store: SpendStore,
    estimate: ((submit: SubmitToEstimate) => number) | undefined,
  ) {
    this.#limit = limit;
    this.#store = store;
    this.#estimate = estimate ?? estimatePublicModel;
  }

  async totals(): Promise<SpendTotals> {
    const { spent, reserved } = await this.#askStore("spend.totals", () =>
      this.#store.sums(),
    );
    const remaining = toLimitUnits(this.#limit) - spent - reserved;
    return {
      limit: this.#limit,
      spent: fromUnits(spent),
      reserved: fromUnits(reserved),
      remaining: fromUnits(Math.max(0, remaining)),
    };
  }

  async reserveAmount(
    amount: number,
    expiresAt: number,
    operation = "spend.reserve",
    options: StoreOptions = {},
  ): Promise<SpendReservation> {
    const isName = typeof operation === "string" && operation !== "";
    check(isName, "operation", "must be a string", {
      operation: "spend.reserve",
    });
    const call = { operation };
    checkOptions(options, STORE_OPTIONS, call);
    const { signal, timeout } = options;
    checkMilliseconds("timeout", timeout, call);
    checkAmount("amount", amount, call);
    checkExpiry(expiresAt, call);
    const units = toUnits(amount);
    const entry = { id: `new:${crypto.randomUUID()}`, units, expiresAt };
    await this.#reserve(
      entry,
      operation,
      new Bounds(signal, timeout ?? Infinity),
    );
    let { id } = entry;
    return {
      assign: async (subject, subjectExpiresAt) => {
        const assignment = { operation: "reservation.assign" };
        const isText = typeof subject === "string" && subject !== "";
        check(isText, "subject", "must be a string", assignment);
        checkExpiry(subjectExpiresAt, assignment);
        const isAssigned = await this.#askStore(assignment.operation, () =>
          this.#store.assign(id, subject, subjectExpiresAt),
        );
        if (isAssigned) id = subject;
      },
      settle: async (cost) => {
        const settlement = { operation: "reservation.settle" };
        if (cost !== undefined) checkAmount("cost", cost, settlement);
        const paid = cost === undefined ? units : toUnits(cost);
        await this.#askStore(settlement.operation, () =>
          this.#store.settle(id, paid),
        );
      },
    };
  }

  /**
   * Wraps what sends the calls of models and jobs of a client: each submit first reserves its cost, and each final status
   * settles the reservation. `timeout` is that of the client.
   */
  guardCalls(send: SendJobCall, timeout: number): SendJobCall {
    this.#askJob ??= send;
    return async (call) => {
      const { operation, options } = call;
      const clientBounds = options?.timeout ?? timeout;
      const bounds = new Bounds(options?.signal, clientBounds);
      if (call.body || operation === "job.retry")
        return this.#submit(call, bounds, send);
      const job = (await send(call)) as Job;
      if (SHOW_STATE.includes(operation)) await this.#see(call, job, bounds);
      if (operation === "job.stream" && job.status === "COMPLETED")
        await this.#tryStore(bounds, () => this.#settleStream(call, send));
      return job;
    };
  }

  /** Settles the reservation of a job whose stream has ended. The end of a stream does not say what the job has cost. */
  async #settleStream(
    { slug, jobId = "" }: JobCall,
    send: SendJobCall,
  ): Promise<void> {
    const subject = jobSubject(slug, jobId);
    if (!(await this.#store.find(subject))) return;
    const call = { ...STATUS_CALL, slug, jobId, options: ASK_OPTIONS };
    await this.#settleJob(slug, subject, (await send(call)) as Job);
  }

  async reconcile(cloud: SpendSources | SpendSourcesV2): Promise<number> {
    checkClient(cloud, ["pods", "billing"], RECONCILE);
    const sources = createCostSources(cloud, this.#ownSources);
    const jobs = sources.job ? [] : (await this.#listAll()).filter(isOfJob);
    check(
      jobs.length === 0,
      "cloud",
      `must be the client itself, not its version 2, to ask about ${jobs[0]?.id}: no client of this process was created with this guard`,
      { operation: RECONCILE },
    );
    return this.#settleEnded(sources);
  }

  /** Asks about jobs with a client that uses this guard, if there is one. */
  get #ownSources(): CostSources {
    const askJob = this.#askJob;
    return {
      job:
        askJob &&
        ((slug, jobId) =>
          askJob({ ...STATUS_CALL, slug, jobId, options: ASK_OPTIONS })),
      hasRun: (subject) => this.#hasRun(subject),
    };
  }

  /** Reserves, sends a submit or a retry, and keeps the reservation under the id of the job. */
  async #submit(
    call: JobCall,
    bounds: Bounds,
    send: SendJobCall,
  ): Promise<Job> {
    const { operation, slug, jobId, body, options, controls } = call;
    const { input, ttl = DEFAULT_TTL_MS }: Partial<SubmitBody> = body ?? {};
    const units =
      this.#known.get(jobSubject(slug, jobId ?? ""))?.units ??
      this.#estimateUnits(operation, { slug, input });
    const expiresAt = Date.now() + ttl;
    const id = `new:${crypto.randomUUID()}`;
    await this.#reserve({ id, units, expiresAt }, operation, bounds);
    let isUnderWay = false;
    let maybeSent = false;
    const sent = send({
      ...call,
      options: { ...options, ...bounds.timeLeft },
      controls: {
        ...controls,
        before: async (attempt, remainingMs) => {
          await controls?.before?.(attempt, remainingMs);
          isUnderWay = true;
        },
        after: async (end) => {
          isUnderWay = false;
          maybeSent ||= end.maybeSent;
          await controls?.after?.(end);
        },
      },
    }) as Promise<Job>;
    const job = await sent.catch(async (error: unknown) => {
      const isRefused = error instanceof CloudComputeError && !error.maybeSent;
      if (isRefused || !(isUnderWay || maybeSent))
        await this.#tryStore(bounds, () => this.#store.settle(id, 0));
      throw error;
    });
    const acceptedId: unknown = jobId ?? job.id;
    if (typeof acceptedId !== "string") return job;
    const subject = jobSubject(slug, acceptedId);
    this.#remember(subject, { units, hasRun: false });
    // The job is accepted, so a failure of the store is ignored: the job keeps its id, and the reservation expires
    // under its first id. So does that of a retry where the end of the first run was not seen.
    await this.#tryStore(bounds, async () => {
      await this.#store.assign(id, subject, expiresAt).catch(() => undefined);
      await this.#settleJob(slug, subject, job);
    });
    return job;
  }

  #estimateUnits(operation: string, submit: SubmitToEstimate): number {
    const isByPrice = this.#estimate === estimatePublicModel;
    try {
      const amount = this.#estimate(submit);
      // An async function is refused as well: nobody else would hear of its rejection.
      Promise.resolve(amount).catch(() => undefined);
      checkAmount("what estimate returns", amount);
      return toUnits(amount);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const advice = isByPrice ? "; pass `estimate` to createSpendGuard" : "";
      const problem = `the cost of a job of ${submit.slug} could not be estimated: ${reason}${advice}`;
      throw new SpendError("spend_unknown", problem, { operation, cause });
    }
  }

  /** Adds an entry. Throws a `SpendError` if the entry would pass the limit even when expired entries are settled. */
  async #reserve(
    entry: SpendEntry,
    operation: string,
    bounds: Bounds,
  ): Promise<void> {
    if (await this.#tryReserve(entry, operation, bounds)) return;
    const settled = await bounds
      .within(() => this.#settleExpired(this.#ownSources))
      .catch(() => 0);
    bounds.signal?.throwIfAborted();
    if (settled > 0 && (await this.#tryReserve(entry, operation, bounds)))
      return;
    const amount = fromUnits(entry.units);
    const totals = await bounds
      .within(() => this.totals())
      .catch(() => undefined);
    bounds.signal?.throwIfAborted();
    const sums = totals
      ? ` (${totals.spent} spent, ${totals.reserved} reserved, ${totals.remaining} left)`
      : "";
    const problem = `reserving ${amount} would exceed the limit of ${this.#limit}${sums}`;
    const details = { operation, amount, totals };
    throw new SpendError("spend_limit", problem, details);
  }

  async #tryReserve(
    entry: SpendEntry,
    operation: string,
    bounds: Bounds,
  ): Promise<boolean> {
    bounds.signal?.throwIfAborted();
    const reserving = this.#store.reserve(entry, toLimitUnits(this.#limit));
    try {
      return await bounds.within(() => reserving);
    } catch (error) {
      // The store may still add the entry, so the entry is removed again.
      reserving
        .then((isReserved) => isReserved && this.#store.settle(entry.id, 0))
        .catch(() => undefined);
      bounds.signal?.throwIfAborted();
      const amount = fromUnits(entry.units);
      throw createStoreError(error, { operation, amount });
    }
  }

  /** Takes note of what the service says of a job. */
  async #see(
    { slug, jobId = "" }: JobCall,
    job: Job,
    bounds: Bounds,
  ): Promise<void> {
    const subject = jobSubject(slug, jobId);
    if (showsRun(job)) {
      const units = this.#known.get(subject)?.units;
      this.#remember(subject, { units, hasRun: true });
    }
    await this.#tryStore(bounds, () => this.#settleJob(slug, subject, job));
  }

  /** Settles the reservation of a job that has ended. */
  async #settleJob(slug: string, subject: string, job: Job): Promise<void> {
    const hasRun = this.#hasRun(subject);
    if (costOf(slug, job, 0, hasRun) === undefined) return;
    const entry = await this.#store.find(subject);
    const units = entry && costOf(slug, job, entry.units, hasRun);
    if (units !== undefined) await this.#store.settle(subject, units);
  }

  /** Settles entries that have expired, and jobs that have ended before that. Resolves with their number. */
  async #settleEnded(sources: CostSources): Promise<number> {
    const expired = await this.#settleExpired(sources);
    if (!sources.job) return expired;
    const entries = await this.#listAll();
    const now = Date.now();
    const open = entries.filter(({ expiresAt }) => expiresAt > now);
    const find = (entry: SpendEntry) => findJobCost(entry, sources);
    return expired + (await this.#settle(open, find));
  }

  #listAll(): Promise<readonly SpendEntry[]> {
    // No time is after this one, so the store lists all entries.
    return this.#list(Number.MAX_SAFE_INTEGER);
  }

  /** Settles entries that have expired, and resolves with their number. */
  async #settleExpired(sources: CostSources): Promise<number> {
    const expired = await this.#list(Date.now());
    return this.#settle(expired, (entry) => findCost(entry, sources));
  }

  /** Settles each entry whose cost can be found. An entry whose cost is undefined, or cannot be asked for, stays. */
  async #settle(
    entries: readonly SpendEntry[],
    findUnits: (entry: SpendEntry) => Promise<number | undefined>,
  ): Promise<number> {
    const settled = await Promise.all(
      entries.map(async (entry) => {
        const units = await findUnits(entry).catch(() => undefined);
        if (units === undefined) return false;
        // A client that uses this guard has settled the entry already when the answer came.
        await this.#askStore(RECONCILE, () =>
          this.#store.settle(entry.id, units),
        );
        return true;
      }),
    );
    return settled.filter(Boolean).length;
  }

  /** The entries that expire at a time or earlier. */
  #list(time: number): Promise<readonly SpendEntry[]> {
    return this.#askStore(RECONCILE, () => this.#store.listExpired(time));
  }

  /** Takes one step of the store, within the timeout. Throws a `SpendError` of `operation` if the step fails. */
  async #askStore<Answer>(
    operation: string,
    act: () => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await withTimeout(STORE_TIMEOUT_MS, undefined, act);
    } catch (error) {
      throw createStoreError(error, { operation });
    }
  }

  /**
   * Takes steps of the store after the service has answered. The answer must not be lost or held up: a failure is ignored,
   * and steps that take longer go on without the caller.
   */
  async #tryStore(bounds: Bounds, act: () => Promise<unknown>): Promise<void> {
    // An abort ends the call at once, but the store still learns what has happened.
    const acted = ignoreErrors(act);
    await bounds
      .within(async () => acted, RESULT_DELAY_MS)
      .catch(() => undefined);
  }

  #hasRun(subject: string): boolean {
    return this.#known.get(subject)?.hasRun ?? false;
  }

  #remember(subject: string, job: KnownJob): void {
    this.#known.set(subject, job);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN && oldest !== undefined)
      this.#known.delete(oldest);
  }
}

/** What a guard remembers of a job. */
interface KnownJob {
  /** The estimate, for a retry; undefined for a job whose submit this process has not seen. */
  readonly units: number | undefined;
  /** Whether the job was seen running. */
  readonly hasRun: boolean;
}

type StoreOptions = Pick<CallOptions, "signal" | "timeout">;
const STORE_OPTIONS: OptionNames<StoreOptions> = {
  signal: true,
  timeout: true,
};
/** The timeout of the rest of a call; empty where the call has no timeout. */
type TimeLeft = Pick<CallOptions, "timeout">;

/** What bounds a call: the steps of the store take a part of its time, and end at its abort. */
class Bounds {
  readonly signal: AbortSignal | undefined;
  readonly #deadline: number;

  constructor(signal: AbortSignal | undefined, timeoutMs: number) {
    this.signal = signal;
    this.#deadline = performance.now() + timeoutMs;
  }

  get timeLeft(): TimeLeft {
    const leftMs = this.#deadline - performance.now();
    return leftMs === Infinity
      ? {}
      : { timeout: Math.max(1, Math.ceil(leftMs)) };
  }

  /** Rejects with `EXPIRED` when the time is over, and with the signal's own reason on an abort. */
  within<Value>(
    act: () => Promise<Value>,
    longestMs = STORE_TIMEOUT_MS,
  ): Promise<Value> {
    const leftMs = this.#deadline - performance.now();
    return withTimeout(Math.min(longestMs, leftMs), this.signal, act);
  }
}

function createStoreError(
  cause: unknown,
  details: { readonly operation: string; readonly amount?: number },
): SpendError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const problem =
    cause === EXPIRED
      ? "the store of the spend guard did not answer in time"
      : `the store of the spend guard failed: ${reason}`;
  return new SpendError("spend_store", problem, { ...details, cause });
}

/** The calls whose responses show the state of a job. */
const SHOW_STATE = ["job.status", "job.cancel"];
