import type { PodCreateInput } from "../../generated/rest/resources.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { checkClient, checkMembers } from "../check-members.js";
import {
  check,
  checkCallbacks,
  checkMilliseconds,
  checkOptions,
} from "../checks.js";
import type { Client } from "../client.js";
import { onAbort, sleep } from "../http/timeout.js";
import { isolate } from "../isolate.js";
import { loadJobParts } from "../jobs/load.js";
import { isPlainObject } from "../models/plain-object.js";
import { copyAsJson } from "../rest/write-json.js";
import type { SpendGuard, SpendReservation } from "../spend/index.js";
import {
  needsProxy,
  requireProxyUrl,
  requireUrl,
  resolveProxyUrl,
  sshAddressOf,
  type SshAddress,
} from "./addresses.js";
import { PodCreation } from "./create-pod.js";
import {
  DEFAULT_RELEASE_TIMEOUT_MS,
  endPod,
  VISIBILITY_DELAY_MS,
} from "./end-pod.js";
import { RentError, type LeftPod } from "./errors.js";
import { onProcessExit } from "./exit.js";
import { scheduleUnref } from "./long-timer.js";
import {
  checkMarkable,
  createMark,
  writeMarkedEnv,
  writeMarkedName,
  type Mark,
  type ReleaseAction,
} from "./mark.js";
import { createPodService } from "./choose-service.js";
import { planCreates, type PodCreate, type PodService } from "./pod-service.js";
import type { PodBodyV2, PodClientV2, RentInputV2 } from "./client-v2.js";
import {
  checkGpuIds,
  findHighestPriceV2,
  isVersion2,
  planCreatesV2,
} from "./version-2.js";
import type { PodState } from "./pod-state.js";
import type { PollOptions } from "./poll.js";
import { findHighestPrice } from "./price.js";
import { readConditions, type Ready } from "./ready.js";
import { waitUntilReady, type UsablePod } from "./wait-for-pod.js";

/** The surfaces of a client that a rent needs. `graphql` has the price when `spend` is given without `maxCost`. */
export type RentClient = Pick<Client, "billing" | "graphql" | "model" | "pods">;

/** How to rent a Pod. */
export interface RentOptions {
  /**
   * The longest time that the Pod may exist, in hours, counted from the create, at most 87,600. The Pod carries the
   * time of its end, after which `sweepPods` deletes it if this process cannot.
   */
  readonly maxHours: number;
  /**
   * The most that the Pod may cost, in the currency of the account: the price for each hour times the hours. Storage that
   * the service charges apart from the Pod does not count.
   */
  readonly maxCost?: number | undefined;
  /**
   * What makes the Pod usable: one condition, or several that must all hold.
   * @default no wait: the Pod is returned as soon as it is created
   */
  readonly ready?: Ready | readonly Ready[] | undefined;
  /**
   * The longest wait until the Pod is usable, in milliseconds.
   * @default 600000
   */
  readonly timeout?: number | undefined;
  /**
   * The poll interval of that wait; see `waitForPod`.
   * @default a tenth of the time since the wait began, at least 250 ms and at most 5000 ms, ±10 %
   */
  readonly interval?: PollOptions["interval"];
  /**
   * Ends the rent until `rentPod` has resolved. The rent first ends what it has begun, and then rejects with the signal's
   * own reason, or with a `RentError` if a Pod may be left. Use `pod.release()` after that.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called for each step of the rent. An error that it throws is ignored. */
  readonly onProgress?: ((progress: RentProgress) => void) | undefined;
  /**
   * Whether the Pod is released when the process ends: by SIGINT or SIGTERM, which are raised again afterwards, by an error
   * that nobody caught, or because nothing is left to do. A second signal ends the process at once. At `process.exit()`
   * there is no time to release anything: a line on stderr names what is left. SIGHUP is not handled, so that `nohup` works.
   * @default false
   */
  readonly onExit?: boolean | undefined;
  /**
   * What a release does: delete the Pod, or stop it, which keeps its volume disk at the price of the disk. `sweepPods` does
   * the same at the end of the rent.
   * @default "delete"
   */
  readonly release?: ReleaseAction | undefined;
  /** A guard of `cloud-compute-sdk/spend` that must permit the cost: `maxCost`, or else `maxHours` at the highest price. */
  readonly spend?: SpendGuard | undefined;
  /**
   * The address of the proxy for HTTP ports, with `{podId}` and `{port}` in it.
   * @default the `proxyUrl` of the client
   */
  readonly proxyUrl?: string | undefined;
}

