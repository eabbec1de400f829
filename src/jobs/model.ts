import type {
  EndpointHealth,
  ModelInput,
  ModelOutput,
  PurgeResult,
} from "../../generated/jobs/resources.js";
import type { CallOptions } from "../options.js";
import { segment } from "../http/url.js";
import { createJob } from "./handle.js";
import type { Job } from "./job.js";
import { loadLate } from "./load.js";
import type { MapOptions, MapResult } from "./map.js";
import type { JobService } from "./service.js";
import type { RunSyncOptions } from "./run-sync.js";
import type { CompletedJob } from "./state.js";
import { submit, type SubmitOptions } from "./submit.js";

/**
 * How to submit a job. One client begins at most 900 submits of a model in 10 seconds; the others wait for their turn,
 * which a `timeout` given here bounds as well.
 */
export interface RunOptions extends SubmitOptions, CallOptions {}

/** A model by its slug, or one's own Serverless endpoint by its id. */
export interface Model<
  Input extends object = ModelInput,
  Output = ModelOutput,
> {
  readonly slug: string;
  /**
   * Submits a job and resolves as soon as the service has taken it. Every job is billed: a submit whose fate is
   * unknown is never repeated (`maybeSent` on the error tells).
   */
  run(input: Input, options?: RunOptions): Promise<Job<Output>>;
  /**
   * Submits a job and waits for it on the same connection; when the service lets go before the end, goes on with looks
   * at its status. Should the connection break, the job's id is lost with it: prefer `run` for what takes long.
   *
   * @throws JobError when the job ends otherwise than COMPLETED
   */
  runSync(
    input: Input,
    options?: RunSyncOptions<Output>,
  ): Promise<CompletedJob<Output>>;
  /**
   * Submits a job for each input, so many at once, and yields each result as its job ends. Inputs are pulled only as
   * fast as they are worked off, and each is submitted exactly once. A failure is a result like any other.
   */
  map(
    inputs: Iterable<Input> | AsyncIterable<Input>,
    options?: MapOptions,
  ): AsyncGenerator<MapResult<Input, Output>, void, undefined>;
  /** A handle on a job of this model that was submitted before. */
  job(id: string): Job<Output>;
  /** How many jobs wait and run, and how many workers are in which state. */
  health(options?: CallOptions): Promise<EndpointHealth>;
  /** Drops every job that is still waiting, whoever submitted it. */
  purgeQueue(options?: CallOptions): Promise<PurgeResult>;
}

/** The handle behind `cloud.model(slug)`. */
export function createModel<Input extends object, Output>(
  service: JobService,
  slug: string,
): Model<Input, Output> {
  segment("slug", slug);
  const { jobs, timeout } = service;
  const submitOne = async (
    input: Input,
    options: RunOptions,
    finishAfterSend: boolean,
  ) => {
    const [, data] = await submit(
      service,
      "run",
      slug,
      input,
      options,
      options.timeout ?? timeout,
      (calls, body, call) => calls.run(slug, body, call),
      finishAfterSend,
    );
    return createJob<Output>(service, data, true);
  };
  return {
    slug,
    run: (input, options = {}) => submitOne(input, options, false),
    runSync: async (input, options = {}) => {
      const late = await loadLate("jobs.runSync", options.signal);
      return late.runSync(service, slug, input, options, createJob);
    },
    map: async function* (inputs, options = {}) {
      const late = await loadLate("model.map", options.signal);
      yield* late.map(
        inputs,
        (input, submit) => submitOne(input, submit, true),
        options,
      );
    },
    job: (id) => createJob(service, { slug, id }),
    health: (options) => jobs.health(slug, {}, options),
    purgeQueue: (options) => jobs.purgeQueue(slug, options),
  };
}
