import { onAbort, withTimeout } from "../http/timeout.js";
import { ignoreErrors } from "../ignore-errors.js";
import type { CallOptions } from "../options.js";
import { onShutdown } from "../shutdown.js";
import type { SpendReservation } from "../spend/index.js";
import type { RentClock } from "./clocks.js";
import { PodCreation } from "./create-pod.js";
import { DEFAULT_RELEASE_TIMEOUT_MS, endPod } from "./end-pod.js";
import { RentError, type LeftPod } from "./errors.js";
import { OwnPods } from "./own-pods.js";
import type { PodCreate } from "./plan.js";
import type { PodChanges, PodService } from "./pod-service.js";
import type { PodState } from "./pod-state.js";
import { repeat } from "./repeat.js";
import { adviseSweep, describePod } from "./rent-advice.js";
import { RentDeadline } from "./rent-deadline.js";
import { RentDuplicates } from "./rent-duplicates.js";
import type { RentOptions, RentProgress } from "./rent-options.js";
import {
  checkTaggable,
  writeTaggedEnv,
  writeTaggedName,
  type ReleaseAction,
  type Tag,
} from "./tag.js";
import { waitUntilReady } from "./wait-for-pod.js";

/** An hour in milliseconds. */
export const HOUR_MS = 3_600_000;
/** A limit of the cost ends the Pod this much earlier, because the end itself takes time. */
const MAX_COST_MARGIN_MS = 30_000;
/** How long a rental waits for the price of its Pod. */
const PRICE_TIMEOUT_MS = 60_000;
/** How long a rental tries to change its Pod. */
const CHANGE_TIMEOUT_MS = 20_000;
/** How long the store of a spend guard may hold up a rental whose Pod exists, or has ended. */
const STORE_DELAY_MS = 1000;

/** What a rental needs besides its own state. */
interface RentContext {
  readonly service: PodService;
  readonly creates: readonly PodCreate[];
  readonly clock: RentClock;
  readonly tag: Tag;
  readonly podName: string;
  readonly userName: string | undefined;
  readonly options: RentOptions;
  readonly proxyUrl: string | undefined;
  readonly reservation: SpendReservation | undefined;
}

/** What is left after the end of a rental. */
interface Leftovers {
  readonly left: readonly LeftPod[];
  readonly mayBeLeft: boolean;
  readonly cause: unknown;
}

/**
 * - `preparing`: the Pod is created, and waited for. What ends the rental aborts this phase, and `begin` deletes the Pod.
 * - `rented`: the caller has the Pod.
 * - `releasing`: the Pod is being ended.
 * - `left`: the service has not confirmed the end. Another release may follow.
 * - `released`: the service has confirmed the end.
 */
type Phase = "preparing" | "rented" | "releasing" | "left" | "released";

const NEXT_PHASES: Readonly<Record<Phase, readonly Phase[]>> = {
  preparing: ["rented", "releasing"],
  rented: ["releasing"],
  releasing: ["left", "released"],
  left: ["releasing"],
  released: [],
};

/** One rental, from its create to its end. */
export class Rent {
  readonly #context: RentContext;
  readonly #own: OwnPods;
  readonly #creation: PodCreation;
  readonly #duplicates: RentDuplicates;
  readonly #deadline: RentDeadline;
  /** Aborts what goes on before the Pod is handed over. */
  readonly #stop = new AbortController();
  /** Aborts when the Pod ends. */
  readonly #ended = new AbortController();
  #phase: Phase = "preparing";
  /** What the service has shown of the Pod last; undefined until the Pod is created. */
  #state: PodState | undefined;
  /** The tag in the name of the Pod, whose end `maxCost` may have shortened. */
  #nameTag: Tag;
  #leaveExit: (() => void) | undefined;
  /** The release that goes on, or has succeeded. */
  #releasing: Promise<void> | undefined;