/** One step of a rent. */
export interface RentProgress {
  /**
   * `creating`: a create is sent. `searching`: the outcome of a create is unknown, and the list is searched for its Pod.
   * `created`: the Pod exists. `waiting`: the Pod is not usable yet; `detail` says why. `ready`: the Pod is usable.
   * `releasing`, `released`: the Pod is being ended, and has ended.
   */
  readonly phase:
    | "creating"
    | "searching"
    | "created"
    | "waiting"
    | "ready"
    | "releasing"
    | "released";
  /** The id of the Pod, once it is known. */
  readonly podId: string | undefined;
  /** Milliseconds since the rent began. */
  readonly elapsed: number;
  /** What holds the Pod up, in words; empty for the other steps. */
  readonly detail: string;
}

/** How to release a Pod. */
export interface ReleaseOptions {
  /**
   * The longest time until the service must have confirmed the end of the Pod, in milliseconds.
   * @default 60000
   */
  readonly timeout?: number | undefined;
}

/** The method that `await using` calls, where the platform and the types of the program know it. */
export type AsyncRelease = SymbolConstructor extends {
  readonly asyncDispose: infer Key extends symbol;
}
  ? Readonly<Record<Key, () => Promise<void>>>
  : object;

/** A Pod that was rented, and must be released. */
export interface RentedPodMembers extends UsablePod {
  /** The id of the Pod. */
  readonly id: string;
  /** The name of the Pod, which carries the mark of the rent. */
  readonly name: string;
  /** What the service showed of the Pod last. */
  readonly state: PodState;
  /** The price for each hour, in the currency of the account; undefined if the service names none. */
  readonly costPerHr: number | undefined;
  /** When the rent ends, in milliseconds since 1970: by `maxHours`, or earlier by `maxCost`. */
  readonly endsAt: number;
  /** Where SSH answers; undefined unless the Pod opens `22/tcp` and has a public address. */
  readonly ssh: SshAddress | undefined;
  /** Aborts when the Pod ends, by a limit or a release. Its reason is a `RentError`: `limit_reached` or `released`. */
  readonly signal: AbortSignal;
  /**
   * Deletes the Pod, or stops it if the rent says so, and resolves when the service has confirmed the end. Repeats the
   * request until then, within the timeout. Further calls return the same promise; after a failure, another call starts
   * a new release.
   *
   * @throws RentError if the service does not confirm the end in time; `left` names the Pod
   *
   * @example
   * ```ts
   * try {
   *   await train(pod.ssh);
   * } finally {
   *   await pod.release();
   * }
   * ```
   */
  release(options?: ReleaseOptions): Promise<void>;
}

/** A Pod that was rented, and must be released: by `release()`, or by `await using`. */
export type RentedPod = RentedPodMembers & AsyncRelease;

