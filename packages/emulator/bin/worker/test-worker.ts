import { readdir, readFile, stat } from "node:fs/promises";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  createCommandEmulator,
  type CommandEmulator,
} from "../../src/emulator.js";
import type { Listener } from "../../src/index.js";
import {
  createClient,
  JobError,
  TimeoutError,
  type Job,
  type Model,
} from "cloud-compute-sdk";
import { findSimilar } from "../../src/similar.js";
import { CommandError } from "../command-error.js";
import { listenForInterruption } from "../interruption.js";
import { describeExit, KILLED } from "./describe-loss.js";
import {
  READABLE_LOG,
  startWorker,
  type WorkerProcess,
} from "../worker-process.js";

/** What `worker test` runs. */
interface TestSettings {
  /** The file of the worker. */
  readonly file: string;
  readonly command: readonly string[];
  /** The file of a case, or a folder of them. */
  readonly cases: string | undefined;
  /** How long a job may take, without the start of the worker. */
  readonly timeoutMs: number;
}

/** One job and what is expected of it. */
interface TestCase extends CaseContent {
  /** The path of the file. */
  readonly name: string;
}

/** What the file of a case holds. */
interface CaseContent {
  readonly input: object;
  readonly output?: unknown;
  /** The text of the error; true for any error. */
  readonly error?: string | true;
}

/** How a job has ended. */
interface JobEnd {
  readonly output?: unknown;
  readonly error?: string | undefined;
}

/** How long a worker may take to start and to take its job. */
const START_TIMEOUT_MS = 120_000;

const CASE_MEMBERS = ["input", "output", "error"];

/** Why a check has failed, or a case is not valid; undefined if all is well. */
type Outcome = string | undefined;

/** Why a check could check nothing. */
class Skipped {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A job, and the worker that is to run it. */
interface SubmittedJob {
  readonly job: Job;
  readonly child: WorkerProcess;
  /** Whether the worker was started for this job. */
  readonly isFirst: boolean;
}

/** One line of the report. */
interface Check {
  readonly name: string;
  readonly run: () => Promise<Outcome | Skipped>;
  /** Printed where the check has passed. */
  readonly hint?: string;
}

const ENDPOINT = "my-endpoint";
/** How long a worker that was stopped may take to exit when its jobs have ended. */
const EXIT_GRACE_MS = 3000;
/** How long a worker may take to exit after a signal to this process. */
const INTERRUPT_GRACE_MS = 1000;

/** Runs the cases, and then the checks of a cancel and of a stop. Resolves with the exit code. */
export async function testWorker(settings: TestSettings): Promise<number> {
  const cases = await readCases(settings);
  const emulator = createCommandEmulator();
  emulator.account.setWorkers(ENDPOINT, { external: true });
  const listener = await emulator.listen();
  const tester = new Tester(emulator, listener, settings);
  const interruption = listenForInterruption(() => tester.kill());
  let hasFailed = false;
  try {
    for (const check of checksOf(tester, cases)) {
      const begun = performance.now();
      const outcome = await Promise.race([
        tester.run(check),
        interruption.signal.then((signal) => ({
          code: 128 + constants.signals[signal],
        })),
      ]);
      if (typeof outcome === "object" && "code" in outcome) return outcome.code;
      // The start of a worker is not part of the time of its first job.
      const time = Math.round(
        performance.now() - Math.max(begun, tester.startedAt),
      );
      console.log(lineOf(check, outcome, time));
      hasFailed ||= typeof outcome === "string";
    }
    return hasFailed ? 1 : 0;
  } finally {
    await tester.close();
    await emulator.close();
    interruption.done();
  }
}

function checksOf(tester: Tester, cases: readonly TestCase[]): Check[] {
  // A job that fails at the check of its input would show nothing of a cancel or a stop.
  const first = cases.find(({ error }) => error === undefined);
  const none = new Skipped("no case is without an error");
  return [
    ...cases.map((each) => ({
      name: each.name,
      run: () => tester.runCase(each),
      hint: expectsNothing(each) ? ": nothing to compare" : "",
    })),
    {
      name: "a job that is cancelled",
      run: async () => (first ? tester.cancel(first) : none),
    },
    {
      name: "a stop while a job runs",
      run: async () => (first ? tester.stop(first) : none),
    },
  ];
}

function lineOf(
  { name, hint = "" }: Check,
  outcome: Outcome | Skipped,
  timeMs: number,
): string {
  if (outcome === undefined) return `ok    ${name} (${timeMs} ms)${hint}`;
  if (typeof outcome === "string") return `FAIL  ${name}: ${outcome}`;
  return `skip  ${name}: ${outcome.reason}`;
}

/** Runs the checks, one after the other, on a worker that is started again where a job may have left its handler behind. */
class Tester {
  readonly #emulator: CommandEmulator;
  readonly #listener: Listener;
  readonly #model: Model<object>;
  readonly #settings: TestSettings;
  /** The worker that runs, if one runs. */
  #child: WorkerProcess | undefined;
  #starts = 0;
  /** When the last worker that was started had taken its first job. */
  startedAt = 0;
  #isClosed = false;
  /** The job that was cancelled on the present worker, whose handler may go on. */
  #cancelled: Job | undefined;

