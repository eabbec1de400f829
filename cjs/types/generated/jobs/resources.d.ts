import type { CallOptions } from "../../src/options.js";
import type { InputOf } from "../../src/rest/typed-client.js";
import type { components, operations } from "./types.js";
type Schemas = components["schemas"];
type Shape<T> = T;
/** One piece of work for a model, and how to treat it. */
export interface JobRequest extends InputOf<Schemas["JobRequest"]> {
}
/**
 * The parameters of the model. Each model has its own; those named here are what image models take.
 * All others, such as aspect ratio or output format, are sent as they are under the name the model
 * gives them.
 */
export interface ModelInput extends InputOf<Schemas["ModelInput"]> {
}
/** How long a job may wait and run, and how it ranks. */
export interface JobPolicy extends InputOf<Schemas["JobPolicy"]> {
}
/**
 * S3-compatible storage the worker uploads large results to. The credentials travel with the job, so
 * they are best limited to this one bucket.
 */
export interface JobS3Config extends InputOf<Schemas["JobS3Config"]> {
}
/** One piece of work and how far it has come. */
export interface Job extends Shape<Schemas["Job"]> {
}
/**
 * How far a job has come. `IN_QUEUE` waits for a worker and `IN_PROGRESS` runs on one; `COMPLETED` has
 * its output, `FAILED` ended in an error and is not charged, `CANCELLED` was called off, and
 * `TIMED_OUT` ran out of time. Any other value means that the job goes on: poll again.
 */
export type JobStatus = Schemas["JobStatus"];
/**
 * What the model made, present once the job is `COMPLETED`. Public image, video and audio models fill
 * the fields named here; a worker of one's own answers in a shape of its own.
 */
