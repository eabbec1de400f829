export { createClient, type Client } from "./client.js";
export {
  CloudComputeError,
  ConnectionError,
  GraphQLError,
  InputError,
  JobError,
  ResponseError,
  TimeoutError,
  type CancelOutcome,
  type EndedJob,
  type GraphQLErrorEntry,
  type JobData,
  type JobErrorCode,
} from "./errors.js";
export type { CloudFetch, FetchInit } from "./http/as-fetch.js";
export type {
  GraphqlClient,
  PlainDocument,
  TypedDocument,
} from "./graphql/client.js";
export type { PollInterval } from "./jobs/poll.js";
export type { Job } from "./jobs/job.js";
export type { MapOptions, MapProgress, MapResult } from "./jobs/map.js";
export type { AnyInput, Model, RunOptions } from "./jobs/model.js";
export type { ModelMethod } from "./jobs/model-types.js";
export type { RunSyncOptions } from "./jobs/run-sync.js";
export { outputsOf, type OutputFile } from "./jobs/outputs.js";
export {
  estimateWork as estimateCost,
  prices,
  type Work,
} from "./jobs/pricing.js";
export type { SubmitOptions } from "./jobs/submit.js";
export type { Download } from "./jobs/download.js";
export type {
  DownloadOptions,
  DownloadProgress,
} from "./jobs/download-file.js";
export type { CompletedJob, JobState, JobUpdate } from "./jobs/state.js";
export type { WaitOptions } from "./jobs/wait.js";
export type {
  ResponseEvent,
  CallOptions,
  ClientOptions,
  DriftWatch,
  RequestEvent,
  RetryEvent,
  ObservedResponse,
  SubmitGuard,
  UpdateMethod,
  UpdateOptions,
} from "./options.js";
export type { RestClient } from "./rest/client.js";
export type * from "../generated/rest/resources.js";
export type {
  EndpointHealth,
  JobPolicy,
  JobS3Config,
  JobStatus,
  ModelInput,
  ModelOutput,
  PurgeResult,
} from "../generated/jobs/resources.js";
export type {
  ModelInputs,
  ModelOutputs,
  ModelSlug,
} from "../generated/models/types.js";
export type { SurfaceOptions } from "../generated/surfaces/addresses.js";
export type * from "../generated/surfaces/types.js";
export type { GraphqlDocuments } from "../generated/graphql/functions.js";
export type * from "../generated/graphql/types.js";
