import {
  CALL_OPTIONS,
  check,
  readCallOptions,
  type OptionNames,
} from "../checks.js";
import type { JobData } from "../errors.js";
import type {
  EndpointHealth,
  PurgeResult,
} from "../../generated/jobs/resources.js";
import type {
  ModelInputs,
  ModelOutputs,
  ModelSlug,
} from "../../generated/models/types.js";
import { segment } from "../http/url.js";
import type { CallOptions } from "../options.js";
import {
  withContract,
  type ContractInput,
  type ContractOutput,
  type ModelContract,
} from "./contract.js";
import { createJob, createWaitableJob, type Job } from "./job.js";
import type { MapOptions, MapResult } from "./map-options.js";
import { mapInputs } from "./map.js";
import {
  connectOpenAI,
  type OpenAIConnection,
  type OpenAIOptions,
} from "./openai.js";
import { runSync, type RunSyncOptions } from "./run-sync.js";
import type { JobService } from "./service.js";
import type { CompletedJob } from "./state.js";
import { noteRepeatedJob, noteShortTimeout, submit } from "./submit.js";
import { RUN_WITH_HOOK, type SubmitHook } from "./submit-hook.js";
import {
  describeSubmit,
  SUBMIT_OPTIONS,
  writeSubmitBody,
  type RunOptions,
} from "./submit-body.js";

/** The input of a model that the SDK does not know: any JSON object. */
export interface AnyInput {
  readonly [name: string]: unknown;
}

/** A public model by its slug, or your own Serverless endpoint by its id. */
export interface Model<Input extends object = AnyInput, Output = unknown> {
  /** The slug of the model, or the id of the endpoint. */
  readonly slug: string;
  /**
   * Submits a job and resolves with its handle as soon as the service has accepted it.
   *
   * Every accepted job is billed, so a submit that the service may have accepted is never sent again. `maybeSent` of
   * the error shows whether the service may have accepted the job. The error has the `job` if any response has named
   * its id, even the response of a failure.
   *
   * The input and the options are read when the call is made: what you change in them afterwards is not sent.
   *
   * @throws InputError if an option or the input is not valid
   * @throws ResponseError if the service refuses the job, or answers without an id
   * @throws ConnectionError if the connection fails
   * @throws TimeoutError if there is no response in time
   *
   * @example
   * ```ts
   * const job = await cloud.model("z-image-turbo").run({ prompt: "a lighthouse" });
   * ```
   */
  run(input: Input, options?: RunOptions): Promise<Job<Output>>;
  /**
   * Submits a job and waits for it on the same connection. If the service answers before the job has ended, the wait
   * continues with polls of its status. If the connection fails, the id of the job is lost with it: prefer `run` for jobs
   * that take long. While the service holds the call, `onUpdate` and `onProgress` are not called: for the progress of a
   * short job too, use `run` and `job.wait`. Once the service has answered with the id, each error has `maybeSent: true` and
   * the `job`.
   *
   * @throws InputError if an option or the input is not valid
   * @throws CallbackError if `onUpdate`, `onProgress`, `interval` or the function of the key fails
   * @throws JobError if the job ends in any other state than COMPLETED
   * @throws TimeoutError at the timeout of the options; it carries the job if its id is known
   * @throws ResponseError if the service refuses the job
   * @throws ConnectionError if the connection fails
   *
   * @example
   * ```ts
   * const { output } = await cloud.model("z-image-turbo").runSync({ prompt: "a lighthouse" });
   * ```
   */
  runSync<Progress = unknown>(
    input: Input,
    options?: RunSyncOptions<Output, Progress>,
  ): Promise<CompletedJob<Output>>;
  /**
   * Submits one job for each input, `concurrency` of them at once, and yields each result as its job ends. The next input
   * is pulled only when a job can begin with it, is read when it is pulled, and is submitted exactly once. A submit or job
   * that fails is a result with an `error`; its `handle` is the job, if the service has accepted it.
   *
   * @throws InputError if an option of the map or of its waits is not valid, or `inputs` cannot be iterated
   * @throws CallbackError if the source of the inputs, `onSubmit`, `onProgress`, `interval` or the
   *   function of the key fails; its `jobs` are those under way
   * @throws the reason of the signal on an abort
   *
   * @example
   * ```ts
   * const inputs = ["a pier", "a buoy"].map((prompt) => ({ prompt }));
   * for await (const { input, job, error } of model.map(inputs, { concurrency: 2 }))
   *   console.log(input.prompt, job?.output ?? error);
   * ```
   */
  map<Progress = unknown>(
    inputs: Iterable<Input> | AsyncIterable<Input>,
    options?: MapOptions<Progress>,
  ): AsyncGenerator<MapResult<Input, Output>, void, undefined>;
  /**
   * Returns a handle on a job of this model that was submitted before, from its id or from what its `toJSON()` returned,
   * which also tells when it was submitted. Nothing is sent.
   *
   * @throws InputError if the id is empty or cannot be part of an address, and for a job of another model
   *
   * @example
   * ```ts
   * const { output } = await cloud.model("z-image-turbo").job(id).wait();
   * ```
   */
  job(job: string | JobData): Job<Output>;
  /**
   * Counts the jobs of your own endpoint that wait and run, and its workers in each state. Workers that are idle or running
   * also count as ready.
   *
   * @throws ResponseError if the service refuses the call, as it does with 401 for every public model
   * @throws ConnectionError or TimeoutError if there is no response
   *
   * @example
   * ```ts
   * const { jobs, workers } = await model.health();
   * ```
   */
  health(options?: CallOptions): Promise<EndpointHealth>;
  /**
   * Removes every job that still waits in the queue, whoever submitted it. This cannot be undone.
   *
   * @throws ResponseError if the service refuses the call
   * @throws ConnectionError or TimeoutError if there is no response
   *
   * @example
   * ```ts
   * const { removed } = await model.purgeQueue();
   * ```
   */
  purgeQueue(options?: CallOptions): Promise<PurgeResult>;
  /**
   * Connects a client of OpenAI's API to a model that serves text: the `openai` package, an OpenAI-compatible provider of
   * the AI SDK, or plain `fetch`. The calls go through the transport of this client, and the key stays with it. Nothing is
   * sent.
   *
   * @throws InputError if an option is not valid, or the address of the job API is missing
   *
   * @example
   * ```ts
   * const openai = new OpenAI(cloud.model("text-demo").openai());
   * const stream = await openai.chat.completions.create({
   *   model: "text-demo",
   *   messages: [{ role: "user", content: "Hello" }],
   *   stream: true,
   * });
   * for await (const { choices } of stream) console.log(choices[0]?.delta.content);
   * ```
   */
  openai(options?: OpenAIOptions): OpenAIConnection;
}

