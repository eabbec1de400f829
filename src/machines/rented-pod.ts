import {
  checkMilliseconds,
  checkOptions,
  type OptionNames,
} from "../checks.js";
import type { CallOptions } from "../options.js";
import { requireUrl, sshAddressOf, type SshAddress } from "./addresses.js";
import { DEFAULT_RELEASE_TIMEOUT_MS } from "./end-pod.js";
import type { PodChanges } from "./pod-service.js";
import type { PodState } from "./pod-state.js";
import type { Rent } from "./rent-lifecycle.js";
import type { UsablePod } from "./wait-for-pod.js";

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
  /** The name of the Pod, which carries the tag of the rental. */
  readonly name: string;
  /** What the service showed of the Pod last. */
  readonly state: PodState;
  /** The price for each hour, in the currency of the account; undefined if the service names none. */
  readonly costPerHr: number | undefined;
  /** The GPU type that the Pod has got; undefined for a CPU Pod, and where the service does not name the type. */
  readonly gpuTypeId: string | undefined;
  /**
   * The data center that the Pod has got; undefined where the service does not name the data center. Version 0.1.0 names
   * the data center only to a rental that waits: give `ready` for that.
   */
  readonly dataCenterId: string | undefined;
  /** When the rental ends, in milliseconds since 1970: by `maxHours`, or earlier by `maxCost`. */
  readonly endsAt: number;
  /** Where SSH answers; undefined unless the Pod opens `22/tcp` and has a public address. */
  readonly ssh: SshAddress | undefined;
  /**
   * Aborts when the rental ends the Pod, by a limit or a release, and not when somebody else does. Its reason is a
   * `RentError`: `limit_reached` or `released`. Waiting for it does not keep the process alive.
   */
  readonly signal: AbortSignal;
  /**
   * Changes the name or the environment of the Pod, and keeps the tag of the rental in both. An update through the client
   * removes the tag from what it changes: `sweepPods` then reports the Pod and no longer ends it. `env` replaces all other
   * variables. A change of `env` restarts the container, and clears its disk.
   *
   * @throws InputError if name or variables leave no room for the tag, or there is another member than the two, or none
   * @throws the errors of `pods.update`
   *
   * @example
   * ```ts
   * await pod.update({ env: { SEED: "8" } });
   * ```
   */
  update(changes: PodChanges, options?: CallOptions): Promise<void>;
  /**
   * Deletes the Pod, or stops it if the rental says so, and resolves when the service has confirmed the end. Repeats the
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

const RELEASE_OPTIONS: OptionNames<ReleaseOptions> = {
  timeout: true,
};

/** What the caller of `rentPod` gets. Its members show what the service has last shown of the Pod. */
export function createHandle(rent: Rent): RentedPod {
  return {
    get id() {
      return rent.state.id;
    },
    get name() {
      return rent.state.name;
    },
    get state() {
      return rent.state;
    },
    get costPerHr() {
      return rent.state.costPerHr;
    },
    get gpuTypeId() {
      return rent.state.gpuTypeId;
    },
    get dataCenterId() {
      return rent.state.dataCenterId;
    },
    get ssh() {
      return sshAddressOf(rent.state);
    },
    get endsAt() {
      return rent.endsAt;
    },
    signal: rent.signal,
    url: (port) => requireUrl(rent.state, port, rent.proxyUrl),
    update: (changes, options) => rent.update(changes, options),
    release: async (options = {}) => {
      const call = { operation: "pod.release" };
      checkOptions(options, RELEASE_OPTIONS, call);
      const { timeout = DEFAULT_RELEASE_TIMEOUT_MS } = options;
      checkMilliseconds("timeout", timeout, call);
      await rent.release(timeout);
    },
    [Symbol.asyncDispose]: () => rent.release(DEFAULT_RELEASE_TIMEOUT_MS),
  };
}
