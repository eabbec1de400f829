import type { PodCreateInput } from "../../generated/rest/resources.js";
import { checkMembers } from "../check-members.js";
import {
  check,
  checkCallbacks,
  checkOneOf,
  checkOptions,
  type OptionNames,
} from "../checks.js";
import { isPlainObject } from "../json.js";
import { checkOnExit } from "../shutdown.js";
import type { SpendGuard } from "../spend/index.js";
import { checkPollOptions } from "../jobs/poll.js";
import { needsProxy, requireProxyUrl, resolveProxyUrl } from "./addresses.js";
import type { Capacity } from "./capacity.js";
import { isVersion2, type PodClientV2, type RentInputV2 } from "./client-v2.js";
import type { PodClient } from "./pod-service.js";
import type { PollOptions } from "./poll.js";
import { readConditions, type Ready } from "./ready.js";
import { checkTaggable, type ReleaseAction } from "./tag.js";

/** How to rent a Pod. */
export interface RentOptions {
  /**
   * The longest time that the Pod may exist, in hours, counted from the create, at most 87,600. The Pod carries the
   * time of its end, after which `sweepPods` ends it if this process cannot.
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
   * Ends the rental until `rentPod` has resolved. The rental first ends what it has begun, and then rejects with the signal's
   * own reason, or with a `RentError` if a Pod may be left. Where `onExit` has ended the rental first, after Ctrl-C for example,
   * it rejects with a `RentError` whose code is `aborted`. Use `pod.release()` once `rentPod` has resolved.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called for each step of the rental. An error that it throws is ignored. */
  readonly onProgress?: ((progress: RentProgress) => void) | undefined;
  /**
   * Whether the Pod is released when the process ends: at SIGINT, SIGTERM or SIGHUP, at an error that nobody caught, or
   * because nothing is left to do. After a signal, batches and workers of the process end first; then the Pod is released, and
   * the process ends by the same signal. If the program listens to the signal itself, or has a batch or a worker, the program
   * decides when it ends. A second signal leaves five seconds, a third one none. At `process.exit()` there is no time to
   * release anything: a line on stderr names what is left. Not possible in a worker thread, which signals do not reach.
   * @default false
   */
  readonly onExit?: boolean | undefined;
  /**
   * What a release does: delete the Pod, or stop it, which keeps its volume disk at the price of the disk. `sweepPods` does
   * the same at the end of the rental.
   * @default "delete"
   */
  readonly release?: ReleaseAction | undefined;
  /**
   * Where to search for the GPUs: what `findCapacity` has found. Its candidates are tried in order while the service refuses
   * with 400, 403, or words that mean no stock; the rental ends at a refusal of another kind, and after three identical
   * refusals that do not mean no stock. A candidate decides about GPU type and number, cloud and data center, whatever the
   * input says. A Pod that costs more than `maxPricePerHour` of the capacity is deleted, and the rental rejects.
   */
  readonly capacity?: Capacity | undefined;
  /**
   * A guard of `cloud-compute-sdk/spend` that must permit the cost. Needs `maxCost`, which the guard reserves.
   */
  readonly spend?: SpendGuard | undefined;
  /**
   * The address of the proxy for HTTP ports, with `{podId}` and `{port}` in it.
   * @default the `proxyUrl` of the client
   */
  readonly proxyUrl?: string | undefined;
}

/** One step of a rental. */
export interface RentProgress {
  /**
   * `creating`: a create is sent. `searching`: the outcome of a create is unknown, and the list is searched for its Pod.
   * `created`: the Pod exists; `detail` has its price and when `maxHours` end, and whether `maxCost` may end it earlier. It
   * comes again if `maxCost` does.
   * `waiting`: the Pod is not usable yet; `detail` says why. `ready`: the Pod is usable.
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
  /** Milliseconds since the rental began. */
  readonly elapsed: number;
  /**
   * In words: for `creating` the hardware that is asked for, for `created` the Pod with its price for each hour, for
   * `searching` why the outcome of the create is unknown, and for `waiting` what holds the Pod up. Empty for the other steps.
   */
  readonly detail: string;
}

