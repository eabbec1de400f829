import { checkMilliseconds } from "../checks.js";
import { onAbort, sleep, withTimeout } from "../http/timeout.js";
import { ignoreErrors } from "../ignore-errors.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import type { CallOptions } from "../options.js";
import { onShutdown } from "../shutdown.js";
import type { SpendReservation } from "../spend/index.js";
import { requireUrl, sshAddressOf } from "./addresses.js";
import type { RentClock } from "./clocks.js";
import { describeHardware, PodCreation } from "./create-pod.js";
import { DEFAULT_RELEASE_TIMEOUT_MS, endPod } from "./end-pod.js";
import { RentError, type LeftPod } from "./errors.js";
import {
  checkTaggable,
  writeTaggedEnv,
  writeTaggedName,
  type Tag,
  type ReleaseAction,
} from "./tag.js";
import type { PodCreate } from "./plan.js";
import type { PodChanges, PodService } from "./pod-service.js";
import type { PodState } from "./pod-state.js";
import { rememberRefusal } from "./refused-places.js";
import type { RentOptions, RentProgress } from "./rent-options.js";
import type { ReleaseOptions, RentedPod } from "./rented-pod.js";
import { waitUntilReady } from "./wait-for-pod.js";

/** An hour in milliseconds. */
export const HOUR_MS = 3_600_000;
/** A limit of the cost ends the Pod this much earlier, because the end itself takes time. */
const MAX_COST_MARGIN_MS = 30_000;
/** How long a rental with `maxCost` waits for the price of its Pod, in milliseconds. */
const PRICE_TIMEOUT_MS = 60_000;
const PRICE_PAUSE_MS = 2000;
const MAX_RENAMES = 5;
const RENAME_PAUSE_MS = 1000;
const CALL_TIMEOUT_MS = 20_000;
/** How long the end of a further Pod of a lost create may take before the rental resolves. */
const DUPLICATE_TIMEOUT_MS = 20_000;
/** When the list is searched for further Pods of lost creates while the Pod is rented, counted from the hand-over. */
const SEARCH_DELAYS_MS = [60_000, 300_000];
/** The pause before a list that could not be read is read again. */
const LIST_PAUSE_MS = 2000;
/** How long the store of a spend guard may hold up a rental whose Pod exists, or has ended. */
const STORE_DELAY_MS = 1000;
/** How often a rental checks whether its time is over. */
const CHECK_INTERVAL_MS = 5000;
/** The pause before a failed release at a limit is retried, in milliseconds. */
const LIMIT_RETRY_MS = 30_000;

const RELEASE_OPTIONS: OptionNames<ReleaseOptions> = {
  timeout: true,
};

/** What a rental needs besides its own state. */
interface RentContext {
  /** The client, for which refusals are remembered. */
  readonly cloud: object;
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
  readonly cause?: unknown;
}

/** One rental, from its create to its end. */
export class Rent {
  readonly #context: RentContext;
  readonly #creation: PodCreation;
  /** Aborts what goes on before the Pod is handed over. */
  readonly #stop = new AbortController();
  /** Aborts when the Pod ends. */
  readonly #ended = new AbortController();
  #state: PodState | undefined;
  #isHandedOver = false;
  /** When the rental ends, in milliseconds since it began. */
  #durationMs: number;
  /** The tag in the name of the Pod, whose end `maxCost` may have shortened. */
  #nameTag: Tag;
  #isClosed = false;
  #cancelTimer: () => void = () => undefined;
  #cancelSearches: () => void = () => undefined;
  #leaveExit: (() => void) | undefined;
  #releasing: Promise<void> | undefined;
  /** The ids of the further Pods of lost creates that were found. */
  readonly #duplicates = new Set<string>();

