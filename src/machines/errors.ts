import {
  CloudComputeError,
  nameClass,
  type CallContext,
  type RefusalCode,
} from "../errors.js";
import type { PodState } from "./pod-state.js";

/**
 * The ways in which a rental can fail, or end. `create_refused`: the service refused the create, for none of the reasons of
 * `RefusalCode`. `create_lost`: it is unknown whether a Pod was created.
 */
export type RentErrorCode =
  | RefusalCode
  | "aborted"
  | "create_lost"
  | "create_refused"
  | "limit_not_set"
  | "limit_reached"
  | "not_ready"
  | "price_unknown"
  | "release_failed"
  | "released"
  | "too_expensive";

/** A Pod that a failed rental has left behind. */
export interface LeftPod {
  readonly id: string;
  readonly name: string;
}

/** Why one attempt to create a Pod failed. */
export interface RefusedCreate {
  /** The GPU type of the attempt; undefined where one create carried the whole ranking. */
  readonly gpuTypeId: string | undefined;
  /** The data center of the attempt; undefined where the service was to choose. */
  readonly dataCenterId: string | undefined;
  readonly error: unknown;
}

interface RentErrorDetails {
  readonly left?: readonly LeftPod[];
  /** @default false */
  readonly mayBeLeft?: boolean;
  readonly podName?: string | undefined;
  readonly refusals?: readonly RefusedCreate[];
  readonly cause?: unknown;
}

/**
 * A Pod could not be rented, or could not be released. `left` names every Pod of the rental that may still run; where
 * `left` is empty and `maybeSent` is false, nothing runs.
 */
export class RentError extends CloudComputeError {
  declare readonly code: RentErrorCode;
  /** The Pods of this rental that may still run and be billed, by id. */
  declare readonly left: readonly LeftPod[];
  /** The name that the rental gave its Pod. A Pod that has no known id is found in the list by this name. */
  declare readonly podName: string | undefined;
  /** Why each create failed, in order; not enumerable. */
  declare readonly refusals: readonly RefusedCreate[];

  static {
    nameClass(this, "RentError");
  }

  constructor(
    code: RentErrorCode,
    problem: string,
    details: RentErrorDetails = {},
  ) {
    const { left = [], mayBeLeft = false, podName, cause } = details;
    const call: CallContext = {
      operation: "rentPod",
      maybeSent: mayBeLeft || left.length > 0,
      cause,
    };
    super(code, problem + describeLeft(left, mayBeLeft, podName), call);
    this.left = left;
    this.podName = podName;
    Object.defineProperty(this, "refusals", { value: details.refusals ?? [] });
  }
}

function describeLeft(
  left: readonly LeftPod[],
  mayBeLeft: boolean,
  podName: string | undefined,
): string {
  if (left.length > 0) {
    const ids = left.map(({ id }) => id).join(", ");
    return `; may still run: Pod ${ids}`;
  }
  return mayBeLeft
    ? `; a Pod named ${podName ?? ""} may run: look for it in the list of Pods before you rent again`
    : "";
}

/** The ways in which a Pod can end while it is waited for. */
export type PodErrorCode =
  | "pod_exited"
  | "pod_not_found"
  | "pod_terminated"
  | "pod_unreachable";

/** The Pod that is waited for has stopped, does not exist, or is the Pod of an emulator that does not listen. */
export class PodError extends CloudComputeError {
  declare readonly code: PodErrorCode;
  declare readonly podId: string;
  /** What the service showed of the Pod last, if anything; not enumerable. */
  declare readonly pod: PodState | undefined;

  static {
    nameClass(this, "PodError");
  }

  constructor(
    code: PodErrorCode,
    problem: string,
    podId: string,
    pod: PodState | undefined,
    call: CallContext,
  ) {
    super(code, problem, call);
    this.podId = podId;
    Object.defineProperty(this, "pod", { value: pod });
  }
}
