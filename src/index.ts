export { createClient, type Client } from "./client.js";
export {
  CallbackError,
  FileError,
  CloudComputeError,
  ConnectionError,
  GraphQLError,
  InputError,
  JobError,
  ResponseError,
  TimeoutError,
  type CallbackName,
  type CancelOutcome,
  type EndedJob,
  type GraphQLErrorEntry,
  type JobData,
  type RefusalCode,
  type ResponseErrorCode,
  type UnsavedFile,
  type JobErrorCode,
} from "./errors.js";
export type { CloudFetch, FetchInit } from "./http/fetch.js";
export type {
  GraphqlClient,
  PlainDocument,
  TypedDocument,
} from "./graphql/client.js";
export {
  defineModel,
  type ContractInput,
  type ContractOutput,
  type ModelContract,
  type StandardSchema,
} from "./jobs/contract.js";
export type { PollInterval } from "./jobs/poll-interval.js";
export type { Job } from "./jobs/job.js";
export type { MapOptions, MapCounts, MapResult } from "./jobs/map-options.js";
export type { AnyInput, Model } from "./jobs/model.js";
export type { AnyModel, InputObject, ModelMethod } from "./jobs/model.js";
export type { OpenAIConnection, OpenAIOptions } from "./jobs/openai.js";
export type { RunSyncOptions } from "./jobs/run-sync.js";
export type {
  TextChoice,
  TextOutput,
  TextPiece,
} from "./models/text-output.js";
export { outputsOf, type FileSource, type OutputFile } from "./jobs/outputs.js";
export type { RunOptions, SubmitOptions } from "./jobs/submit-body.js";
export type { Download } from "./jobs/download.js";
export type {
  FilePlace,
  FolderOptions,
  SavedFile,
} from "./jobs/save-folder.js";
export type {
  DownloadOptions,
  DownloadProgress,
  FileStream,
} from "./jobs/download-file.js";
export type {
  CompletedJob,
  FailedJob,
  JobState,
  JobUpdate,
  OpenJob,
  OtherJob,
  OtherStatus,
  StoppedJob,
} from "./jobs/state.js";
export type { Callback, WaitOptions } from "./jobs/wait.js";
export type {
  ResponseEvent,
  CallOptions,
  ClientOptions,
  DriftWatch,
  FinalResponse,
  Hook,
  Logger,
  LogLevel,
  RequestEvent,
  RequestHeaders,
  RetryEvent,
  ObservedResponse,
  SubmitGuard,
  UpdateMethod,
  UpdateOptions,
} from "./options.js";
export { withResponse, type WithResponse } from "./with-response.js";
export type { JobsRestClient, RestClient } from "./rest/client.js";
export type { RawClient } from "./rest/typed-client.js";
export type * from "../generated/rest/resources.js";
export type {
  components as RestComponents,
  paths as RestPaths,
} from "../generated/rest/types.js";
export type {
  components as JobsComponents,
  paths as JobsPaths,
} from "../generated/jobs/types.js";
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
export type { DeploymentName } from "../generated/surfaces/deployments.js";
export type * from "../generated/surfaces/types.js";
export type { GraphqlDocuments } from "../generated/graphql/functions.js";
export type * from "../generated/graphql/types.js";