const HOUR_MS = 3_600_000;
/** Ten years. The time of the end in the name of a Pod has four digits for the year. */
const MAX_HOURS = 87_600;
/** A limit of the cost ends the Pod this much earlier, because the end itself takes time. */
const MAX_COST_MARGIN_MS = 30_000;
/** How long a rent with `maxCost` waits for the price of its Pod, in milliseconds. */
const PRICE_TIMEOUT_MS = 60_000;
const PRICE_PAUSE_MS = 2000;
const MAX_RENAMES = 5;
const RENAME_PAUSE_MS = 1000;
const CALL_TIMEOUT_MS = 20_000;
/** How long the end of a further Pod of a lost create may take before the rent resolves. */
const DUPLICATE_TIMEOUT_MS = 20_000;
/** When the list is searched for further Pods of lost creates while the Pod is rented, counted from the hand-over. */
const SEARCH_DELAYS_MS = [60_000, 300_000];
/** The pause before a list that could not be read is read again. */
const LIST_PAUSE_MS = 2000;
/** The pause before a failed release at a limit is retried, in milliseconds. */
const LIMIT_RETRY_MS = 30_000;
const RENT_OPTIONS: OptionNames<RentOptions> = {
  maxHours: true,
  maxCost: true,
  ready: true,
  timeout: true,
  interval: true,
  signal: true,
  onProgress: true,
  onExit: true,
  release: true,
  spend: true,
  proxyUrl: true,
};

const RELEASE_OPTIONS: OptionNames<ReleaseOptions> = {
  timeout: true,
};

/** How to end a Pod that a process has left behind. */
function adviseSweep(endsAt: number, podId: string | undefined): string {
  const end = new Date(endsAt).toISOString();
  const now =
    podId === undefined
      ? `"npx cloud-compute-sdk sweep --now ${end}", which ends every rent up to that time,`
      : `cloud.pods.delete("${podId}")`;
  return `The rent ends at ${end}: from then on "npx cloud-compute-sdk sweep" deletes the Pod. ${now} deletes the Pod now`;
}

/**
 * Rents a Pod that cannot be forgotten: creates it, waits until it can be used, and ends it at the latest after
 * `maxHours`, or when it has cost `maxCost`. Name and environment of the Pod carry a random mark and the time of the end,
 * so that `sweepPods` finds what a process has left behind.
 *
 * A create whose outcome is unknown is not sent again until its Pod is found by the mark, or has been absent from the list
 * for 60 seconds. A second Pod that appears in the list after that is deleted: before this function resolves, one minute
 * and five minutes after that, and at the release. Whatever fails, the Pod is deleted before this function rejects. An abort
 * waits for that as well.
 *
 * The order of `gpuTypeIds` is a ranking, unless `gpuTypePriority` says otherwise.
 *
 * @throws InputError if `maxHours` is missing, or another option or the input is not valid; nothing was sent
 * @throws RentError if no Pod could be rented; `left` names by id what may still run
 * @throws SpendError if the guard refuses the cost; nothing was sent
 * @throws the reason of the signal on an abort that has left nothing
 *
 * @example
 * ```ts
 * const pod = await rentPod(
 *   cloud,
 *   { imageName: "ubuntu:24.04", gpuTypeIds: ["NVIDIA L4"], ports: ["22/tcp"] },
 *   { maxHours: 4, maxCost: 3, ready: { tcp: 22 }, onExit: true },
 * );
 * try {
 *   console.log(pod.ssh?.command);
 * } finally {
 *   await pod.release();
 * }
 * ```
 */
export async function rentPod(
  cloud: RentClient,
  input: PodCreateInput,
  options: RentOptions,
): Promise<RentedPod>;
/**
 * Rents a Pod of version 2 in the same way: pass `cloud.v2`. A create of version 2 names one GPU type, so the types of
 * `gpu.id` are tried one after another, and the next one only if no machine is free. The `RentError` keeps the reason of
 * each in `refusals`.
 *
 * @throws the errors of a rent of 0.1.0
 *
 * @example
 * ```ts
 * const pod = await rentPod(
 *   cloud.v2,
 *   { image: "ubuntu:24.04", gpu: { id: ["NVIDIA L4", "NVIDIA RTX A5000"] }, ports: ["22/tcp"] },
 *   { maxHours: 4, ready: { tcp: 22 } },
 * );
 * ```
 */