/**
 * Any JSON object. TypeScript does not assign an interface to `AnyInput`; the second type takes it. Arrays, functions,
 * promises, dates and forms do not compile.
 */
export type InputObject =
  | AnyInput
  | (object & {
      readonly [Symbol.iterator]?: never;
      readonly [Symbol.hasInstance]?: never;
      readonly [Symbol.toPrimitive]?: never;
      readonly [Symbol.toStringTag]?: never;
    });

/** A model that the SDK does not know, without type arguments: the input is any JSON object, the output is unknown. */
export interface AnyModel extends Model {
  run(input: InputObject, options?: RunOptions): Promise<Job>;
  runSync<Progress = unknown>(
    input: InputObject,
    options?: RunSyncOptions<unknown, Progress>,
  ): Promise<CompletedJob>;
  map<Progress = unknown>(
    inputs: Iterable<InputObject> | AsyncIterable<InputObject>,
    options?: MapOptions<Progress>,
  ): AsyncGenerator<MapResult<AnyInput, unknown>, void, undefined>;
}

/** The method `model` of the client. */
export interface ModelMethod {
  /**
   * A public model by its slug. Its inputs and outputs have the types of that model. Where the slug may be one of several,
   * the input is that of any of them, and so is the output.
   *
   * @example
   * ```ts
   * const job = await cloud.model("black-forest-labs-flux-1-schnell").run({ prompt: "a lighthouse" });
   * const { output } = await job.wait();
   * console.log(output.image_url);
   * ```
   *
   * @throws InputError for a slug that no path can hold
   */
  model<Slug extends ModelSlug>(
    slug: Slug,
  ): Model<ModelInputs[Slug], ModelOutputs[Slug]>;
  /**
   * Your own Serverless endpoint by its id, or a public model that the SDK does not know by its slug. The input is any JSON
   * object, and the output is unknown. Type arguments say more: `cloud.model<Input, Output>(endpointId)`.
   *
   * @example
   * ```ts
   * const { output } = await cloud.model(endpointId).runSync({ prompt: ["one", "two"] });
   * ```
   *
   * @throws InputError for a slug that no path can hold
   */
  model(slug: string): AnyModel;
  /**
   * Your own Serverless endpoint by its id, or a public model that the SDK does not know by its slug. `Input` is what the
   * model takes, and `Output` what it answers with; the output is undefined if the worker returns nothing. The SDK does not
   * check the output.
   *
   * @example
   * ```ts
   * const model = cloud.model<{ prompt: string[] }, { texts: string[] }>(endpointId);
   * const { output } = await model.runSync({ prompt: ["one", "two"] });
   * console.log(output?.texts.length);
   * ```
   *
   * @throws InputError for a slug that no path can hold
   */
  model<Input extends object, Output = unknown>(
    slug: string,
  ): Model<Input, Output | undefined>;
  /**
   * Your own Serverless endpoint, whose worker implements the contract that `defineModel` has made. The input is checked
   * before it is sent, and the output when it is received.
   *
   * @example
   * ```ts
   * const { output } = await cloud.model(resize, endpointId).runSync({ url });
   * ```
   *
   * @throws InputError for an endpoint id that no path can hold, and for an object that is no contract
   */
  model<Contract extends ModelContract>(
    contract: Contract,
    endpointId: string,
  ): Model<ContractInput<Contract>, ContractOutput<Contract>>;
}