  constructor(
    emulator: CommandEmulator,
    listener: Listener,
    settings: TestSettings,
  ) {
    this.#emulator = emulator;
    this.#listener = listener;
    this.#settings = settings;
    const { apiKey } = emulator;
    const cloud = createClient({ apiKey, ...listener.urls });
    this.#model = cloud.model<object>(ENDPOINT);
  }

  async run({ run }: Check): Promise<Outcome | Skipped> {
    const outcome = await run().catch(describe);
    const left = await this.#findLeftHandler();
    if (left === undefined) return outcome;
    return typeof outcome === "string" ? `${outcome}; ${left}` : left;
  }

  async runCase({ input, ...expected }: TestCase): Promise<Outcome> {
    const submitted = await this.#submit(input);
    const { output, error } = await this.#wait(submitted);
    if (expected.error !== undefined) {
      if (error === undefined) return "the job has not failed";
      if (expected.error === true) return undefined;
      return compare("the error", error, expected.error);
    }
    if (error !== undefined) return `the job has failed: ${error}`;
    if (expectsNothing(expected)) return undefined;
    return compare("the output", output, expected.output);
  }

  /** The worker must go on after a cancel. */
  async cancel(testCase: TestCase): Promise<Outcome | Skipped> {
    const submitted = await this.#submit(testCase.input);
    await this.#untilTaken(submitted);
    await this.#cancel(submitted.job);
    const { status } = await submitted.job.status();
    if (status !== "CANCELLED")
      return new Skipped("the job ended before it could be cancelled");
    const problem = await this.runCase(testCase);
    return problem && `the next job is not right: ${problem}`;
  }

  /** A worker that is stopped must end its job, and exit with 0. */
  async stop({ input }: TestCase): Promise<Outcome | Skipped> {
    const submitted = await this.#submit(input);
    const { job, child } = submitted;
    await this.#untilTaken(submitted);
    child.stop();
    const { status } = await job.status();
    this.#emulator.drainWorkers(ENDPOINT);
    await this.#wait(submitted);
    const code = await child.exitWithin(EXIT_GRACE_MS);
    if (code !== 0) return `the worker ${describeExit(code)}`;
    if (status === "IN_PROGRESS") return undefined;
    return new Skipped("the job ended before the worker could be stopped");
  }

  /** Ends the worker, and starts no other. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#endWorker(INTERRUPT_GRACE_MS);
  }

  /** Kills the worker: the user does not want to wait for its end. */
  kill(): void {
    this.#child?.kill();
  }

  /** Ends the worker, and resolves with its exit code. */
  async #endWorker(graceMs: number): Promise<number> {
    const child = this.#child;
    if (!child) return 0;
    child.stop();
    this.#emulator.drainWorkers(ENDPOINT);
    return child.exitWithin(graceMs);
  }

  /** After a job was cancelled: ends the worker, which shows whether the handler of the job has ended. */
  async #findLeftHandler(): Promise<Outcome> {
    const job = this.#cancelled;
    this.#cancelled = undefined;
    if (!job || (await this.#endWorker(EXIT_GRACE_MS)) !== KILLED)
      return undefined;
    return `the handler of job ${job.id} has not ended: it ignores its signal`;
  }

  /** Submits a job, for which a worker is started where none runs. */
  async #submit(input: object): Promise<SubmittedJob> {
    if (this.#isClosed) throw new Error("the test was interrupted");
    const isFirst = !this.#child;
    const child = (this.#child ??= this.#startWorker());
    return { job: await this.#model.run(input), child, isFirst };
  }

  #startWorker(): WorkerProcess {
    const id = `worker-${++this.#starts}`;
    const variables = this.#listener.workerVariables(ENDPOINT, id);
    const { command } = this.#settings;
    const child = startWorker(command, { ...variables, ...READABLE_LOG });
    const forget = () => {
      if (this.#child === child) this.#child = undefined;
    };
    child.exited.then(forget, forget);
    return child;
  }

  async #cancel(job: Job): Promise<void> {
    this.#cancelled = job;
    await job.cancel();
  }

  /** Waits for the end of a job, or of its worker. */
  async #wait(submitted: SubmittedJob): Promise<JobEnd> {
    const { job, child, isFirst } = submitted;
    // The start of a worker is not part of the time of its first job.
    if (isFirst) await this.#untilTaken(submitted);
    const { timeoutMs } = this.#settings;
    const wait = job.wait({ interval: 50, timeout: timeoutMs });
    const ended = wait.catch(async (error: unknown) => {
      if (error instanceof JobError)
        return { error: error.job.error ?? error.message };
      if (!(error instanceof TimeoutError)) throw error;
      await this.#cancel(job);
      throw new Error(`the job has not ended within ${timeoutMs} ms`);
    });
    const lost = child.exited.then(async (code) => {
      const { status, error, output } = await job.status();
      if (status === "COMPLETED") return { output };
      if (error !== undefined) return { error };
      // No other worker is to run the job.
      await job.cancel();
      throw new Error(this.#describeLoss(code));
    });
    for (const promise of [ended, lost]) promise.catch(() => undefined);
    return Promise.race([ended, lost]);
  }

  /** What it means for its job that a worker has exited. */
  #describeLoss(code: number): string {
    const hasAsked = this.#emulator.requests.some(({ route = "" }) =>
      route.includes("/job-take"),
    );
    if (hasAsked)
      return `the worker ${describeExit(code)}, and has left the job`;
    return code === 0
      ? "the file has ended without asking for a job: does it call startWorker?"
      : `the worker ${describeExit(code)} before it asked for a job`;
  }