export async function rentPod<Body extends PodBodyV2>(
  cloud: PodClientV2<Body>,
  input: RentInputV2<Body>,
  options: RentOptions,
): Promise<RentedPod>;
export async function rentPod(
  cloud: RentClient | PodClientV2,
  givenInput: PodCreateInput | RentInputV2,
  givenOptions: RentOptions,
): Promise<RentedPod> {
  checkClient(cloud, ["pods"], "rentPod");
  const ports = isVersion2(cloud) ? [] : DEFAULT_PORTS;
  checkArguments(givenInput, givenOptions, ports);
  // What the caller changes in the arguments afterwards changes nothing.
  const input = copyAsJson("input", givenInput, { operation: "rentPod" });
  const options = { ...givenOptions };
  if (isVersion2(cloud)) checkGpuIds(input);
  const { signal, maxHours, release = "delete" } = options;
  signal?.throwIfAborted();
  const { checkPollOptions } = await loadJobParts("rentPod", signal);
  checkPollOptions(options, "rentPod");
  const proxyUrl = resolveProxyUrl(cloud, options.proxyUrl, "rentPod");
  checkProxyIsKnown(options.ready, openPortsOf(input, ports), proxyUrl);
  const service = createPodService(cloud);
  const reservation = await reserveCost(cloud, input, options);
  try {
    // The list is read once before the create: without the list, a Pod whose id is lost could not be found.
    const serviceTime = await service.readTime({ signal });
    const mark = createMark(serviceTime + maxHours * HOUR_MS, release);
    const podName = writeMarkedName(mark, input.name);
    const env = { ...input.env, ...writeMarkedEnv(mark) };
    const rent = new Rent({
      service,
      creates: isVersion2(cloud)
        ? planCreatesV2(cloud, input, podName, env)
        : planCreates(cloud, { ...input, name: podName, env }),
      mark,
      podName,
      userName: input.name,
      options,
      proxyUrl,
      reservation,
    });
    return await rent.begin();
  } catch (error) {
    const isNothingLeft = !(error instanceof RentError) || !error.maybeSent;
    // A reservation that is settled already stays as it is.
    if (isNothingLeft) await reservation?.settle(0).catch(() => undefined);
    throw error;
  }
}

function checkArguments(
  input: PodCreateInput | RentInputV2,
  options: RentOptions,
  defaultPorts: readonly string[],
): void {
  const call = { operation: "rentPod" };
  check(isPlainObject(input), "input", "must be an object: the Pod", call);
  const given = (options as Partial<RentOptions> | undefined) ?? {};
  checkOptions(given, call);
  checkOptionNames(given, RENT_OPTIONS, call);
  const { maxHours, maxCost, release = "delete", spend } = given;
  checkCallbacks({ onProgress: given.onProgress }, call);
  if (spend !== undefined)
    checkMembers("spend", spend, ["reserve"], SPEND_GUARD, call);
  check(
    isPositive(maxHours) && maxHours <= MAX_HOURS,
    "maxHours",
    `is required: the longest time in hours that the Pod may exist, a number above 0 and at most ${MAX_HOURS}`,
    call,
  );
  check(
    maxCost === undefined || isPositive(maxCost),
    "maxCost",
    "must be a number above 0",
    call,
  );
  check(
    ["delete", "stop"].includes(release),
    "release",
    'must be "delete" or "stop"',
    call,
  );
  const { name, env } = input;
  checkMarkable(name, env);
  readConditions(given.ready, openPortsOf(input, defaultPorts), "rentPod");
}

/** The ports that a Pod will open; undefined if only a template knows the ports. */
function openPortsOf(
  input: PodCreateInput | RentInputV2,
  defaultPorts: readonly string[],
): readonly string[] | undefined {
  const { ports, templateId } = input as PodCreateInput;
  return templateId === undefined ? (ports ?? defaultPorts) : ports;
}