  constructor(context: RentContext) {
    this.#context = context;
    this.#durationMs = context.options.maxHours * HOUR_MS;
    this.#nameTag = context.tag;
    this.#creation = new PodCreation({
      service: context.service,
      creates: context.creates,
      tag: context.tag,
      podName: context.podName,
      onRefused: ({ candidate }) => {
        if (candidate) rememberRefusal(context.cloud, candidate);
      },
      signal: this.#stop.signal,
      report: (phase, detail) => this.#report(phase, detail),
    });
  }

  /** Creates the Pod and waits until it is usable. Ends the Pod before this promise rejects. */
  async begin(): Promise<RentedPod> {
    const { signal, onExit = false } = this.#context.options;
    const abort = () => this.#stop.abort(signal?.reason);
    const unlink = signal && onAbort(signal, abort);
    // The signal may have aborted while the clock of the service was read.
    if (signal?.aborted) abort();
    const begun = this.#createAndWait();
    if (onExit) this.#releaseOnExit(begun);
    try {
      return await begun;
    } finally {
      unlink?.();
    }
  }

  async #createAndWait(): Promise<RentedPod> {
    this.#scheduleEnd();
    try {
      await this.#create();
      const id = this.#pod.id;
      await this.#nameReservation(id);
      this.#stop.signal.throwIfAborted();
      await this.#limitCost(id);
      await this.#waitUntilReady(id);
      await this.#endDuplicates();
      this.#stop.signal.throwIfAborted();
      this.#isHandedOver = true;
      this.#scheduleSearches();
      return this.#createHandle();
    } catch (error) {
      throw await this.#endAfter(error);
    }
  }

  /** Creates the Pod. A Pod that costs more than the capacity allows is ended, and the next candidate is tried. */
  async #create(): Promise<void> {
    const { maxPricePerHour } = this.#context.options.capacity ?? {};
    for (;;) {
      this.#state = await this.#creation.run();
      // A limit of the cost may end the rental before that.
      const end = new Date(this.#endsAt).toISOString();
      const detail = `${describePod(this.#pod)}, ends at the latest at ${end}`;
      this.#report("created", detail);
      if (maxPricePerHour === undefined) return;
      this.#stop.signal.throwIfAborted();
      const { id } = this.#pod;
      const price = await this.#findPrice(id, "maxPricePerHour");
      if (price <= maxPricePerHour) return;
      await this.#endDearPod(id, price, maxPricePerHour);
    }
  }

  /** Ends a Pod that costs too much, before another is created. Throws if the end is not confirmed. */
  async #endDearPod(id: string, price: number, limit: number): Promise<void> {
    const { service, podName } = this.#context;
    const problem = `Pod ${id} costs ${price} an hour, which is more than ${limit}`;
    const createError = (cause?: unknown) =>
      new RentError("too_expensive", problem, { podName, cause });
    const options = {
      action: "delete",
      timeoutMs: DEFAULT_RELEASE_TIMEOUT_MS,
    } as const;
    try {
      await endPod(service, id, options);
    } catch (cause) {
      throw createError(cause);
    }
    this.#creation.reject(id, createError());
    this.#state = undefined;
  }

  get #pod(): PodState {
    return this.#state as PodState;
  }

  /**
   * Shortens the rental to the time that `maxCost` pays for, once the price is known. Writes the new end into the name of
   * the Pod for `sweepPods`.
   */
  async #limitCost(id: string): Promise<void> {
    const { options, tag, userName } = this.#context;
    const { maxCost, maxHours } = options;
    if (maxCost === undefined) return;
    const price = await this.#findPrice(id, "maxCost");
    const paidMs = (maxCost / price) * HOUR_MS;
    const unpaidMs = maxHours * HOUR_MS - paidMs;
    if (unpaidMs <= 0) return;
    this.#durationMs = paidMs - Math.min(MAX_COST_MARGIN_MS, paidMs / 10);
    this.#scheduleEnd();
    const end = Math.floor((tag.end - unpaidMs) / 1000) * 1000;
    this.#nameTag = { ...tag, end };
    await this.#rename(id, writeTaggedName(this.#nameTag, userName));
  }

  /** The price for each hour. The service may show the price only some time after the create. */
  async #findPrice(id: string, limit: string): Promise<number> {
    const { signal } = this.#stop;
    const { service, podName } = this.#context;
    const givesUpAt = performance.now() + PRICE_TIMEOUT_MS;
    let cause: unknown;
    for (;;) {
      const { costPerHr } = this.#pod;
      if (costPerHr !== undefined) return costPerHr;
      if (performance.now() >= givesUpAt) {
        const problem = `the service names no price, so that ${limit} cannot be kept`;
        throw new RentError("price_unknown", problem, { podName, cause });
      }
      await sleep(PRICE_PAUSE_MS, signal);
      try {
        const call = { signal, timeout: CALL_TIMEOUT_MS };
        const found = await service.find(id, call);
        if (found) this.#state = found;
      } catch (error) {
        signal.throwIfAborted();
        cause = error;
      }
    }
  }

  /** Gives the Pod another name. Twice the same name does no harm, so a call whose outcome is unknown is sent again. */
  async #rename(id: string, name: string): Promise<void> {
    const { signal } = this.#stop;
    const { service, podName } = this.#context;
    for (let attempt = 1; ; attempt++) {
      try {
        const call = { signal, timeout: CALL_TIMEOUT_MS };
        await service.update(id, { name }, call);
        this.#state = { ...this.#pod, name };
        return;
      } catch (cause) {
        signal.throwIfAborted();
        if (attempt >= MAX_RENAMES) {
          const problem =
            "the end that follows from maxCost could not be written to the Pod";
          throw new RentError("limit_not_set", problem, { podName, cause });
        }
      }
      await sleep(RENAME_PAUSE_MS * attempt, signal);
    }
  }

  async #waitUntilReady(id: string): Promise<void> {
    const { service, options, proxyUrl, podName } = this.#context;
    const { ready, timeout, interval } = options;
    if (ready === undefined) return;
    const { signal } = this.#stop;
    const onProgress = (reason: string) => this.#report("waiting", reason);
    try {
      this.#state = await waitUntilReady(service, id, {
        ready,
        timeout,
        interval,
        proxyUrl,
        signal,
        onProgress,
      });
    } catch (cause) {
      signal.throwIfAborted();
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new RentError("not_ready", reason, { cause, podName });
    }
    this.#report("ready");
  }

  /** Deletes further Pods of lost creates. What cannot be deleted now is deleted with the release. */
  async #endDuplicates(): Promise<void> {
    if (!this.#creation.mayHaveMore) return;
    const { service } = this.#context;
    const end = async ({ id }: PodState) => {
      const timeoutMs = DUPLICATE_TIMEOUT_MS;
      this.#duplicates.add(id);
      await endPod(service, id, { action: "delete", timeoutMs });
    };
    try {
      for (const pod of await this.#creation.findTagged())
        if (pod.id !== this.#pod.id) await end(pod);
    } catch {
      // The Pod that was rented can be used.
    }
  }

  /** Deletes further Pods of lost creates that appear in the list only while the Pod is rented. */
  #scheduleSearches(): void {
    if (!this.#creation.mayHaveMore) return;
    const search = () => void this.#endDuplicates();
    const cancels = SEARCH_DELAYS_MS.map((delayMs) =>
      scheduleUnref(search, delayMs),
    );
    this.#cancelSearches = () => {
      for (const cancel of cancels) cancel();
    };
  }

  #createHandle(): RentedPod {
    const { proxyUrl } = this.#context;
    const state = () => this.#pod;
    const endsAt = () => this.#endsAt;
    const release = (timeoutMs: number) => this.#release(timeoutMs);
    const update: RentedPod["update"] = (changes, options) =>
      this.#update(changes, options);
    return {
      get id() {
        return state().id;
      },
      get name() {
        return state().name;
      },
      get state() {
        return state();
      },
      get costPerHr() {
        return state().costPerHr;
      },
      get gpuTypeId() {
        return state().gpuTypeId;
      },
      get dataCenterId() {
        return state().dataCenterId;
      },
      get ssh() {
        return sshAddressOf(state());
      },
      get endsAt() {
        return endsAt();
      },
      signal: this.#ended.signal,
      url: (port) => requireUrl(state(), port, proxyUrl),
      update,
      release: async (options = {}) => {
        const call = { operation: "pod.release" };
        checkOptionNames(options, RELEASE_OPTIONS, call);
        const { timeout = DEFAULT_RELEASE_TIMEOUT_MS } = options;
        checkMilliseconds("timeout", timeout, call);
        await release(timeout);
      },
      [Symbol.asyncDispose]: () => release(DEFAULT_RELEASE_TIMEOUT_MS),
    };
  }

  /** Changes name and environment of the Pod. The Pod keeps the tag of the rental. */
  async #update(
    { name, env }: PodChanges,
    options: CallOptions = {},
  ): Promise<void> {
    const { service, tag } = this.#context;
    checkTaggable(name, env, "pod.update");
    const changes: { name?: string; env?: Record<string, string> } = {};
    if (name !== undefined) changes.name = writeTaggedName(this.#nameTag, name);
    if (env !== undefined) changes.env = { ...env, ...writeTaggedEnv(tag) };
    await service.update(this.#pod.id, changes, options);
    this.#state = { ...this.#pod, ...changes };
  }

  /** By the time of the service, as the name of the Pod has it: a sweep goes by that time. */
  #sweepAdvice(): string {
    const { tag, service, podName } = this.#context;
    const shortenedMs =
      this.#context.options.maxHours * HOUR_MS - this.#durationMs;
    // A second of more, because the name of the Pod has whole seconds.
    const endsAt = tag.end - shortenedMs + 1000;
    const name = this.#state?.name ?? podName;
    return adviseSweep(endsAt, { id: this.#state?.id, name }, service.name);
  }

  /** When the rental ends, in milliseconds since 1970. */
  get #endsAt(): number {
    return this.#context.clock.timeAfter(this.#durationMs);
  }

  /** Checks often whether the rental is over: a single timer would stop while the machine sleeps. */
  #scheduleEnd(): void {
    this.#cancelTimer();
    const { clock } = this.#context;
    const remainingMs = Math.max(0, this.#durationMs - clock.elapsedMs);
    const delayMs = Math.min(CHECK_INTERVAL_MS, remainingMs);
    this.#cancelTimer = scheduleUnref(() => void this.#checkEnd(), delayMs);
  }

  async #checkEnd(): Promise<void> {
    const isOver = await this.#context.clock.isOver(this.#durationMs);
    if (this.#isClosed) return;
    if (isOver) this.#reachLimit();
    else this.#scheduleEnd();
  }

  /** Ends the Pod at a limit. A Pod that is not handed over yet is ended by `begin`. */
  #reachLimit(): void {
    const { podName, options } = this.#context;
    const { maxHours, maxCost } = options;
    const problem =
      this.#durationMs < maxHours * HOUR_MS
        ? `the rental has reached maxCost (${maxCost})`
        : `the rental has reached maxHours (${maxHours})`;
    const reason = new RentError("limit_reached", problem, { podName });
    this.#stop.abort(reason);
    this.#ended.abort(reason);
    if (!this.#isHandedOver) return;
    this.#release(DEFAULT_RELEASE_TIMEOUT_MS).catch(() => {
      // The Pod goes on to cost money, so the attempts go on.
      const again = () => this.#reachLimit();
      this.#cancelTimer = scheduleUnref(again, LIMIT_RETRY_MS);
    });
  }

  /** Ends the Pod when the process exits. A Pod that is not handed over yet is ended by `begin`. */
  #releaseOnExit(begun: Promise<RentedPod>): void {
    const { podName } = this.#context;
    const end = async () => {
      const reason = new RentError("aborted", "the process ends", { podName });
      this.#stop.abort(reason);
      try {
        await begun;
        await this.#release(DEFAULT_RELEASE_TIMEOUT_MS);
      } catch (error) {
        const mayBeLeft = error instanceof RentError && error.maybeSent;
        if (mayBeLeft)
          console.error(`${error.message}. ${this.#sweepAdvice()}`);
      }
    };
    const describe = () => {
      const pod = this.#state
        ? `Pod ${this.#pod.id}`
        : `a Pod named ${podName}`;
      return `cloud-compute-sdk: ${pod} may still run. ${this.#sweepAdvice()}`;
    };
    this.#leaveExit = onShutdown({ kind: "resource", end, describe });
    begun.catch(() => this.#leaveExit?.());
  }

  /** Releases the Pod that was handed over. Several calls share one release; a release that failed can be tried again. */
  #release(timeoutMs: number): Promise<void> {
    const { options, podName } = this.#context;
    this.#releasing ??= this.#end(options.release ?? "delete", timeoutMs)
      .then(({ left, mayBeLeft, cause }) => {
        if (left.length === 0 && !mayBeLeft) return;
        const problem = "the Pod could not be released";
        const details = { left, mayBeLeft, cause, podName };
        throw new RentError("release_failed", problem, details);
      })
      .catch((error: unknown) => {
        this.#releasing = undefined;
        throw error;
      });
    return this.#releasing;
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

  /** Ends every Pod of this rental. Never rejects. */
  async #end(action: ReleaseAction, timeoutMs: number): Promise<Leftovers> {
    const { podName } = this.#context;
    const problem = "the Pod was released";
    this.#ended.abort(new RentError("released", problem, { podName }));
    if (this.#state) this.#report("releasing");
    const left: LeftPod[] = [];
    let mayBeLeft = false;
    let cause: unknown;
    const end = async (pod: PodState, how: ReleaseAction) => {
      try {
        const { service } = this.#context;
        await endPod(service, pod.id, { action: how, timeoutMs });
      } catch (error) {
        left.push({ id: pod.id, name: pod.name });
        cause = error;
      }
    };
    if (this.#state) await end(this.#state, action);
    const { hasLostCreates, hasSentCreates } = this.#creation;
    // A create that was refused has made nothing: the list is only read to be sure, once.
    const isRefused = !this.#state && hasSentCreates && !hasLostCreates;
    if (hasLostCreates || isRefused)
      try {
        const known = this.#state?.id;
        const others = await this.#findTagged(isRefused ? 0 : timeoutMs);
        for (const pod of others) {
          if (pod.id === known) continue;
          this.#duplicates.add(pod.id);
          await end(pod, "delete");
        }
      } catch (error) {
        mayBeLeft = hasLostCreates;
        cause = error;
      }
    if (left.length === 0 && !mayBeLeft) await this.#close();
    return { left, mayBeLeft, cause };
  }

  /** The Pods of this rental by the list, which is read again until it can be read, within the timeout. */
  async #findTagged(timeoutMs: number): Promise<readonly PodState[]> {
    const givesUpAt = performance.now() + timeoutMs;
    for (;;)
      try {
        return await this.#creation.findTagged();
      } catch (error) {
        if (performance.now() + LIST_PAUSE_MS >= givesUpAt) throw error;
        await sleep(LIST_PAUSE_MS, undefined);
      }
  }

  /** Frees what the rental holds in this process, once the service has confirmed its end. */
  async #close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    this.#cancelSearches();
    this.#leaveExit?.();
    const hours = this.#context.clock.elapsedMs / HOUR_MS;
    const price = this.#state?.costPerHr;
    const pods = 1 + this.#duplicates.size;
    const paid = price === undefined ? undefined : price * hours * pods;
    const cost = this.#state ? paid : 0;
    const { reservation } = this.#context;
    if (reservation)
      await withTimeout(STORE_DELAY_MS, undefined, () =>
        reservation.settle(cost),
      ).catch(() => undefined);
    if (this.#state) this.#report("released");
  }

  /** Keeps the reservation under the id of the Pod, for other processes. */
  async #nameReservation(id: string): Promise<void> {
    const { reservation } = this.#context;
    const expiresAt = this.#endsAt + DEFAULT_RELEASE_TIMEOUT_MS;
    if (!reservation) return;
    await withTimeout(STORE_DELAY_MS, undefined, () =>
      reservation.assign(`pod:${id}`, expiresAt),
    ).catch(() => undefined);
  }

  #report(phase: RentProgress["phase"], detail = ""): void {
    const elapsed = Math.round(this.#context.clock.elapsedMs);
    const podId = this.#state?.id;
    const { onProgress } = this.#context.options;
    ignoreErrors(() => onProgress?.({ phase, podId, elapsed, detail }));
  }
}

