import type {
  EndpointHealth,
  JobsResource,
  PurgeResult,
} from "../../generated/jobs/resources.js";
import { checkMilliseconds, checkObject, checkOptions } from "../checks.js";
import type { CallContext } from "../errors.js";
import { lazy } from "../http/lazy.js";
import { readCallOptions } from "../http/request.js";
import { segment } from "../http/url.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import type { CallOptions } from "../options.js";
import { createJob, createWaitableJob, type Job } from "./job.js";
import { HEALTH_CALL, PURGE_CALL } from "./job-calls.js";
import { loadJobParts } from "./load.js";
import type { MapOptions, MapResult } from "./map.js";
import type { OpenAIConnection, OpenAIOptions } from "./openai.js";
import type { RunControls } from "./run-model.js";
import { RUN_WITH_HOOK } from "./run-with-hook.js";
import type { RunSyncOptions } from "./run-sync.js";
import type { JobService } from "./service.js";
import type { CompletedJob } from "./state.js";
import type { SubmitHook } from "./submit-hook.js";
import type { RunOptions } from "./submit-options.js";
import { readSubmit, type WrittenSubmit } from "./written-submit.js";

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
   * that take long. Once the service has answered with the id, each error has `maybeSent: true` and the `job`.
   *
   * @throws InputError if an option or the input is not valid
   * @throws CallbackError if `onUpdate`, `interval` or the function of the key fails
   * @throws JobError if the job ends otherwise than COMPLETED
   * @throws TimeoutError at the timeout of the options; it carries the job if its id is known
   * @throws ResponseError if the service refuses the job
   * @throws ConnectionError if the connection fails
   *
   * @example
   * ```ts
   * const { output } = await cloud.model("z-image-turbo").runSync({ prompt: "a lighthouse" });
   * ```
   */
  runSync(
    input: Input,
    options?: RunSyncOptions<Output>,
  ): Promise<CompletedJob<Output>>;
  /**
   * Submits one job for each input, `concurrency` of them at once, and yields each result as its job ends. The next input
   * is pulled only when a job can begin with it, is read when it is pulled, and is submitted exactly once. A submit or job
   * that fails is a result with an `error`; its `handle` is the job, if the service has accepted it.
   *
   * @throws InputError if an option of the map or of its waits is not valid, or `inputs` cannot be iterated
   * @throws CallbackError if the source of the inputs, `onSubmit`, `onProgress`, `interval` or the function of the key
   *   fails; its `jobs` are those under way
   * @throws the reason of the signal on an abort
   *
   * @example
   * ```ts
   * const inputs = ["a pier", "a buoy"].map((prompt) => ({ prompt }));
   * for await (const { input, job, error } of model.map(inputs, { concurrency: 2 }))
   *   console.log(input.prompt, job?.output ?? error);
   * ```
   */
  map(
    inputs: Iterable<Input> | AsyncIterable<Input>,
    options?: MapOptions,
  ): AsyncGenerator<MapResult<Input, Output>, void, undefined>;
  /**
   * Returns a handle on a job of this model that was submitted before. Nothing is sent.
   *
   * @throws InputError if `id` is empty, or cannot be part of an address
   *
   * @example
   * ```ts
   * const { output } = await cloud.model("z-image-turbo").job(id).wait();
   * ```
   */
  job(id: string): Job<Output>;
  /**
   * Counts the jobs that wait and run, and the workers in each state.
   *
   * @throws ResponseError if the service refuses the call
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

const MAP = { operation: "model.map" } as const;
const OPENAI_CALL = { operation: "model.openai" } as const;

const OPENAI_OPTIONS: OptionNames<OpenAIOptions> = {
  timeout: true,
  stall: true,
};

/** Reads the options of `model.openai` at once. */
function readOpenAIOptions(options: OpenAIOptions): OpenAIOptions {
  checkObject("options", options, OPENAI_CALL);
  checkOptionNames(options, OPENAI_OPTIONS, OPENAI_CALL);
  const { timeout, stall } = options;
  checkMilliseconds("timeout", timeout, OPENAI_CALL);
  checkMilliseconds("stall", stall, OPENAI_CALL);
  return { timeout, stall };
}

/** Loads the part behind `model.map`. */
export const loadMap = /* @__PURE__ */ lazy(() => import("./map.js"));

/** Creates what `cloud.model(slug)` returns. */
export function createModel<Input extends object, Output>(
  service: JobService,
  slug: string,
): Model<Input, Output> {
  segment("slug", slug);
  /** Reads the options at once, loads what makes the call, and makes the call. */
  const call = async <Result>(
    context: CallContext & { readonly operation: string },
    options: CallOptions | undefined,
    make: (jobs: JobsResource, read: CallOptions) => Promise<Result>,
  ) => {
    const read = readCallOptions(options, context);
    const { signal, timeout } = read;
    const parts = await loadJobParts(context.operation, signal, timeout);
    return make(parts.getJobs(service), read);
  };
  /** Loads all that a submit and a wait need, and submits the job. */
  const runRead = async (
    written: WrittenSubmit,
    options: RunOptions,
    controls: RunControls,
  ) => {
    const { signal, timeout } = options;
    const parts = await loadJobParts("jobs.run", signal, timeout);
    parts.checkRunOptions(options);
    const submitted = await parts.runModel(
      service,
      slug,
      written,
      options,
      controls,
    );
    const { data } = submitted;
    return createWaitableJob<Output>(service, data, submitted).job;
  };
  const model: Model<Input, Output> = {
    slug,
    // Async functions, so that an input that cannot be written is a rejection. They read the input at once.
    run: async (input, options = {}) =>
      runRead(readSubmit("run", input, options), options, {}),
    runSync: async (input, options = {}) => {
      const written = readSubmit("runSync", input, options);
      const parts = await loadJobParts("jobs.runSync", options.signal);
      return parts.runSync(service, slug, written, options);
    },
    map: async function* (inputs, options = {}) {
      checkOptions(options, MAP);
      const { signal } = options;
      const { mapInputs } = await loadMap(MAP.operation, signal);
      // The wait needs these parts: no file may fail to load once a job is submitted.
      const parts = await loadJobParts(MAP.operation, signal);
      yield* mapInputs<Input, Output>(
        { service, slug, parts },
        inputs,
        options,
      );
    },
    job: (id) => createJob(service, { slug, id }),
    health: (options) =>
      call(HEALTH_CALL, options, (jobs, read) => jobs.health(slug, {}, read)),
    purgeQueue: (options) =>
      call(PURGE_CALL, options, (jobs, read) => jobs.purgeQueue(slug, read)),
    openai: (options = {}) => {
      const { timeout, stall } = readOpenAIOptions(options);
      return {
        baseURL: `${service.requireAddress(OPENAI_CALL.operation)}/v2/${segment("slug", slug)}/openai/v1`,
        apiKey: "held-by-the-client",
        fetch: async (input, init) => {
          const sendRead = service.readOpenAIFetch(input, init ?? {});
          const signal = init?.signal ?? undefined;
          const parts = await loadJobParts(OPENAI_CALL.operation, signal);
          return parts.fetchOpenAI(sendRead, { timeout, stall });
        },
        maxRetries: 0,
      };
    },
  };
  return Object.defineProperty(model, RUN_WITH_HOOK, {
    value: async (input: Input, options: RunOptions, hook: SubmitHook) =>
      runRead(readSubmit("run", input, options), options, {
        finishAfterSend: true,
        hook,
      }),
  });
}