  constructor(context: RentContext) {
    const { service, creates, tag, podName, clock, options } = context;
    this.#context = context;
    this.#nameTag = tag;
    this.#own = new OwnPods(service, tag);
    this.#creation = new PodCreation({
      own: this.#own,
      creates,
      tag,
      podName,
      signal: this.#stop.signal,
      report: (phase, detail) => this.#report(phase, detail),
    });
    this.#duplicates = new RentDuplicates(this.#own);
    this.#deadline = new RentDeadline(clock, options.maxHours * HOUR_MS, () =>
      this.#reachLimit(),
    );
  }

  /** The Pod, once it is created. */
  get pod(): PodState {
    return this.#state as PodState;
  }

  get endsAt(): number {
    return this.#deadline.endsAt;
  }

  /** Aborts when the Pod ends. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get proxyUrl(): string | undefined {
    return this.#context.proxyUrl;
  }

  /** Creates the Pod and waits until it is usable. Ends the Pod before this promise rejects. */
  async begin(): Promise<void> {
    const { signal, onExit = false } = this.#context.options;
    const abort = () => this.#stop.abort(signal?.reason);
    const unlink = signal && onAbort(signal, abort);
    // The signal may have aborted while the clock of the service was read.
    if (signal?.aborted) abort();
    const begun = this.#createAndWait();
    if (onExit) this.#releaseOnExit(begun);
    try {
      await begun;
    } finally {
      unlink?.();
    }
  }

  /** The only way to another phase. Does what belongs to each way there. */
  #enter(phase: Phase): void {
    const from = this.#phase;
    if (!NEXT_PHASES[from].includes(phase))
      throw new Error(`a rental cannot go from ${from} to ${phase}`);
    this.#phase = phase;
    if (phase === "rented" && this.#creation.hasLostCreates)
      this.#duplicates.searchLater(this.pod.id);
    if (phase === "releasing") {
      if (from === "preparing") this.#deadline.stop();
      const { podName } = this.#context;
      const problem = "the Pod was released";
      this.#ended.abort(new RentError("released", problem, { podName }));
      if (this.#state) this.#report("releasing");
    }
    if (phase === "released") {
      this.#deadline.stop();
      this.#duplicates.stop();
      this.#leaveExit?.();
    }
  }

  async #createAndWait(): Promise<void> {
    const { signal } = this.#stop;
    this.#deadline.start();
    try {
      await this.#create();
      await this.#limitCost();
      await this.#waitUntilReady();
      if (this.#creation.hasLostCreates)
        await this.#duplicates.deleteFound(this.pod.id);
      signal.throwIfAborted();
      this.#enter("rented");
    } catch (error) {
      throw await this.#endAfter(error);
    }
  }

  /** Creates the Pod. Throws for a Pod that costs more than the capacity allows. */
  async #create(): Promise<void> {
    const { options, podName } = this.#context;
    this.#state = await this.#creation.run();
    const end = new Date(this.endsAt).toISOString();
    const orEarlier =
      options.maxCost === undefined ? "" : ", or earlier at maxCost";
    const detail = `${describePod(this.pod)}, ends at ${end}${orEarlier}`;
    this.#report("created", detail);
    await this.#nameReservation();
    this.#stop.signal.throwIfAborted();
    const { maxPricePerHour } = options.capacity ?? {};
    if (maxPricePerHour === undefined) return;
    const price = await this.#waitForPrice("maxPricePerHour");
    if (price <= maxPricePerHour) return;
    const problem = `Pod ${this.pod.id} costs ${price} an hour, which is more than ${maxPricePerHour}`;
    throw new RentError("too_expensive", problem, { podName });
  }

  /**
   * Shortens the rental to the time that `maxCost` pays for, once the price is known. Writes the new end into the name of
   * the Pod for `sweepPods`.
   */
  async #limitCost(): Promise<void> {
    const { options, tag, userName, podName } = this.#context;
    const { maxCost, maxHours } = options;
    if (maxCost === undefined) return;
    const price = await this.#waitForPrice("maxCost");
    const paidMs = (maxCost / price) * HOUR_MS;
    const unpaidMs = maxHours * HOUR_MS - paidMs;
    if (unpaidMs <= 0) return;
    this.#deadline.shorten(paidMs - Math.min(MAX_COST_MARGIN_MS, paidMs / 10));
    const end = Math.floor((tag.end - unpaidMs) / 1000) * 1000;
    this.#nameTag = { ...tag, end };
    const name = writeTaggedName(this.#nameTag, userName);
    const { signal } = this.#stop;
    try {
      // Twice the same name does no harm, so a call whose outcome is unknown is sent again.
      await repeat(CHANGE_TIMEOUT_MS, signal, async ({ callTimeoutMs }) => {
        await this.#change({ name }, { signal, timeout: callTimeoutMs() });
        return true;
      });
    } catch (cause) {
      signal.throwIfAborted();
      const problem =
        "the end that follows from maxCost could not be written to the Pod";
      throw new RentError("limit_not_set", problem, { podName, cause });
    }
  }

  /** The price for each hour, which may come some time after the create. Without it, the option named `limit` cannot be kept. */
  async #waitForPrice(limit: string): Promise<number> {
    const { podName } = this.#context;
    const { service } = this.#own;
    const { signal } = this.#stop;
    let cause: unknown;
    const price = await repeat(PRICE_TIMEOUT_MS, signal, async (time) => {
      const options = { signal, timeout: time.callTimeoutMs() };
      if (this.pod.costPerHr === undefined)
        this.#state = (await service.find(this.pod.id, options)) ?? this.pod;
      return this.pod.costPerHr;
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      cause = error;
    });
    if (price !== undefined) return price;
    const problem = `the service names no price, so that ${limit} cannot be kept`;
    throw new RentError("price_unknown", problem, { podName, cause });
  }

  async #waitUntilReady(): Promise<void> {
    const { options, proxyUrl, podName } = this.#context;
    const { ready, timeout, interval } = options;
    if (ready === undefined) return;
    const { signal } = this.#stop;
    const onProgress = (reason: string) => this.#report("waiting", reason);
    const wait = { ready, timeout, interval, proxyUrl, signal, onProgress };
    try {
      const { service } = this.#own;
      this.#state = await waitUntilReady(service, this.pod.id, wait);
    } catch (cause) {
      signal.throwIfAborted();
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new RentError("not_ready", reason, { cause, podName });
    }
    this.#report("ready");
  }

  /** Changes name and environment of the Pod. The Pod keeps the tag of the rental. */
  async update(
    { name, env }: PodChanges,
    options: CallOptions = {},
  ): Promise<void> {
    const { tag } = this.#context;
    checkTaggable(name, env, "pod.update");
    const changes: { name?: string; env?: Record<string, string> } = {};
    if (name !== undefined) changes.name = writeTaggedName(this.#nameTag, name);
    if (env !== undefined) changes.env = { ...env, ...writeTaggedEnv(tag) };
    await this.#change(changes, options);
  }

  async #change(changes: PodChanges, options: CallOptions): Promise<void> {
    await this.#requireOwn(this.pod, CHANGE_TIMEOUT_MS);
    await this.#own.service.update(this.pod.id, changes, options);
    this.#state = { ...this.pod, ...changes };
  }

  /** By the time of the service, as the name of the Pod has it: a sweep goes by that time. */
  #sweepAdvice(): string {
    const { name = this.#context.podName } = this.#state ?? {};
    return adviseSweep(this.#nameTag.end, name);
  }

  /** Ends the Pod at a limit. A Pod that is not handed over yet is ended by `begin`. */
  #reachLimit(): void {
    const { podName, options } = this.#context;
    const { maxHours, maxCost } = options;
    const problem =
      this.#deadline.durationMs < maxHours * HOUR_MS
        ? `the rental has reached maxCost (${maxCost})`
        : `the rental has reached maxHours (${maxHours})`;
    const reason = new RentError("limit_reached", problem, { podName });
    this.#stop.abort(reason);
    this.#ended.abort(reason);
    if (this.#phase === "preparing") return;
    // The Pod goes on to cost money if the release fails, so the attempts go on.
    this.release(DEFAULT_RELEASE_TIMEOUT_MS).catch(() =>
      this.#deadline.repeat(),
    );
  }

  /** Ends the Pod when the process exits. A Pod that is not handed over yet is ended by `begin`. */
  #releaseOnExit(begun: Promise<void>): void {
    const { podName } = this.#context;
    const end = async () => {
      const reason = new RentError("aborted", "the process ends", { podName });
      this.#stop.abort(reason);
      try {
        await begun;
        await this.release(DEFAULT_RELEASE_TIMEOUT_MS);
      } catch (error) {
        const mayBeLeft = error instanceof RentError && error.maybeSent;
        if (mayBeLeft)
          console.error(`${error.message}. ${this.#sweepAdvice()}`);
      }
    };
    const describe = () => {
      const pod = this.#state ? `Pod ${this.pod.id}` : `a Pod named ${podName}`;
      return `cloud-compute-sdk: ${pod} may still run. ${this.#sweepAdvice()}`;
    };
    this.#leaveExit = onShutdown({ kind: "resource", end, describe });
    begun.catch(() => this.#leaveExit?.());
  }

  /** Releases the Pod that was handed over. Several calls share one release; a release that failed can be tried again. */
  release(timeoutMs: number): Promise<void> {
    this.#releasing ??= this.#releaseOnce(timeoutMs).catch((error: unknown) => {
      this.#releasing = undefined;
      throw error;
    });
    return this.#releasing;
  }

  async #releaseOnce(timeoutMs: number): Promise<void> {
    const { options, podName } = this.#context;
    const leftovers = await this.#end(options.release ?? "delete", timeoutMs);
    if (this.#phase === "released") return;
    const problem = "the Pod could not be released";
    throw new RentError("release_failed", problem, { ...leftovers, podName });
  }

  /** Ends what a failed rental has begun, and returns the error of the rental. */
  async #endAfter(error: unknown): Promise<unknown> {
    const ended = await this.#end("delete", DEFAULT_RELEASE_TIMEOUT_MS);
    const isLost = error instanceof RentError && error.maybeSent;
    const mayBeLeft = ended.mayBeLeft || isLost || this.#creation.mayAppear;
    if (ended.left.length === 0 && mayBeLeft === isLost) return error;
    const { podName } = this.#context;
    const { left } = ended;
    if (!(error instanceof RentError)) {
      const problem = "the rental was ended, but its Pod could not be deleted";
      const details = { left, mayBeLeft, podName, cause: error };
      return new RentError("aborted", problem, details);
    }
    const { code, message, refusals, cause = ended.cause } = error;
    const problem = message.replace(/^rentPod: /, "");
    const details = { left, mayBeLeft, podName, refusals, cause };
    return new RentError(code, problem, details);
  }

  /** The Pod itself, or the Pod of this rental in place of one that is another's; undefined if there is none. */
  async #requireOwn(
    pod: PodState,
    timeoutMs: number,
  ): Promise<PodState | undefined> {
    const own = await this.#own.require(pod, timeoutMs);
    if (pod === this.#state && own) this.#state = own;
    return own;
  }

  /** Ends every Pod of this rental. Never rejects. */
  async #end(action: ReleaseAction, timeoutMs: number): Promise<Leftovers> {
    this.#enter("releasing");
    const left: LeftPod[] = [];
    let mayBeLeft = false;
    let cause: unknown;
    const end = async (pod: PodState, how: ReleaseAction) => {
      const endsBy = performance.now() + timeoutMs;
      try {
        const own = await this.#requireOwn(pod, timeoutMs);
        const leftMs = Math.max(1, endsBy - performance.now());
        const options = { action: how, timeoutMs: leftMs };
        if (own) await endPod(this.#own.service, own.id, options);
      } catch (error) {
        left.push({ id: pod.id, name: pod.name });
        cause = error;
      }
    };
    if (this.#state) await end(this.#state, action);
    const { hasLostCreates } = this.#creation;
    // A create that was refused has made nothing: the list is only read to be sure, once.
    const isRefused = !this.#state && this.#own.mayExist && !hasLostCreates;
    if (hasLostCreates || isRefused)
      try {
        const listTimeoutMs = isRefused ? 0 : timeoutMs;
        const rentedId = this.#state?.id;
        for (const pod of await this.#duplicates.find(rentedId, listTimeoutMs))
          await end(pod, "delete");
      } catch (error) {
        mayBeLeft = hasLostCreates;
        cause = error;
      }
    const isReleased = left.length === 0 && !mayBeLeft;
    this.#enter(isReleased ? "released" : "left");
    if (isReleased) await this.#settle();
    return { left, mayBeLeft, cause };
  }

  /** Settles the reservation with what the rental has cost, as far as its price is known. */
  async #settle(): Promise<void> {
    const hours = this.#context.clock.elapsedMs / HOUR_MS;
    const price = this.#state?.costPerHr;
    const pods = Math.max(1, this.#own.count);
    const paid = price === undefined ? undefined : price * hours * pods;
    const cost = this.#state ? paid : 0;
    await this.#tellStore((reservation) => reservation.settle(cost));
    if (this.#state) this.#report("released");
  }

  /** Keeps the reservation under the id of the Pod, for other processes. */
  async #nameReservation(): Promise<void> {
    const name = `pod:${this.pod.id}`;
    const expiresAt = this.#deadline.endsAt + DEFAULT_RELEASE_TIMEOUT_MS;
    await this.#tellStore((reservation) => reservation.assign(name, expiresAt));
  }

  /** Tells the store of the spend guard, if there is one. A store that fails or is slow does not hold up the rental. */
  async #tellStore(
    tell: (reservation: SpendReservation) => Promise<void>,
  ): Promise<void> {
    const { reservation } = this.#context;
    if (!reservation) return;
    await withTimeout(STORE_DELAY_MS, undefined, () => tell(reservation)).catch(
      () => undefined,
    );
  }

  #report(phase: RentProgress["phase"], detail = ""): void {
    const elapsed = Math.round(this.#context.clock.elapsedMs);
    const podId = this.#state?.id;
    const { onProgress } = this.#context.options;
    ignoreErrors(() => onProgress?.({ phase, podId, elapsed, detail }));
  }
}
