import { onAbort } from "../http/timeout.js";
import { onShutdown } from "../shutdown.js";
import { PodCreation } from "./create-pod.js";
import { DEFAULT_RELEASE_TIMEOUT_MS } from "./end-pod.js";
import { RentError } from "./errors.js";
import type { PodChanges } from "./pod-service.js";
import type { PodState } from "./pod-state.js";
import type { CallOptions } from "../options.js";
import { RentDeadline } from "./rent-deadline.js";
import { RentDuplicates } from "./rent-duplicates.js";
import { endPods, nameLeftovers, type Leftovers } from "./rent-end.js";
import { HOUR_MS, RentPod, type RentContext } from "./rent-pod.js";
import { preparePod } from "./rent-preparation.js";
import type { ReleaseAction } from "./tag.js";

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
  readonly #pod: RentPod;
  readonly #creation: PodCreation;
  readonly #duplicates: RentDuplicates;
  readonly #deadline: RentDeadline;
  /** Aborts what goes on before the Pod is handed over. */
  readonly #stop = new AbortController();
  /** Aborts when the Pod ends. */
  readonly #ended = new AbortController();
  #phase: Phase = "preparing";
  #leaveExit: (() => void) | undefined;
  /** The release that goes on, or has succeeded. */
  #releasing: Promise<void> | undefined;

  constructor(context: RentContext) {
    const { creates, tag, podName, clock, options } = context;
    const pod = new RentPod(context);
    this.#pod = pod;
    this.#creation = new PodCreation({
      own: pod.own,
      creates,
      tag,
      podName,
      signal: this.#stop.signal,
      report: (phase, detail) => pod.report(phase, detail),
    });
    this.#duplicates = new RentDuplicates(pod.own);
    this.#deadline = new RentDeadline(clock, options.maxHours * HOUR_MS, () =>
      this.#reachLimit(),
    );
  }

  /** What the service has shown of the Pod last, once the Pod is created. */
  get state(): PodState {
    return this.#pod.created;
  }

  get endsAt(): number {
    return this.#deadline.endsAt;
  }

  /** Aborts when the Pod ends. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get proxyUrl(): string | undefined {
    return this.#pod.context.proxyUrl;
  }

  /** Creates the Pod and waits until it is usable. Ends the Pod before this promise rejects. */
  async begin(): Promise<void> {
    const { signal, onExit = false } = this.#pod.context.options;
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
      this.#duplicates.searchLater(this.state.id);
    if (phase === "releasing") {
      if (from === "preparing") this.#deadline.stop();
      const { podName } = this.#pod.context;
      const problem = "the Pod was released";
      this.#ended.abort(new RentError("released", problem, { podName }));
      if (this.#pod.state) this.#pod.report("releasing");
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
      await preparePod({
        pod: this.#pod,
        creation: this.#creation,
        deadline: this.#deadline,
        signal,
      });
      if (this.#creation.hasLostCreates)
        await this.#duplicates.deleteFound(this.state.id);
      signal.throwIfAborted();
      this.#enter("rented");
    } catch (error) {
      throw await this.#endAfter(error);
    }
  }

  /** Changes name and environment of the Pod. The Pod keeps the tag of the rental. */
  update(changes: PodChanges, options?: CallOptions): Promise<void> {
    return this.#pod.update(changes, options);
  }

  /** Ends the Pod at a limit. A Pod that is not handed over yet is ended by `begin`. */
  #reachLimit(): void {
    const { podName, options } = this.#pod.context;
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
    const { podName } = this.#pod.context;
    const end = async () => {
      const reason = new RentError("aborted", "the process ends", { podName });
      this.#stop.abort(reason);
      try {
        await begun;
        await this.release(DEFAULT_RELEASE_TIMEOUT_MS);
      } catch (error) {
        const mayBeLeft = error instanceof RentError && error.maybeSent;
        if (mayBeLeft)
          console.error(`${error.message}. ${this.#pod.sweepAdvice()}`);
      }
    };
    const describe = () => {
      const { state } = this.#pod;
      const pod = state ? `Pod ${state.id}` : `a Pod named ${podName}`;
      return `cloud-compute-sdk: ${pod} may still run. ${this.#pod.sweepAdvice()}`;
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
    const { options, podName } = this.#pod.context;
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
    const { podName } = this.#pod.context;
    return nameLeftovers(error, { ...ended, mayBeLeft }, podName);
  }

  /** Ends every Pod of this rental. Never rejects. */
  async #end(action: ReleaseAction, timeoutMs: number): Promise<Leftovers> {
    this.#enter("releasing");
    const leftovers = await endPods(
      {
        pod: this.#pod,
        creation: this.#creation,
        duplicates: this.#duplicates,
      },
      action,
      timeoutMs,
    );
    const isReleased = leftovers.left.length === 0 && !leftovers.mayBeLeft;
    this.#enter(isReleased ? "released" : "left");
    if (!isReleased) return leftovers;
    // Without a Pod, a lost create may still bring one: its reservation is kept until it expires.
    if (this.#pod.state || !this.#creation.mayAppear) await this.#pod.settle();
    if (this.#pod.state) this.#pod.report("released");
    return leftovers;
  }
}
