import { checkClient } from "../check-members.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { check, checkOptions } from "../checks.js";
import { DEFAULT_RELEASE_TIMEOUT_MS, endPod } from "./end-pod.js";
import {
  hasMarkedName,
  readMark,
  type Mark,
  type ReleaseAction,
} from "./mark.js";
import { createPodService } from "./choose-service.js";
import type { PodClient, PodService } from "./pod-service.js";
import type { PodClientV2 } from "./client-v2.js";
import { isStopped, isTerminated, type PodState } from "./pod-state.js";

/** How to sweep. */
export interface SweepOptions {
  /**
   * Whether to report only, and change nothing.
   * @default false
   */
  readonly dryRun?: boolean | undefined;
  /**
   * The time to compare the end of each rent with, in milliseconds since 1970. A time in the future ends rents that go on.
   * @default the time on the clock of the service, whatever the clock of this machine says
   */
  readonly now?: number | undefined;
  /** Ends the sweep: no further Pod is ended, and the sweep rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A rented Pod that a sweep has found. */
export interface SweptPod {
  readonly id: string;
  readonly name: string;
  /** When its rent ends, in milliseconds since 1970. */
  readonly endsAt: number;
  /** What the end of the rent does. */
  readonly action: ReleaseAction;
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
  /** The rented Pods that could not be ended, each with its error. */
  readonly failed: readonly {
    readonly pod: SweptPod;
    readonly error: unknown;
  }[];
}

const SWEEP_OPTIONS: OptionNames<SweepOptions> = {
  dryRun: true,
  now: true,
  signal: true,
};

const LIST_TIMEOUT_MS = 60_000;
const CALL_TIMEOUT_MS = 20_000;

/**
 * Ends the rented Pods that their process has left behind: those whose name and environment carry the same mark of
 * `rentPod`, and whose end has passed. No other Pod is touched, whatever its name. Each Pod is read once more right before
 * it is ended. Several sweeps at once do no harm.
 *
 * @throws ResponseError if the service refuses the list
 * @throws ConnectionError or TimeoutError if the list has no response
 *
 * @example
 * ```ts
 * const { ended, failed } = await sweepPods(cloud);
 * console.log(ended.length, "Pods deleted,", failed.length, "failed");
 * ```
 */
export async function sweepPods(
  cloud: PodClient | PodClientV2,
  options: SweepOptions = {},
): Promise<SweepResult> {
  const call = { operation: "sweepPods" };
  checkClient(cloud, ["pods"], call.operation);
  checkOptions(options, call);
  checkOptionNames(options, SWEEP_OPTIONS, call);
  const { dryRun = false, now: givenNow, signal } = options;
  check(
    givenNow === undefined || Number.isFinite(givenNow),
    "now",
    "must be a number of milliseconds since 1970",
    call,
  );
  const service = createPodService(cloud);
  const now = givenNow ?? (await service.readTime({ signal }));
  const pods = await service.list({ signal, timeout: LIST_TIMEOUT_MS });
  const sweep = new Sweep(service, now, dryRun, signal);
  await Promise.all(pods.map((pod) => sweep.handle(pod)));
  signal?.throwIfAborted();
  return sweep.result;
}

/** One sweep. */
class Sweep {
  readonly #service: PodService;
  readonly #now: number;
  readonly #dryRun: boolean;
  readonly #signal: AbortSignal | undefined;
  readonly #ended: SweptPod[] = [];
  readonly #kept: SweptPod[] = [];
  readonly #failed: { pod: SweptPod; error: unknown }[] = [];

  constructor(
    service: PodService,
    now: number,
    dryRun: boolean,
    signal: AbortSignal | undefined,
  ) {
    this.#service = service;
    this.#now = now;
    this.#dryRun = dryRun;
    this.#signal = signal;
  }

  get result(): SweepResult {
    return {
      now: this.#now,
      ended: this.#ended,
      kept: this.#kept,
      failed: this.#failed,
    };
  }

  /** Ends a listed Pod if the Pod was rented and its end has passed. Never rejects. */
  async handle(listed: PodState): Promise<void> {
    if (!hasMarkedName(listed.name) || isTerminated(listed)) return;
    // A list without the environment says nothing: the Pod itself is read.
    const mark = listed.env && readMark(listed.name, listed.env);
    if (listed.env && !mark) return;
    if (mark && mark.end > this.#now) {
      this.#kept.push(describe(listed, mark));
      return;
    }
    try {
      await this.#end(listed);
    } catch (error) {
      const endsAt = mark?.end ?? NaN;
      const action = mark?.action ?? "delete";
      const { id, name } = listed;
      this.#failed.push({ pod: { id, name, endsAt, action }, error });
    }
  }

  /** Reads a Pod once more, and ends the Pod if it still runs and its end has passed. */
  async #end({ id }: PodState): Promise<void> {
    const pod = await this.#service.find(id, { timeout: CALL_TIMEOUT_MS });
    const mark = pod && readMark(pod.name, pod.env);
    if (!mark) return;
    const swept = describe(pod, mark);
    if (mark.end > this.#now) {
      this.#kept.push(swept);
      return;
    }
    const { action } = mark;
    if (action === "stop" ? isStopped(pod) : isTerminated(pod)) return;
    if (this.#signal?.aborted) return;
    if (!this.#dryRun)
      await endPod(this.#service, id, {
        action,
        timeoutMs: DEFAULT_RELEASE_TIMEOUT_MS,
        wasSeen: true,
      });
    this.#ended.push(swept);
  }
}

function describe({ id, name }: PodState, { end, action }: Mark): SweptPod {
  return { id, name, endsAt: end, action };
}
