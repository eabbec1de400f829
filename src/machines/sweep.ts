import { checkClient } from "../check-members.js";
import {
  check,
  checkOneOf,
  checkOptions,
  type OptionNames,
} from "../checks.js";
import {
  ABSENT_FOR_MS,
  DEFAULT_RELEASE_TIMEOUT_MS,
  endPod,
} from "./end-pod.js";
import { checkClocks, commonTime } from "./clocks.js";
import { readTrace, rentNameOf, type Tag, type ReleaseAction } from "./tag.js";
import {
  createPodService,
  type PodClient,
  type PodService,
} from "./pod-service.js";
import type { PodClientV2 } from "./client-v2.js";
import { isStopped, isTerminated, type PodState } from "./pod-state.js";
import { repeat } from "./repeat.js";

/** How to sweep. */
export interface SweepOptions {
  /**
   * Whether to report only, and change nothing.
   * @default false
   */
  readonly dryRun?: boolean | undefined;
  /**
   * The name of the only rentals to sweep: the `name` in the input of `rentPod`, or the whole name of one Pod.
   * @default every rental of the account
   */
  readonly name?: string | undefined;
  /**
   * The time to compare the end of each rental with, in milliseconds since 1970. A time in the future ends rentals that go on.
   * `Infinity`, which needs `name`, ends every rental of that name.
   * @default the time that has passed both by the clock of the service and by that of this machine. The emulator's clock
   * alone counts if the emulator runs in this process or on this machine.
   */
  readonly now?: number | undefined;
  /**
   * What to do with a Pod whose name carries a tag, whose environment carries none, and whose end has passed: report the
   * Pod, or stop it, which keeps its volume disk. A Pod of which only the environment carries a tag is always reported:
   * it may be a copy.
   * @default "report"
   */
  readonly unclear?: "report" | "stop" | undefined;
  /** Ends the sweep: no further Pod is ended, and the sweep rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A rented Pod that a sweep has found. */
export interface SweptPod {
  readonly id: string;
  readonly name: string;
  /** When its rental ends, in milliseconds since 1970. */
  readonly endsAt: number;
  /** What the end of the rental does. */
  readonly action: ReleaseAction;
}

/** A Pod that carries half of the tag of a rental. */
export interface UnclearPod {
  readonly pod: { readonly id: string; readonly name: string };
  /** The half that is missing, or does not belong to the other: an update has removed it, or the Pod is a copy. */
  readonly lost: "env" | "name";
  /** When the rental ends by the half that is left, in milliseconds since 1970. */
  readonly endsAt?: number;
}

/** A Pod that a sweep does not touch. */
export interface OtherPod {
  readonly id: string;
  readonly name: string;
  /** In the currency of the account; undefined where the service leaves the price out. */
  readonly costPerHr: number | undefined;
}

/** What a sweep has found and done. */
export interface SweepResult {
  /** The time that the sweep went by, in milliseconds since 1970. */
  readonly now: number;
  /**
   * The rented Pods whose end has passed, and which are now deleted or stopped. With `dryRun`: which would be deleted
   * or stopped.
   */
  readonly ended: readonly SweptPod[];
  /** The rented Pods whose end is still to come. */
  readonly kept: readonly SweptPod[];
  /**
   * The rented Pods that were stopped at the end of their rental, as `release: "stop"` asks. Their disks cost money until the
   * Pods are deleted.
   */
  readonly stopped: readonly SweptPod[];
  /** The rented Pods that could not be ended, each with its error. */
  readonly failed: readonly {
    readonly pod: SweptPod;
    readonly error: unknown;
  }[];
  /** The Pods that carry half of a tag, which the sweep does not change. A person must decide: end them, or rename them. */
  readonly unclear: readonly UnclearPod[];
  /** With `name`: the names of the rentals that this sweep left out, each once. */
  readonly otherNames: readonly string[];
  /** The other Pods of the account. They may cost money, and the sweep does not touch them. */
  readonly others: readonly OtherPod[];
}

const SWEEP_OPTIONS: OptionNames<SweepOptions> = {
  dryRun: true,
  name: true,
  now: true,
  unclear: true,
  signal: true,
};

const LIST_TIMEOUT_MS = 60_000;

/**
 * Ends the rented Pods that their process has left behind: those whose name and environment carry the same tag of
 * `rentPod`, and whose end has passed by the clock of the service and by that of this machine (see `now`). A Pod with half a
 * tag is reported in `unclear`. No other Pod is touched, whatever its name. Each Pod is read once more right before it is ended.
 * Several sweeps at once do no harm. Pass `cloud.v2` for version 2 of the management API, and `cloud` for 0.1.0.
 *
 * With `name` and `now: Infinity`, ends the rentals of that name before their end, for example those that an earlier run of
 * the same program has left behind.
 *
 * @throws CloudComputeError with the code `clocks_differ` if the two clocks differ by more than a day and `now` is not given
 * @throws ResponseError if the service refuses the list
 * @throws ConnectionError or TimeoutError if the list has no response
 *
 * @example
 * ```ts
 * const { ended, failed } = await sweepPods(cloud.v2);
 * console.log(ended.length, "Pods deleted,", failed.length, "failed");
 * ```
 */
export async function sweepPods(
  cloud: PodClient | PodClientV2,
  options: SweepOptions = {},
): Promise<SweepResult> {
  const call = { operation: "sweepPods" };
  checkClient(cloud, ["pods"], call.operation);
  checkOptions(options, SWEEP_OPTIONS, call);
  const { dryRun = false, name, now, unclear = "report", signal } = options;
  check(
    name === undefined || (typeof name === "string" && name !== ""),
    "name",
    "must be the name of a rental",
    call,
  );
  check(
    now === undefined ||
      Number.isFinite(now) ||
      (now === Infinity && name !== undefined),
    "now",
    "must be a number of milliseconds since 1970, or Infinity together with `name`",
    call,
  );
  checkOneOf("unclear", unclear, ["report", "stop"], call);
  const service = createPodService(cloud);
  const time = now ?? (await readTime(service, signal));
  const pods = await service.list({ signal, timeout: LIST_TIMEOUT_MS });
  const living = pods.filter((pod) => !isTerminated(pod));
  const isWanted = (pod: PodState) => {
    const rentName = rentNameOf(pod.name);
    if (name === undefined || rentName === undefined) return name === undefined;
    return name === pod.name || name === rentName;
  };
  const leftOut = living.filter((pod) => !isWanted(pod));
  const sweep = new Sweep(service, time, { dryRun, unclear, signal });
  for (const pod of leftOut) sweep.leave(pod);
  await Promise.all(living.filter(isWanted).map((pod) => sweep.handle(pod)));
  signal?.throwIfAborted();
  const otherNames = leftOut.flatMap((pod) => rentNameOf(pod.name) ?? []);
  return { now: time, ...sweep.found, otherNames: [...new Set(otherNames)] };
}

async function readTime(
  service: PodService,
  signal: AbortSignal | undefined,
): Promise<number> {
  const clocks = await service.readClocks({ signal });
  checkClocks(clocks, "sweepPods");
  return commonTime(clocks);
}

/** One sweep. */
class Sweep {
  readonly #service: PodService;
  readonly #now: number;
  readonly #options: SweepOptions;
  readonly found = {
    ended: [] as SweptPod[],
    kept: [] as SweptPod[],
    stopped: [] as SweptPod[],
    failed: [] as { pod: SweptPod; error: unknown }[],
    unclear: [] as UnclearPod[],
    others: [] as OtherPod[],
  };