/** The data of a job of the model `slug`. */
function toJobData(slug: string, job: string | JobData): JobData {
  const { slug: given } = Object(job) as Partial<JobData>;
  // Anything that names no slug is read as an id, which is checked where the job is created.
  if (given === undefined) return { slug, id: job as string };
  check(
    given === slug,
    "job",
    `must be a job of ${slug}, not of ${JSON.stringify(given)}`,
    {
      operation: "model.job",
    },
  );
  return job as JobData;
}

const HEALTH_CALL = {
  operation: "model.health",
  route: "GET /v2/{slug}/health",
  findProblem: (data: object) =>
    "jobs" in data || "workers" in data ? "" : "no jobs and no workers",
} as const;

const PURGE_CALL = {
  operation: "model.purgeQueue",
  route: "POST /v2/{slug}/purge-queue",
  promised: "removed",
} as const;

const RUN_OPTIONS: OptionNames<RunOptions> = {
  ...SUBMIT_OPTIONS,
  ...CALL_OPTIONS,
};

/** Creates `cloud.model`. */
export function createModelMethod(service: JobService): ModelMethod["model"] {
  return <Input extends object, Output>(
    first: string | ModelContract,
    endpointId?: string,
  ) => {
    if (typeof first === "string" || endpointId === undefined)
      return createModel<Input, Output>(service, first as string);
    return createModel<Input, Output>(withContract(service, first), endpointId);
  };
}

function createModel<Input extends object, Output>(
  service: JobService,
  slug: string,
): Model<Input, Output> {
  segment("slug", slug);
  const run = async (
    input: Input,
    options: RunOptions,
    hook?: SubmitHook,
  ): Promise<Job<Output>> => {
    const call = describeSubmit("run");
    const { signal, retries, timeout, onFinalResponse } = readCallOptions(
      options,
      call,
      RUN_OPTIONS,
    );
    // The input is written before anything is awaited, because the caller may change the object afterwards.
    const submitBody = writeSubmitBody("run", input, options);
    noteShortTimeout(service, timeout, call);
    const submitted = await submit(service, {
      kind: "run",
      slug,
      submitBody,
      signal,
      retries,
      onFinalResponse,
      timeout: timeout ?? service.timeout,
      limitsQueueTime: timeout !== undefined,
      finishesOnceSent: hook !== undefined,
      hook,
    });
    const { data } = submitted;
    noteRepeatedJob(service, data, call, hook?.onRepeated);
    return createWaitableJob<Output>(service, data, submitted).job;
  };
  const model: Model<Input, Output> = {
    slug,
    run: (input, options = {}) => run(input, options),
    runSync: async (input, options = {}) =>
      runSync(service, slug, input, options as RunSyncOptions<Output>),
    map: (inputs, options = {}) =>
      mapInputs<Input, Output>(service, slug, inputs, options as MapOptions),
    job: (job) => createJob(service, toJobData(slug, job)),
    health: (options) => service.send({ ...HEALTH_CALL, slug, options }),
    purgeQueue: (options) => service.send({ ...PURGE_CALL, slug, options }),
    openai: (options = {}) => connectOpenAI(service, slug, options),
  };
  return Object.defineProperty(model, RUN_WITH_HOOK, { value: run });
}
