export type { SshAddress } from "./addresses.js";
export type { Candidate, CapacityFilter, StockClient } from "./candidate.js";
export { findCapacity, type Capacity } from "./capacity.js";
export type {
  PodBodyV2,
  PodClientV2,
  RentInputV2,
  StockClientV2,
} from "./client-v2.js";
export {
  PodError,
  RentError,
  type LeftPod,
  type PodErrorCode,
  type RefusedCreate,
  type RentErrorCode,
} from "./errors.js";
export {
  explainJob,
  type ExplainClient,
  type JobCause,
  type JobCauseCode,
  type JobExplanation,
} from "./explain-job.js";
export type { ReleaseAction } from "./tag.js";
export type { PodChanges, PodClient } from "./pod-service.js";
export type { PodState } from "./pod-state.js";
export type { PollOptions } from "./poll.js";
export type { HttpReady, Ready, TcpReady } from "./ready.js";
export { rentPod } from "./rent.js";
export type { RentOptions, RentProgress } from "./rent-options.js";
export type {
  AsyncRelease,
  ReleaseOptions,
  RentedPod,
  RentedPodMembers,
} from "./rented-pod.js";
export {
  sweepPods,
  type SweepOptions,
  type SweepResult,
  type OtherPod,
  type SweptPod,
  type UnclearPod,
} from "./sweep.js";
export {
  waitForEndpoint,
  type EndpointClient,
  type WaitForEndpointOptions,
} from "./wait-for-endpoint.js";
export {
  waitForPod,
  type UsablePod,
  type WaitForPodOptions,
} from "./wait-for-pod.js";