  constructor(service: PodService, now: number, options: SweepOptions) {
    this.#service = service;
    this.#now = now;
    this.#options = options;
  }

  /** Notes a Pod that the sweep does not touch. */
  leave({ id, name, costPerHr }: PodState): void {
    this.found.others.push({ id, name, costPerHr });
  }

  /** Ends a listed Pod if the Pod was rented and its end has passed. Never rejects. */
  async handle(listed: PodState): Promise<void> {
    // A list without the environment says nothing: the Pod itself is read.
    const trace = listed.env && readTrace(listed.name, listed.env);
    if (trace?.kind === "none") {
      this.leave(listed);
      return;
    }
    const tag = trace?.kind === "whole" ? trace.tag : undefined;
    if (tag && tag.end > this.#now) {
      this.found.kept.push(describe(listed, tag));
      return;
    }
    try {
      await this.#readAndEnd(listed);
    } catch (error) {
      const { end = NaN, action = "delete" } = tag ?? {};
      this.found.failed.push({ pod: describe(listed, { end, action }), error });
    }
  }

  /** Reads a Pod once more, and ends the Pod if it still runs and its end has passed. */
  async #readAndEnd({ id }: PodState): Promise<void> {
    const { signal } = this.#options;
    const pod = await repeat(ABSENT_FOR_MS, signal, ({ callTimeoutMs }) =>
      this.#service.find(id, { timeout: callTimeoutMs(), retries: 0 }),
    );
    if (!pod || isTerminated(pod)) return;
    const trace = readTrace(pod.name, pod.env);
    if (trace.kind === "none") this.leave(pod);
    if (trace.kind === "whole") await this.#endOrKeep(pod, trace.tag);
    if (trace.kind !== "half") return;
    const { lost, endsAt } = trace;
    const isOver =
      lost === "env" && endsAt !== undefined && endsAt <= this.#now;
    if (this.#options.unclear === "stop" && isOver)
      await this.#endOrKeep(pod, { end: endsAt, action: "stop" });
    else
      this.found.unclear.push({
        pod: { id, name: pod.name },
        lost,
        ...(endsAt === undefined ? {} : { endsAt }),
      });
  }

  async #endOrKeep(pod: PodState, tag: Pick<Tag, "end" | "action">) {
    const { action, end } = tag;
    const swept = describe(pod, tag);
    if (end > this.#now) {
      this.found.kept.push(swept);
      return;
    }
    if (action === "stop" && isStopped(pod)) {
      this.found.stopped.push(swept);
      return;
    }
    const { dryRun, signal } = this.#options;
    if (signal?.aborted) return;
    if (!dryRun)
      await endPod(this.#service, pod.id, {
        action,
        timeoutMs: DEFAULT_RELEASE_TIMEOUT_MS,
      });
    this.found.ended.push(swept);
  }
}

function describe(
  { id, name }: PodState,
  { end, action }: Pick<Tag, "end" | "action">,
): SweptPod {
  return { id, name, endsAt: end, action };
}
