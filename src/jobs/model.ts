import type {
  EndpointHealth,
  ModelInput,
  ModelOutput,
  PurgeResult,
} from "../../generated/jobs.js";
import { ConnectionError, InputError, TimeoutError } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { Queued } from "../request.js";
import { later } from "../later.js";
import { segment } from "../paths.js";
import { checkMilliseconds } from "../checks.js";
import { createJob, type Job } from "./job.js";
import type { Launch, MapOptions, MapResult } from "./map.js";
import type { JobService } from "./service.js";
import {
  completed,
  isFinal,
  type CompletedJob,
  type JobState,
} from "./state.js";
import { submit, type SubmitOptions } from "./submit.js";
import type { WaitOptions } from "./wait.js";

/**
 * How to submit a job. One client begins at most 900 submits of a model in 10 seconds; the others wait for their turn,
 * which a `timeout` given here bounds as well.
 */
export interface RunOptions extends SubmitOptions, CallOptions {}

/** How to submit a job and wait for it. */
export interface RunSyncOptions<Output = unknown>
  extends SubmitOptions, WaitOptions<Output> {
  /**
   * How long the service holds the call for the result before it answers with a job that goes on, in milliseconds
   * from 1000 to 280000.
   * @default the service's own: 90000
   */
  readonly wait?: number | undefined;
}

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

/** The service's own hold of `/runsync`, in milliseconds. */
const HOLD = 90_000;
/** Node's fetch gives up at 300 s without an answer: a hold stays below. */
const LONGEST_HOLD = 280_000;
/** What a held call may take beyond its hold, in milliseconds. */
const MARGIN = 20_000;

/** The handle behind `cloud.model(slug)`. */
export function createModel<Input extends object, Output>(
  service: JobService,
  slug: string,
): Model<Input, Output> {
  segment("slug", slug);
  const { jobs, budgets, blot } = service;
  const launch = async (input: Input, options: RunOptions & Queued) => {
    const { signal, timeout = service.timeout, headers, retries } = options;
    const { finishes } = options;
    const isWhole = options.timeout !== undefined;
    const { data } = await submit(
      {
        ...{ operation: "jobs.run", slug, input, timeout, blot, isWhole },
        beside: options,
        turn: signal,
      },
      budgets.submits(slug),
      (body, bound) =>
        jobs.run(slug, body, {
          ...{ ...bound, signal, headers, retries, finishes },
        }),
    );
    return createJob<Output>(service, data, true);
  };
  return {
    slug,
    run: (input, options = {}) => launch(input, options),
    runSync: (input, options = {}) => runSync(service, slug, input, options),
    map: async function* (inputs, options = {}) {
      const load = () => import("./late.js");
      const { mapInputs } = await later("model.map", options.signal, load);
      const each: Launch<Input, Output> = (input, beside) =>
        launch(input, { ...beside, finishes: true });
      yield* mapInputs(inputs, each, options);
    },
    job: (id) => createJob(service, { slug, id }),
    health: (options) => jobs.health(slug, {}, options),
    purgeQueue: (options) => jobs.purgeQueue(slug, options),
  };
}

async function runSync<Output>(
  service: JobService,
  slug: string,
  input: object,
  options: RunSyncOptions<Output>,
): Promise<CompletedJob<Output>> {
  const { signal: turn, headers, timeout, wait, onUpdate } = options;
  const { jobs, budgets, blot } = service;
  if (wait !== undefined) checkHold(wait);
  if (timeout !== undefined)
    checkMilliseconds("timeout", timeout, "jobs.runSync");
  const begun = performance.now();
  const held = Math.min((wait ?? HOLD) + MARGIN, timeout ?? Infinity);
  const query = wait === undefined ? {} : { wait };
  const operation = "jobs.runSync";
  const { answer, data } = await submit(
    {
      operation,
      slug,
      input,
      beside: options,
      turn,
      timeout: held,
      blot,
      isWhole: timeout !== undefined,
    },
    budgets.holds(slug),
    (body, bound) =>
      jobs.runSync(slug, body, query, { ...bound, signal: turn, headers }),
  ).catch((error: unknown) => {
    throw withFate(error);
  });
  const elapsed = performance.now() - begun;
  if (isFinal(answer.status)) {
    const state = answer as JobState<Output>;
    onUpdate?.({ ...state, elapsed });
    return completed(state, data, blot);
  }
  const left = timeout && Math.max(1, timeout - elapsed);
  const job = createJob<Output>(service, data, true);
  return job.wait({ ...options, timeout: left });
}

/** Says of a lost held call what became of its job: nobody knows, since the id comes only with the answer. */
function withFate(error: unknown): unknown {
  const isLost =
    error instanceof ConnectionError || error instanceof TimeoutError;
  if (!isLost || !error.maybeSent) return error;
  const message = `${error.message}; its job may run on, but the id is lost with the answer`;
  return error instanceof TimeoutError
    ? new TimeoutError(message, error.timeout, error)
    : new ConnectionError(message, error, error.status);
}

function checkHold(wait: number): void {
  if (Number.isInteger(wait) && wait >= 1000 && wait <= LONGEST_HOLD) return;
  throw new InputError(
    "wait",
    `jobs.runSync: wait must be a whole number of milliseconds from 1000 to ${LONGEST_HOLD}`,
    { operation: "jobs.runSync" },
  );
}