/** Refuses a rent whose HTTP ports could not be reached, before the Pod costs money. */
function checkProxyIsKnown(
  ready: RentOptions["ready"],
  openPorts: readonly string[] | undefined,
  proxyUrl: string | undefined,
): void {
  const conditions = readConditions(ready, openPorts, "rentPod");
  for (const condition of conditions)
    if ("http" in condition && needsProxy(openPorts, condition.http))
      requireProxyUrl(proxyUrl, "rentPod");
}

const SPEND_GUARD = "a guard: what createSpendGuard() returns";

/** The ports that 0.1.0 opens if a create names no ports. Version 2 then opens no ports. */
const DEFAULT_PORTS = ["8888/http", "22/tcp"];

function isPositive(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

/** Reserves what the Pod may cost at most. */
async function reserveCost(
  cloud: RentClient | PodClientV2,
  input: PodCreateInput | RentInputV2,
  options: RentOptions,
): Promise<SpendReservation | undefined> {
  const { spend, maxHours, maxCost, signal } = options;
  if (!spend) return undefined;
  const durationMs = maxHours * HOUR_MS + DEFAULT_RELEASE_TIMEOUT_MS;
  let amount = maxCost;
  if (amount === undefined) {
    const price = isVersion2(cloud)
      ? await findHighestPriceV2(cloud, input, { signal })
      : await findHighestPrice(cloud, input, { signal });
    check(
      price !== undefined,
      "maxCost",
      "is required with `spend` here: the price of this Pod is not known before it is created",
      { operation: "rentPod" },
    );
    amount = (price * durationMs) / HOUR_MS;
  }
  // Settling expired reservations of other processes may free a part of the limit.
  await spend.reconcile(cloud).catch(() => undefined);
  return spend.reserve(amount, Date.now() + durationMs);
}

interface RentContext {
  readonly service: PodService;
  readonly creates: readonly PodCreate[];
  readonly mark: Mark;
  readonly podName: string;
  readonly userName: string | undefined;
  readonly options: RentOptions;
  readonly proxyUrl: string | undefined;
  readonly reservation: SpendReservation | undefined;
}

/** What is left after the end of a rent. */
interface Leftovers {
  readonly left: readonly LeftPod[];
  readonly mayBeLeft: boolean;
  readonly cause?: unknown;
}

/** One rent, from its create to its end. */
class Rent {
  readonly #context: RentContext;
  readonly #creation: PodCreation;
  readonly #beganAt = performance.now();
  readonly #beganAtTime = Date.now();
  /** Aborts what goes on before the Pod is handed over. */
  readonly #stop = new AbortController();
  /** Aborts when the Pod ends. */
  readonly #ended = new AbortController();
  #state: PodState | undefined;
  /** Whether the service has shown the Pod in a list or by its id. */
  #wasSeen = false;
  /** When the service first named the Pod, by `performance.now()`. */
  #knownSince: number | undefined;
  #isHandedOver = false;
  /** When the rent ends, in milliseconds since it began. */
  #durationMs: number;
  #cancelTimer: () => void = () => undefined;
  #cancelSearches: () => void = () => undefined;
  #leaveExit: (() => void) | undefined;
  #releasing: Promise<void> | undefined;
  /** The ids of the further Pods of lost creates that were found. */
  readonly #duplicates = new Set<string>();

  constructor(context: RentContext) {
    this.#context = context;
    this.#durationMs = context.options.maxHours * HOUR_MS;
    this.#creation = new PodCreation({
      service: context.service,
      creates: context.creates,
      mark: context.mark,
      podName: context.podName,
      signal: this.#stop.signal,
      report: (phase) => this.#report(phase),
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
      this.#see(await this.#creation.run(), this.#creation.hasLostCreates);
      this.#report("created");
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

  get #pod(): PodState {
    return this.#state as PodState;
  }

  #see(state: PodState, wasSeen: boolean): void {
    this.#state = state;
    this.#wasSeen ||= wasSeen;
    this.#knownSince ??= performance.now();
  }

  /** Whether a 404 means that the Pod is gone: the service has shown the Pod, or has had the time to do so. */
  #isVisible(): boolean {
    const knownMs = performance.now() - (this.#knownSince ?? Infinity);
    return this.#wasSeen || knownMs >= VISIBILITY_DELAY_MS;
  }

  /**
   * Shortens the rent to the time that `maxCost` pays for, once the price is known. Writes the new end into the name of
   * the Pod for `sweepPods`.
   */
  async #limitCost(id: string): Promise<void> {
    const { options, mark, userName } = this.#context;
    const { maxCost, maxHours } = options;
    if (maxCost === undefined) return;
    const paidMs = (maxCost / (await this.#findPrice(id))) * HOUR_MS;
    const unpaidMs = maxHours * HOUR_MS - paidMs;
    if (unpaidMs <= 0) return;
    this.#durationMs = paidMs - Math.min(MAX_COST_MARGIN_MS, paidMs / 10);
    this.#scheduleEnd();
    const end = Math.floor((mark.end - unpaidMs) / 1000) * 1000;
    await this.#rename(id, writeMarkedName({ ...mark, end }, userName));
  }

  /** The price for each hour. The service may show the price only some time after the create. */
  async #findPrice(id: string): Promise<number> {
    const { signal } = this.#stop;
    const { service, podName } = this.#context;
    const givesUpAt = performance.now() + PRICE_TIMEOUT_MS;
    let cause: unknown;
    for (;;) {
      const { costPerHr } = this.#pod;
      if (costPerHr !== undefined) return costPerHr;
      if (performance.now() >= givesUpAt) {
        const problem =
          "the service names no price, so that maxCost cannot be kept";
        throw new RentError("price_unknown", problem, { podName, cause });
      }
      await sleep(PRICE_PAUSE_MS, signal);
      try {
        const call = { signal, timeout: CALL_TIMEOUT_MS };
        const found = await service.find(id, call);
        if (found) this.#see(found, true);
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
        await service.rename(id, name, call);
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
      const state = await waitUntilReady(service, id, {
        ready,
        timeout,
        interval,
        proxyUrl,
        signal,
        onProgress,
      });
      this.#see(state, true);
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
      await endPod(service, id, { action: "delete", timeoutMs, wasSeen: true });
    };
    try {
      for (const pod of await this.#creation.findMarked())
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
      get ssh() {
        return sshAddressOf(state());
      },
      get endsAt() {
        return endsAt();
      },
      signal: this.#ended.signal,
      url: (port) => requireUrl(state(), port, proxyUrl),
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

  /** By the time of the service, as the name of the Pod has it: a sweep goes by that time. */
  #sweepAdvice(): string {
    const { mark } = this.#context;
    const shortenedMs =
      this.#context.options.maxHours * HOUR_MS - this.#durationMs;
    // A second of more, because the name of the Pod has whole seconds.
    return adviseSweep(mark.end - shortenedMs + 1000, this.#state?.id);
  }

  /** When the rent ends, in milliseconds since 1970. */
  get #endsAt(): number {
    return this.#beganAtTime + this.#durationMs;
  }

  #scheduleEnd(): void {
    this.#cancelTimer();
    const remainingMs = this.#beganAt + this.#durationMs - performance.now();
    this.#cancelTimer = scheduleUnref(() => this.#reachLimit(), remainingMs);
  }

  /** Ends the Pod at a limit. A Pod that is not handed over yet is ended by `begin`. */
  #reachLimit(): void {
    const { podName } = this.#context;
    const problem = "the rent has reached maxHours or maxCost";
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
    this.#leaveExit = onProcessExit({ end, describe });
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

  /** Ends what a failed rent has begun, and returns the error of the rent. */
  async #endAfter(error: unknown): Promise<unknown> {
    const ended = await this.#end("delete", DEFAULT_RELEASE_TIMEOUT_MS);
    const isLost = error instanceof RentError && error.maybeSent;
    const mayBeLeft = ended.mayBeLeft || isLost;
    if (ended.left.length === 0 && mayBeLeft === isLost) return error;
    const { podName } = this.#context;
    const { left } = ended;
    if (!(error instanceof RentError)) {
      const problem = "the rent was ended, but its Pod could not be deleted";
      const details = { left, mayBeLeft, podName, cause: error };
      return new RentError("aborted", problem, details);
    }
    const { code, message, refusals, cause = ended.cause } = error;
    const problem = message.replace(/^rentPod: /, "");
    const details = { left, mayBeLeft, podName, refusals, cause };
    return new RentError(code, problem, details);
  }

  /** Ends every Pod of this rent. Never rejects. */
  async #end(action: ReleaseAction, timeoutMs: number): Promise<Leftovers> {
    const { podName } = this.#context;
    const problem = "the Pod was released";
    this.#ended.abort(new RentError("released", problem, { podName }));
    if (this.#state) this.#report("releasing");
    const left: LeftPod[] = [];
    let mayBeLeft = false;
    let cause: unknown;
    const end = async (pod: PodState, how: ReleaseAction, wasSeen: boolean) => {
      try {
        const { service } = this.#context;
        await endPod(service, pod.id, { action: how, timeoutMs, wasSeen });
      } catch (error) {
        left.push({ id: pod.id, name: pod.name });
        cause = error;
      }
    };
    if (this.#state) await end(this.#state, action, this.#isVisible());
    if (this.#creation.hasLostCreates)
      try {
        const known = this.#state?.id;
        const others = await this.#findMarked(timeoutMs);
        for (const pod of others) {
          if (pod.id === known) continue;
          this.#duplicates.add(pod.id);
          await end(pod, "delete", true);
        }
      } catch (error) {
        mayBeLeft = true;
        cause = error;
      }
    if (left.length === 0 && !mayBeLeft) await this.#close();
    return { left, mayBeLeft, cause };
  }

  /** The Pods of this rent by the list, which is read again until it can be read, within the timeout. */
  async #findMarked(timeoutMs: number): Promise<readonly PodState[]> {
    const givesUpAt = performance.now() + timeoutMs;
    for (;;)
      try {
        return await this.#creation.findMarked();
      } catch (error) {
        if (performance.now() + LIST_PAUSE_MS >= givesUpAt) throw error;
        await sleep(LIST_PAUSE_MS, undefined);
      }
  }

  /** Frees what the rent holds in this process, once the service has confirmed its end. */
  async #close(): Promise<void> {
    this.#cancelTimer();
    this.#cancelSearches();
    this.#leaveExit?.();
    const hours = (performance.now() - this.#beganAt) / HOUR_MS;
    const price = this.#state?.costPerHr;
    const pods = 1 + this.#duplicates.size;
    const paid = price === undefined ? undefined : price * hours * pods;
    const cost = this.#state ? paid : 0;
    await this.#context.reservation?.settle(cost).catch(() => undefined);
    if (this.#state) this.#report("released");
  }

  /** Keeps the reservation under the id of the Pod, for other processes. */
  async #nameReservation(id: string): Promise<void> {
    const { reservation } = this.#context;
    const expiresAt = this.#endsAt + DEFAULT_RELEASE_TIMEOUT_MS;
    await reservation?.assign(`pod:${id}`, expiresAt).catch(() => undefined);
  }

  #report(phase: RentProgress["phase"], detail = ""): void {
    const elapsed = performance.now() - this.#beganAt;
    const podId = this.#state?.id;
    const { onProgress } = this.#context.options;
    isolate(onProgress)({ phase, podId, elapsed, detail });
  }
}
