export { createClient, type Client } from "./client.js";
export {
  CloudComputeError,
  ConnectionError,
  GraphQLError,
  InputError,
  JobError,
  ResponseError,
  TimeoutError,
  type EndedJob,
  type GraphQLFault,
  type JobData,
  type JobErrorCode,
} from "./errors.js";
export type { GraphqlClient, PlainDocument, TypedDocument } from "./graphql.js";
export type { Interval } from "./jobs/interval.js";
export type { Job } from "./jobs/job.js";
export type {
  Model,
  RunOptions,
  RunSyncOptions,
  SubmitOptions,
} from "./jobs/model.js";
export type { CompletedJob, JobState, JobUpdate } from "./jobs/state.js";
export type { WaitOptions } from "./jobs/wait.js";
export type {
  AnswerEvent,
  CallOptions,
  ClientOptions,
  RequestEvent,
  RetryEvent,
  UpdateMethod,
  UpdateOptions,
} from "./options.js";
export type { RestClient } from "./rest.js";
export type * from "../generated/rest.js";
export type {
  JobPolicy,
  JobS3Config,
  JobStatus,
  ModelInput,
  ModelOutput,
} from "../generated/jobs.js";
export type { GraphqlDocuments } from "../generated/graphql.js";
export type * from "../generated/graphql.types.js";
