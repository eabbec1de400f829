import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  createTrackedEmulator,
  type TrackedEmulator,
} from "../../emulator/emulator.js";
import { createClient, JobError, type Job, type Model } from "../../index.js";
import { findSimilar } from "../../similar.js";
import { CommandError } from "../command.js";
import { startChild, type WorkerChild } from "./worker-child.js";

/** What `worker test` runs. */
interface TestSettings {
  /** The file of the worker. */
  readonly file: string;
  readonly command: readonly string[];
  /** The file of a case, or a folder of them. */
  readonly cases: string | undefined;
  /** How long a job may take. */
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

const CASE_MEMBERS = ["input", "output", "error"];

/** Why a check has failed, or a case is not valid; undefined if all is well. */
type Outcome = string | undefined;

const ENDPOINT = "my-endpoint";
const WORKER = "worker-1";
/** How long a worker that was stopped may take to exit when its jobs have ended. */
const EXIT_GRACE_MS = 10_000;

/** Runs the cases, and then the checks of a cancel and of a stop. Resolves with the exit code. */
export async function testWorker(settings: TestSettings): Promise<number> {
  const cases = await readCases(settings);
  const emulator = createTrackedEmulator();
  emulator.account.setWorkers(ENDPOINT, { external: true });
  const { urls, workerVariables } = await emulator.listen();
  const cloud = createClient({ apiKey: emulator.apiKey, ...urls });
  const child = startChild(settings.command, workerVariables(ENDPOINT, WORKER));
  const model = cloud.model<object>(ENDPOINT);
  const tester = new Tester(emulator, model, child, settings.timeoutMs);
  const [first] = cases;
  try {
    for (const each of cases) {
      const hint = expectsNothing(each) ? ": nothing to compare" : "";
      await tester.check(each.name, () => tester.runCase(each), hint);
    }
    if (first) {
      await tester.check("a job that is cancelled", () => tester.cancel(first));
      await tester.check("a stop while a job runs", () => tester.stop(first));
    }
    return tester.hasFailed ? 1 : 0;
  } finally {
    child.kill();
    await child.exited;
    await emulator.close();
  }
}

/** The checks of one worker. */
class Tester {
  hasFailed = false;
  readonly #emulator: TrackedEmulator;
  readonly #model: Model<object>;
  readonly #child: WorkerChild;
  readonly #timeoutMs: number;

  constructor(
    emulator: TrackedEmulator,
    model: Model<object>,
    child: WorkerChild,
    timeoutMs: number,
  ) {
    this.#emulator = emulator;
    this.#model = model;
    this.#child = child;
    this.#timeoutMs = timeoutMs;
  }

  /** Prints the outcome of a check. The hint is printed where the check has passed. */
  async check(
    name: string,
    run: () => Promise<Outcome>,
    hint = "",
  ): Promise<void> {
    const begun = performance.now();
    const problem = await run().catch(describe);
    const time = Math.round(performance.now() - begun);
    this.hasFailed ||= problem !== undefined;
    console.log(
      problem === undefined
        ? `ok    ${name} (${time} ms)${hint}`
        : `FAIL  ${name}: ${problem}`,
    );
  }

  async runCase({ input, ...expected }: TestCase): Promise<Outcome> {
    const job = await this.#model.run(input);
    const { output, error } = await this.#wait(job);
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
  async cancel(testCase: TestCase): Promise<Outcome> {
    const job = await this.#model.run(testCase.input);
    await this.#untilTaken(job);
    await job.cancel();
    const problem = await this.runCase(testCase);
    return problem && `the next job is not right: ${problem}`;
  }

  /** A worker that is stopped must end its job, and exit with 0. */
  async stop({ input }: TestCase): Promise<Outcome> {
    const job = await this.#model.run(input);
    await this.#untilTaken(job);
    this.#child.stop();
    await this.#wait(job);
    // Ends the open request for further jobs, for which a worker waits.
    this.#emulator.removeWorker(ENDPOINT, WORKER);
    const code = await this.#child.exitWithin(EXIT_GRACE_MS);
    return code === 0 ? undefined : `the worker has exited with ${code}`;
  }

  /** Waits for the end of a job, or of the worker. */
  async #wait(job: Job): Promise<JobEnd> {
    const wait = job.wait({ interval: 50, timeout: this.#timeoutMs });
    const ended = wait.catch((error: unknown) => {
      if (!(error instanceof JobError)) throw error;
      return { error: error.job.error ?? error.message };
    });
    const lost = this.#child.exited.then(async (code) => {
      const { status, error, output } = await job.status();
      if (status === "COMPLETED") return { output };
      if (error !== undefined) return { error };
      throw new Error(
        `the worker has exited with ${code}, and has left the job`,
      );
    });
    lost.catch(() => undefined);
    return Promise.race([ended, lost]);
  }

  /** Resolves when the worker has taken a job, or has ended. */
  async #untilTaken({ id }: Job): Promise<void> {
    let unsubscribe: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => {
      const check = () => {
        const job = this.#emulator.jobs().find((each) => each.id === id);
        if (job?.status !== "IN_QUEUE") resolve();
      };
      unsubscribe = this.#emulator.subscribe(check);
      check();
    });
    await Promise.race([taken, this.#child.exited]).finally(unsubscribe);
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
  const members = Object(content) as Readonly<Record<string, unknown>>;
  const names = Object.keys(members);
  const unknown = names.find((name) => !CASE_MEMBERS.includes(name));
  if (unknown !== undefined) {
    const meant = findSimilar(unknown, CASE_MEMBERS);
    const advice = meant
      ? `did you mean "${meant}"?`
      : `the members are ${CASE_MEMBERS.join(", ")}`;
    return `has the unknown member "${unknown}"; ${advice}`;
  }
  const { input, error = true } = members;
  if (Object(input) !== input) return 'needs an object as "input"';
  if (error !== true && typeof error !== "string")
    return 'needs a text, or true for any error, as "error"';
  if (names.includes("output") && names.includes("error"))
    return 'has both an "output" and an "error"';
  return undefined;
}
