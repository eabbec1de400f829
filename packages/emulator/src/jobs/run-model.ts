import type { AccountState } from "../state/account-state.js";
import { toJson } from "../json.js";
import { yieldToEventLoop } from "../time/wait.js";
import type { ModelResult } from "./built-in-models.js";
import type { CustomModel, ModelContext } from "../state/custom-models.js";
import { findBuiltInModel } from "./find-model.js";
import type { Job } from "../state/job.js";
import { refuseInput } from "./public-models.js";

/** What a model does with the job that it runs. */
interface JobRun {
  /** Schedules an action that the end of the job cancels. */
  readonly schedule: (time: number, run: () => unknown) => void;
  /** Registers what is to be done when the job ends, for whatever reason. */
  readonly onStop: (cleanup: () => void) => void;
  readonly addChunk: (chunk: unknown) => void;
  readonly reportProgress: (output: unknown) => void;
  readonly finish: (result: ModelResult) => void;
}

/** How many turns of the event loop a handler gets to finish before an advanced clock goes on. */
const MAX_TURNS = 50;

/** At which parts of its execution a job reports its progress. */
const REPORTED_PERCENTS = [25, 50, 75];

/** Runs the model of a job that has started, or that a restored account has in progress. */
export function runModel(state: AccountState, job: Job, run: JobRun): void {
  const custom = state.customModels.get(job.slug);
  if (custom) runCustomModel(state, job, run, custom);
  else runBuiltInModel(state, job, run);
}

/**
 * Computes the result at once, and finishes the job when the execution time has passed. The chunks are spread evenly
 * over that time.
 */
function runBuiltInModel(state: AccountState, job: Job, run: JobRun): void {
  const startedAt = job.startedAt ?? state.clock.now();
  const model = findBuiltInModel(state, job.slug);
  const { seed, strict, modelOutputs } = state;
  const result = model.run(job.input, { seed, strict, modelOutputs });
  const executionMs = model.executionMs(job.input);
  const chunks = "chunks" in result ? result.chunks : [];
  chunks.forEach((chunk, index) => {
    // A restored job has some of its chunks already.
    if (index < job.chunks.length) return;
    const share = (index + 1) / (chunks.length + 1);
    const time = startedAt + executionMs * share;
    run.schedule(time, () => run.addChunk(chunk));
  });
  if (model.reportsProgress)
    REPORTED_PERCENTS.forEach((percent, index) => {
      // A restored job has reported some of them already.
      if (index < (job.progress?.count ?? 0)) return;
      const time = startedAt + (executionMs * percent) / 100;
      run.schedule(time, () => run.reportProgress({ percent }));
    });
  run.schedule(startedAt + executionMs, () => run.finish(result));
}

/** A snapshot cannot hold a running handler, so a restored job runs its handler from the start. */
function runCustomModel(
  state: AccountState,
  job: Job,
  run: JobRun,
  model: CustomModel,
): void {
  job.chunks = [];
  job.deliveredChunks = 0;
  const startedAt = job.startedAt ?? state.clock.now();
  const finished = callHandler(job, run, model).then((result) => {
    const earliest = startedAt + model.executionTime;
    if (earliest <= state.clock.now()) run.finish(result);
    else run.schedule(earliest, () => run.finish(result));
  });
  // An advance of the clock waits here, so that the handler can finish before the clock goes on.
  run.schedule(state.clock.now(), () => waitBriefly(finished));
}

async function callHandler(
  job: Job,
  run: JobRun,
  { handler, parameters }: CustomModel,
): Promise<ModelResult> {
  const { slug } = job;
  const controller = new AbortController();
  run.onStop(() =>
    controller.abort(new DOMException("the job has ended", "AbortError")),
  );
  const context: ModelContext = {
    id: job.id,
    signal: controller.signal,
    progress: (value) => run.reportProgress(toJson(value) ?? null),
    stream: (part) => run.addChunk(toJson(part) ?? null),
    fail: (message) => {
      throw new Error(message);
    },
  };
  await Promise.resolve();
  const invalid = parameters && refuseInput({ slug, parameters }, job.input);
  if (invalid) return invalid;
  try {
    // The caller of `model` chose the type of the input, which nothing can check.
    const input = structuredClone(job.input) as never;
    const result = await handler(input, context);
    const output = isGenerator(result)
      ? await streamParts(result, context)
      : result;
    return { output: toJson(output) ?? null };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** What a generator function returns, asynchronous or not. */
type Parts = AsyncGenerator<unknown, unknown> | Generator<unknown, unknown>;

function isGenerator(value: unknown): value is Parts {
  if (typeof value !== "object" || value === null || !("next" in value))
    return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/**
 * Streams what a generator yields, until the job ends. The output is what the generator returns: without a return value an
 * empty list, as a worker of the service sends it.
 */
async function streamParts(
  parts: Parts,
  { stream, signal }: ModelContext,
): Promise<unknown> {
  for (;;) {
    const { done = false, value } = await parts.next();
    if (done) return value === undefined ? [] : value;
    if (signal.aborted) return parts.return(undefined);
    stream(value);
  }
}

/** Resolves when the promise resolves, or after `MAX_TURNS` turns of the event loop. */
async function waitBriefly(promise: Promise<void>): Promise<void> {
  let turnsLeft = MAX_TURNS;
  void promise.then(() => (turnsLeft = 0));
  while (turnsLeft > 0) {
    turnsLeft -= 1;
    await yieldToEventLoop();
  }
}