  /** Resolves when the worker has taken a job, or has ended. Rejects where that takes too long. */
  async #untilTaken(submitted: SubmittedJob): Promise<void> {
    const {
      job: { id },
      child,
      isFirst,
    } = submitted;
    let unsubscribe: () => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    const taken = new Promise<void>((resolve, reject) => {
      const check = () => {
        const job = this.#emulator.jobs().find((each) => each.id === id);
        if (job?.status !== "IN_QUEUE") resolve();
      };
      const problem = `the worker has not taken the job within ${START_TIMEOUT_MS} ms`;
      timer = setTimeout(() => reject(new Error(problem)), START_TIMEOUT_MS);
      unsubscribe = this.#emulator.subscribe(check);
      check();
    });
    await Promise.race([taken, child.exited]).finally(() => {
      clearTimeout(timer);
      unsubscribe();
    });
    if (isFirst) this.startedAt = performance.now();
  }
}

/** Whether any output is right. */
function expectsNothing(expected: Omit<CaseContent, "input">): boolean {
  return !("output" in expected) && !("error" in expected);
}

function compare(what: string, actual: unknown, expected: unknown): Outcome {
  if (isDeepStrictEqual(actual, expected)) return undefined;
  return `${what} is ${JSON.stringify(actual)}, and not ${JSON.stringify(expected)}`;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reads the cases of a file or of a folder, in the order of their names. */
async function readCases({ file, cases }: TestSettings): Promise<TestCase[]> {
  const path = cases ?? join(dirname(file), "test_input.json");
  const found = await stat(path).catch(() => undefined);
  if (!found)
    throw new CommandError(
      2,
      `there is no ${path}: write {"input": …} into it, or pass another path with --cases`,
    );
  if (found.isFile()) return [await readCase(path)];
  const names = (await readdir(path)).filter((name) => name.endsWith(".json"));
  if (names.length === 0)
    throw new CommandError(2, `the folder ${path} holds no JSON file`);
  return Promise.all(names.sort().map((name) => readCase(join(path, name))));
}

async function readCase(path: string): Promise<TestCase> {
  const content = await readFile(path, "utf8")
    .then((text): unknown => JSON.parse(text))
    .catch((error: unknown) => {
      throw new CommandError(2, `${path} cannot be read: ${describe(error)}`);
    });
  checkCase(path, content);
  return { ...content, name: path };
}

function checkCase(
  path: string,
  content: unknown,
): asserts content is CaseContent {
  const problem = problemOf(content);
  if (problem !== undefined) throw new CommandError(2, `${path} ${problem}`);
}

function problemOf(content: unknown): Outcome {
  if (Array.isArray(content))
    return "is a list: write one case into each file, and name their folder with --cases";
  const members = Object(content) as Readonly<Record<string, unknown>>;
  const names = Object.keys(members);
  const unknown = names.find((name) => !CASE_MEMBERS.includes(name));
  if (unknown !== undefined) {
    const meant = findSimilar(unknown, CASE_MEMBERS);
    const advice = meant
      ? `did you mean "${meant}"?`
      : `the properties are ${CASE_MEMBERS.join(", ")}`;
    return `has the unknown property "${unknown}"; ${advice}`;
  }
  const { input, error = true } = members;
  if (Object(input) !== input) return 'needs an object as "input"';
  if (error !== true && typeof error !== "string")
    return 'needs a string, or true for any error, as "error"';
  if (names.includes("output") && names.includes("error"))
    return 'has both an "output" and an "error"';
  return undefined;
}