export interface ModelOutput extends Shape<Schemas["ModelOutput"]> {
}
/** The pieces of a result that came since the last call. */
export interface JobStream extends Shape<Schemas["JobStream"]> {
}
/** What emptying the queue came to. */
export interface PurgeResult extends Shape<Schemas["PurgeResult"]> {
}
/** Load and capacity of an endpoint at one moment. */
export interface EndpointHealth extends Shape<Schemas["EndpointHealth"]> {
}
/** An operation without query parameters today. */
export type NoQuery = Record<string, never>;
/** The query parameters of `jobs.runSync`. */
export interface RunSyncJobQuery extends InputOf<NonNullable<operations["RunSyncJob"]["parameters"]["query"]>> {
}
/** Submit work, follow it to its end, and look after the queue it waits in. */
export interface JobsResource {
    /**
     * Submit a job and return at once.
     *
     * Puts a job in the queue and answers with its `id` before any work is done; poll its status until
     * it ends. The body holds at most 10 MB, and the result is kept for 30 minutes after the end. An
     * endpoint takes 1000 calls in 10 seconds and 200 at once, or more where its workers allow more.
     * Each accepted call starts a job of its own and is billed as such, so one whose answer is lost is
     * not to be repeated blindly. A failed generation is not charged.
     *
     * Sends `POST /v2/{slug}/run`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const job = await cloud.jobs.run("slug", { input: {} });
     */
    run(slug: string, body: JobRequest, options?: CallOptions): Promise<Job>;
    /**
     * Submit a job and hold the call until it ends.
     *
     * Puts a job in the queue and answers when it ends, or when `wait` runs out: the status is then not
     * final, and the job goes on and is polled by its `id`, which begins with `sync-`. The body holds at
     * most 20 MB, and the result is kept for 1 minute after the end. An endpoint takes 2000 calls in 10
     * seconds and 400 at once, or more where its workers allow more. Each accepted call starts a job of
     * its own and is billed as such, so one whose answer is lost is not to be repeated blindly. A failed
     * generation is not charged.
     *
     * Sends `POST /v2/{slug}/runsync`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const job = await cloud.jobs.runSync("slug", { input: {} });
     */
    runSync(slug: string, body: JobRequest, query?: RunSyncJobQuery, options?: CallOptions): Promise<Job>;
    /**
     * Look at a job, and fetch its result once it has ended.
     *
     * Answers at once with the present state of the job, and with `output` when it is `COMPLETED`. A
     * result is kept for 30 minutes after the end of a job from `/run` and for 1 minute from `/runsync`;
     * after that, or once its time to live is over, the job is answered with 404. Looking costs nothing
     * and changes nothing; 2 seconds between two looks is a good pace. An endpoint takes 2000 looks in
     * 10 seconds and 400 at once, or more where its workers allow more.
     *
     * Sends `GET /v2/{slug}/status/{jobId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const job = await cloud.jobs.status("slug", "jobId");
     */
    status(slug: string, jobId: string, query?: NoQuery, options?: CallOptions): Promise<Job>;
    /**
     * Fetch the parts of a result that have come since the last call.
     *
     * Answers with the pieces a worker has put out so far and not yet delivered, each at most 1 MB, and
     * holds the call for about 10 seconds while there are none. Call again until the status is final.
     * Only a worker that yields its output piece by piece fills it. A piece already delivered is not
     * delivered again. An endpoint takes 2000 calls in 10 seconds and 400 at once, or more where its
     * workers allow more.
     *
     * Sends `GET /v2/{slug}/stream/{jobId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const jobStream = await cloud.jobs.stream("slug", "jobId");
     */
    stream(slug: string, jobId: string, query?: NoQuery, options?: CallOptions): Promise<JobStream>;
    /**
     * Stop a job that is waiting or running.
     *
     * Takes the job out of the queue, or stops the worker that runs it, and answers with the status
     * `CANCELLED`. It is not run again. An endpoint takes 100 calls in 10 seconds and 20 at once, or
     * more where its workers allow more.
     *
     * Sends `POST /v2/{slug}/cancel/{jobId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const job = await cloud.jobs.cancel("slug", "jobId");
     */
    cancel(slug: string, jobId: string, options?: CallOptions): Promise<Job>;
    /**
     * Put a job that failed or timed out back in the queue.
     *
     * Runs the same input again under the same `id`; its earlier error and output are gone. Only a job
     * whose status is `FAILED` or `TIMED_OUT`, and whose result is still kept, can be put back. The new
     * run is billed if it succeeds.
     *
     * Sends `POST /v2/{slug}/retry/{jobId}`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const job = await cloud.jobs.retry("slug", "jobId");
     */
    retry(slug: string, jobId: string, options?: CallOptions): Promise<Job>;
    /**
     * Drop every job that is still waiting.
     *
     * Empties the queue of the endpoint, whoever submitted the work; it cannot be undone. A job that a
     * worker has already taken up runs on. An endpoint takes 2 calls in 10 seconds.
     *
     * Sends `POST /v2/{slug}/purge-queue`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const purgeResult = await cloud.jobs.purgeQueue("slug");
     */
    purgeQueue(slug: string, options?: CallOptions): Promise<PurgeResult>;
    /**
     * Count the jobs and workers of an endpoint.
     *
     * Answers with how many jobs wait, run and have ended, and with how many workers are in which state:
     * the figures that tell a long queue from a lack of capacity. It starts no worker and costs nothing.
     *
     * Sends `GET /v2/{slug}/health`.
     *
     * @throws InputError when an argument cannot be sent; nothing was sent
     * @throws ResponseError when the service refuses the call, or its answer is not what is promised
     * @throws ConnectionError when no response came
     * @throws TimeoutError when no response came in time
     * @example
     * const endpointHealth = await cloud.jobs.health("slug");
     */
    health(slug: string, query?: NoQuery, options?: CallOptions): Promise<EndpointHealth>;
}
/** Every resource of the surface. */
export interface JobsResources {
    /** Submit work, follow it to its end, and look after the queue it waits in. */
    readonly jobs: JobsResource;
}
export {};
//# sourceMappingURL=resources.d.ts.map