/**
 * Calls `callback` once after `delayMs` milliseconds. The function that it returns cancels the call. The timer does not
 * keep the process running.
 */
function scheduleUnref(callback: () => void, delayMs: number): () => void {
  const timer: unknown = setTimeout(callback, delayMs);
  // In Node, Bun and Deno a timer is an object; in browsers a number.
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer as ReturnType<typeof setTimeout>);
}

/** The id, the hardware and the price of a Pod, as far as the service has named them. */
function describePod({
  id,
  gpuTypeId,
  dataCenterId,
  costPerHr,
}: PodState): string {
  const price = costPerHr === undefined ? "" : `${costPerHr} per hour`;
  const parts = [id, describeHardware(gpuTypeId, dataCenterId), price];
  return parts.filter(Boolean).join(", ");
}

/** How to end a Pod that a process has left behind. */
function adviseSweep(
  endsAt: number,
  pod: { readonly id: string | undefined; readonly name: string },
  serviceName: PodService["name"],
): string {
  const end = new Date(endsAt).toISOString();
  const command = `npx cloud-compute-sdk sweep --all --name ${shellWord(pod.name)}`;
  const call =
    pod.id === undefined
      ? ""
      : `, and so does ${serviceName}.delete("${pod.id}")`;
  return `The rental ends at ${end}: from then on "npx cloud-compute-sdk sweep" deletes the Pod. "${command}" deletes the Pod now${call}`;
}

/** A text as one word of a shell. */
function shellWord(text: string): string {
  return /^[\w.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