/** Ten years. The time of the end in the name of a Pod has four digits for the year. */
const MAX_HOURS = 87_600;
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
  capacity: true,
  proxyUrl: true,
};

const CALL = { operation: "rentPod" };
/** The ports that 0.1.0 opens if a create names no ports. Version 2 then opens no ports. */
const DEFAULT_PORTS = ["8888/http", "22/tcp"];
const SPEND_GUARD = "a guard: what createSpendGuard() returns";

/**
 * Throws an `InputError` for an input or an option of `rentPod` that is not valid, before the Pod costs money. Returns the
 * address of the proxy for HTTP ports, if it is known.
 */
export function checkRentArguments(
  cloud: PodClient | PodClientV2,
  input: PodCreateInput | RentInputV2,
  options: RentOptions,
): string | undefined {
  check(isPlainObject(input), "input", "must be an object: the Pod", CALL);
  const given = (options as Partial<RentOptions> | undefined) ?? {};
  checkOptions(given, RENT_OPTIONS, CALL);
  const { maxHours, maxCost, release = "delete", spend, capacity } = given;
  checkCallbacks({ onProgress: given.onProgress }, CALL);
  checkOnExit(given.onExit, CALL);
  checkPollOptions(given, CALL.operation);
  check(
    isPositive(maxHours) && maxHours <= MAX_HOURS,
    "maxHours",
    `must be a number of hours above 0 and at most ${MAX_HOURS}: the longest time that the Pod may exist`,
    CALL,
  );
  check(
    maxCost === undefined || isPositive(maxCost),
    "maxCost",
    "must be a number above 0",
    CALL,
  );
  if (spend !== undefined) {
    checkMembers("spend", spend, ["reserve"], SPEND_GUARD, CALL);
    const problem = "is required with `spend`: the guard reserves this amount";
    check(maxCost !== undefined, "maxCost", problem, CALL);
  }
  checkOneOf("release", release, ["delete", "stop"], CALL);
  const { candidates } = Object(capacity) as Partial<Capacity>;
  check(
    capacity === undefined || Array.isArray(candidates),
    "capacity",
    "must be what findCapacity has found",
    CALL,
  );
  check(
    candidates?.length !== 0,
    "capacity",
    "must have a candidate: the service offers nothing that fits the filter of findCapacity",
    CALL,
  );
  checkTaggable(input.name, input.env, CALL.operation);
  const isV2 = isVersion2(cloud);
  if (isV2 && !capacity) checkGpuIds(input);
  const ports = openPortsOf(input, isV2 ? [] : DEFAULT_PORTS);
  const proxyUrl = resolveProxyUrl(cloud, given.proxyUrl, CALL.operation);
  for (const ready of readConditions(given.ready, ports, CALL.operation))
    if ("http" in ready && needsProxy(ports, ready.http))
      requireProxyUrl(proxyUrl, CALL.operation);
  return proxyUrl;
}

/** Refuses a ranking that names no GPU type. */
function checkGpuIds({ gpu }: RentInputV2): void {
  if (gpu === undefined) return;
  const ids: readonly unknown[] = [gpu.id].flat();
  check(
    ids.length > 0 && ids.every((id) => typeof id === "string" && id !== ""),
    "gpu",
    "must have the id of a GPU type, or a list of at least one",
    CALL,
  );
}

/** The ports that a Pod will open; undefined if only a template knows the ports. */
function openPortsOf(
  input: PodCreateInput | RentInputV2,
  defaultPorts: readonly string[],
): readonly string[] | undefined {
  const { ports, templateId } = input as PodCreateInput;
  return templateId === undefined ? (ports ?? defaultPorts) : ports;
}

function isPositive(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}
