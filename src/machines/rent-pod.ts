import {
  check,
  checkObject,
  checkOptionNames,
  type OptionNames,
} from "../checks.js";
import { ignoreErrors } from "../ignore-errors.js";
import type { CallOptions } from "../options.js";
import type { RentClock } from "./clocks.js";
import { OwnPods } from "./own-pods.js";
import type { PodCreate } from "./plan.js";
import type { PodChanges, PodService } from "./pod-service.js";
import type { PodState } from "./pod-state.js";
import { adviseSweep } from "./rent-advice.js";
import type { RentOptions, RentProgress } from "./rent-options.js";
import type { RentReservation } from "./rent-reservation.js";
import {
  checkTaggable,
  writeTaggedEnv,
  writeTaggedName,
  type Tag,
} from "./tag.js";

/** An hour in milliseconds. */
export const HOUR_MS = 3_600_000;
/** How long a rental tries to change its Pod. */
export const CHANGE_TIMEOUT_MS = 20_000;

/** What a rental is begun with. */
export interface RentContext {
  readonly service: PodService;
  readonly creates: readonly PodCreate[];
  readonly clock: RentClock;
  readonly tag: Tag;
  readonly podName: string;
  readonly userName: string | undefined;
  readonly options: RentOptions;
  readonly proxyUrl: string | undefined;
  readonly reservation: RentReservation;
}

const POD_CHANGES: OptionNames<PodChanges> = { name: true, env: true };

/** The Pod of a rental, and the changes that keep its tag. */
export class RentPod {
  readonly context: RentContext;
  readonly own: OwnPods;
  /** What the service has shown of the Pod last; undefined until the Pod is created. */
  state: PodState | undefined;
  /** The tag in the name of the Pod, whose end `maxCost` may have shortened. */
  #nameTag: Tag;

  constructor(context: RentContext) {
    this.context = context;
    this.own = new OwnPods(context.service, context.tag);
    this.#nameTag = context.tag;
  }

  /** What the service has shown of the Pod last. The Pod must be created. */
  get created(): PodState {
    return this.state as PodState;
  }

  /** Changes name and environment of the Pod. The Pod keeps the tag of the rental. */
  async update(given: PodChanges, options: CallOptions = {}): Promise<void> {
    const { tag } = this.context;
    const call = { operation: "pod.update" };
    checkObject("changes", given, call);
    checkOptionNames(given, POD_CHANGES, call);
    const { name, env } = given;
    const isChange = name !== undefined || env !== undefined;
    check(isChange, "changes", "must have name, env or both", call);
    checkTaggable(name, env, call.operation);
    const changes: { name?: string; env?: Record<string, string> } = {};
    if (name !== undefined) changes.name = writeTaggedName(this.#nameTag, name);
    if (env !== undefined) changes.env = { ...env, ...writeTaggedEnv(tag) };
    await this.#change(changes, options);
  }

  /** Writes an earlier end into the name of the Pod, for `sweepPods`. Further calls write the same name. */
  async writeEnd(end: number, options: CallOptions): Promise<void> {
    const { tag, userName } = this.context;
    this.#nameTag = { ...tag, end };
    const name = writeTaggedName(this.#nameTag, userName);
    await this.#change({ name }, options);
  }

  async #change(changes: PodChanges, options: CallOptions): Promise<void> {
    await this.requireOwn(this.created, CHANGE_TIMEOUT_MS);
    await this.own.service.update(this.created.id, changes, options);
    this.state = { ...this.created, ...changes };
  }

  /** The Pod itself, or the Pod of this rental in place of one that is another's; undefined if there is none. */
  async requireOwn(
    pod: PodState,
    timeoutMs: number,
  ): Promise<PodState | undefined> {
    const own = await this.own.require(pod, timeoutMs);
    if (pod === this.state && own) this.state = own;
    return own;
  }

  /** By the time of the service, as the name of the Pod has it: a sweep goes by that time. */
  sweepAdvice(): string {
    const { name = this.context.podName } = this.state ?? {};
    return adviseSweep(this.#nameTag, name);
  }

  /** Settles the reservation with what the rental has cost, as far as its price is known. */
  async settle(): Promise<void> {
    const { clock, reservation } = this.context;
    const hours = (await clock.readElapsedMs()) / HOUR_MS;
    const price = this.state?.costPerHr;
    const pods = Math.max(1, this.own.count);
    const paid = price === undefined ? undefined : price * hours * pods;
    await reservation.settle(this.state ? paid : 0);
  }

  report(phase: RentProgress["phase"], detail = ""): void {
    const { clock, options } = this.context;
    const elapsed = Math.round(clock.elapsedMs);
    const podId = this.state?.id;
    const { onProgress } = options;
    ignoreErrors(() => onProgress?.({ phase, podId, elapsed, detail }));
  }
}
