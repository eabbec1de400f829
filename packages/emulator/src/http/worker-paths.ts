/**
 * The operations that the workers of an endpoint call, in the form of the generated types. No document describes them. The
 * service has the paths `job-take`, `job-take-batch`, `job-stop` and `job-done`; the other two are the emulator's own,
 * which makes no difference to a worker: it gets whole addresses by its environment variables.
 */
export interface WorkerPaths {
  "/v2/{slug}/job-take/{workerId}": { get: WorkerGet<TakenJob> };
  "/v2/{slug}/job-take-batch/{workerId}": {
    get: WorkerGet<TakenJob[], { batch_size?: string | string[] }>;
  };
  "/v2/{slug}/job-stop/{workerId}": {
    get: WorkerGet<{ jobsToStop: string[] }>;
  };
  "/v2/{slug}/ping/{workerId}": { get: WorkerGet<object, PingQuery> };
  "/v2/{slug}/job-done/{workerId}/{jobId}": { post: WorkerPost };
  "/v2/{slug}/job-stream/{workerId}/{jobId}": { post: WorkerPost };
}

/** A job as a worker gets it. */
export interface TakenJob {
  id: string;
  input: object;
  webhook?: string;
}

/** What a worker sent. Even a body that is not accepted decides what becomes of the job. */
export interface WorkerBody {
  readonly sizeBytes: number;
  /** Undefined where the text is not JSON. */
  readonly json: unknown;
  /** Why the body was not read to its end. */
  readonly error?: Error;
}

interface PingQuery {
  status?: string | string[];
  check?: string | string[];
  reason?: string | string[];
}

/** A poll that is answered with 204 where there is nothing to report. */
interface WorkerGet<Body, Query = object> {
  parameters: { path: { slug: string; workerId: string }; query?: Query };
  responses: { 200: { content: { "application/json": Body } }; 204: object };
}

/** The body is JSON of any content type. */
interface WorkerPost {
  parameters: { path: { slug: string; workerId: string; jobId: string } };
  requestBody: { content: { "application/json": WorkerBody } };
  responses: { 200: { content: { "application/json": object } } };
}
