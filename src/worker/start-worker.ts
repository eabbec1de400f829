import {
  check,
  checkCallbacks,
  checkOptions,
  checkWhole,
  type OptionNames,
} from "../checks.js";
import { checkFunction } from "../check-members.js";
import { sleep } from "../http/timeout.js";
import { outliveOutput } from "../outlive-output.js";
import { onShutdown } from "../shutdown.js";
import { readEnvironment, type Environment } from "./environment.js";
import type { Handler } from "./handler.js";
import { startHeartbeat } from "./heartbeat.js";
import { RunningJobs } from "./jobs.js";
import { createLog, type WorkerLog } from "./log.js";
import { WorkerService } from "./service.js";

/** How many jobs a worker runs at once. A function is asked before each take, with the number of jobs that run. */
export type Concurrency =
  | number
  | ((running: number) => number | Promise<number>);

/** The options of `startWorker`. A member that is `undefined` counts as absent. */
export interface WorkerOptions {
  /**
   * How many jobs run at once: a whole number, 1 or more, or a function that returns one. A function may return 0, and is
   * asked again after a second.
   * @default 1
   */
  readonly concurrency?: Concurrency | undefined;
  /**
   * How long running jobs may go on after SIGTERM, SIGINT or SIGHUP, in milliseconds. Jobs that then still run end as FAILED.
   * A second signal ends them at once.
   * @default 600000, the time limit that a job has by default
   */
  readonly drainTimeout?: number | undefined;
  /**
   * How long a handler may go on after its job was cancelled or has timed out, in milliseconds. Then the worker logs a warning,
   * and once such handlers hold all slots, the worker ends: `done` rejects, so that the process exits with 1 and the service
   * can start another worker. With `Infinity` the worker waits for its handlers for ever.
   * @default 30000
   */
  readonly cancelTimeout?: number | undefined;
  /**
   * The longest output that is sent, in bytes of JSON. The limit of the service is not known for certain.
   * @default 20000000
   */
  readonly maxOutputBytes?: number | undefined;
  /**
   * Receives each line of the log.
   * @default console.log
   */
  readonly writeLine?: ((line: string) => void) | undefined;
  /**
   * The variables that the service sets for a worker.
   * @default process.env
   */
  readonly environment?: Environment | undefined;
}

/** A worker that runs. */
export interface RunningWorker {
  /**
   * Resolves when the worker has ended: after a signal or `stop`, when its jobs have ended and their results were sent. Rejects
   * when handlers that ignore their signals hold all slots.
   */
  readonly done: Promise<void>;
  /** Ends the worker as SIGTERM does, and resolves as `done` does. A second call ends the running jobs at once. */
  stop(): Promise<void>;
}

const OPTIONS: OptionNames<WorkerOptions> = {
  concurrency: true,
  drainTimeout: true,
  cancelTimeout: true,
  maxOutputBytes: true,
  writeLine: true,
  environment: true,
};

const CALL = { operation: "startWorker" };
const DEFAULT_DRAIN_MS = 600_000;
const DEFAULT_CANCEL_MS = 30_000;
const DEFAULT_MAX_OUTPUT_BYTES = 20_000_000;
/** How long a worker without a free slot waits before it asks the function of its concurrency again. */
const CONCURRENCY_INTERVAL_MS = 1000;
/** Why a worker ends by itself. */
const BLOCKED =
  "the worker ends: handlers of jobs that were cancelled or have timed out ignore job.signal, and hold all slots";

/**
 * Starts the worker of a queue endpoint in this process: takes jobs, runs `handler` for each of them, and sends the results.
 * Resolves when the worker has begun. The service starts a worker with environment variables; without them, the error says how
 * to run the worker locally.
 *
 * Experimental: the service does not document what its workers send.
 *
 * @throws InputError outside the service, without a key, and for an option that is not valid
 *
 * @example
 * ```ts
 * const worker = await startWorker(handler, { concurrency: 4 });
 * await worker.done;
 * ```
 */
export function startWorker(
  handler: Handler<never>,
  options: WorkerOptions = {},
): Promise<RunningWorker> {
  return new Promise((resolve) => {
    checkFunction("handler", handler, CALL);
    checkOptions(options, OPTIONS, CALL);
    const worker = new WorkerLoop(handler, options);
    resolve({ done: worker.done, stop: () => worker.stop() });
  });
}

function checkDuration(name: string, value: number): void {
  const problem =
    "must be a number of milliseconds from 0 on, below 2^31, or Infinity";
  const isValid = value === Infinity || (value >= 0 && value < 2 ** 31);
  check(isValid, name, problem, CALL);
}

/** The loops of one worker. */
class WorkerLoop {
  readonly done: Promise<void>;
  readonly #log: WorkerLog;
  readonly #service: WorkerService;
  readonly #jobs: RunningJobs;
  readonly #concurrency: Concurrency;
  readonly #drainTimeoutMs: number;
  #isBlocked = false;
  /** How many jobs may run at once: the number, or what the function has returned last. */
  #slots = 1;
  /** Aborts when the worker is to take no further jobs. */
  readonly #stopping = new AbortController();
  /** Aborts when the jobs that still run are to end, and with them the requests of the worker. */
  readonly #ending = new AbortController();
  /** Aborts when every job has ended. */
  readonly #ended = new AbortController();

  constructor(handler: Handler<never>, options: WorkerOptions) {
    const {
      concurrency = 1,
      drainTimeout = DEFAULT_DRAIN_MS,
      cancelTimeout = DEFAULT_CANCEL_MS,
      maxOutputBytes = DEFAULT_MAX_OUTPUT_BYTES,
      writeLine = console.log,
      environment = process.env,
    } = options;
    if (typeof concurrency !== "function")
      checkWhole("concurrency", concurrency, 1, CALL);
    for (const [name, value] of Object.entries({ drainTimeout, cancelTimeout }))
      checkDuration(name, value);
    checkWhole("maxOutputBytes", maxOutputBytes, 1, CALL);
    checkCallbacks({ writeLine }, CALL);
    const settings = readEnvironment(environment);
    this.#concurrency = concurrency;
    this.#drainTimeoutMs = drainTimeout;
    this.#log = createLog(environment, writeLine);
    this.#service = new WorkerService(settings, this.#log, {
      stopping: this.#stopping.signal,
      ending: this.#ending.signal,
    });
    const heartbeat = startHeartbeat(settings, this.#log);
    this.#jobs = new RunningJobs({
      handler,
      service: this.#service,
      heartbeat,
      log: this.#log,
      maxOutputBytes,
      ending: this.#ending.signal,
      ended: this.#ended.signal,
      cancelTimeoutMs: cancelTimeout,
      slots: () => this.#slots,
      onBlocked: () => this.#endBlocked(),
    });
    const forgetSignals = onShutdown({
      kind: "server",
      end: () => this.stop().catch(() => undefined),
      hurry: () => void this.stop().catch(() => undefined),
    });
    const unlistenOutput = outliveOutput();
    // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for the promise
    this.done = this.#run().finally(async () => {
      await heartbeat.stop();
      forgetSignals?.();
      unlistenOutput();
    });
  }

  /** Takes no further jobs, and lets the running ones end. A second call ends them at once. */
  stop(): Promise<void> {
    if (this.#stopping.signal.aborted) this.#ending.abort();
    else void this.#endInTime();
    this.#stopping.abort();
    return this.done;
  }

  /** No slot will be free again, so only a new process can go on. */
  #endBlocked(): void {
    this.#isBlocked = true;
    this.#stopping.abort();
    this.#ending.abort();
  }

  async #endInTime(): Promise<void> {
    this.#log("INFO", "the worker ends when its jobs have ended");
    const end = () => this.#ending.abort();
    await sleep(this.#drainTimeoutMs, this.#ended.signal).then(
      end,
      () => undefined,
    );
  }

  async #run(): Promise<void> {
    this.#log("INFO", "the worker waits for jobs");
    const stopping = this.#service.watchStops(
      (jobId) => this.#jobs.stop(jobId),
      this.#ended.signal,
    );
    await this.#takeJobs();
    while (this.#jobs.count > 0) await this.#jobs.nextEnd();
    this.#ended.abort();
    await stopping;
    if (this.#isBlocked) {
      this.#log("ERROR", BLOCKED);
      throw new Error(BLOCKED);
    }
    this.#log("INFO", "the worker has ended");
  }

  /**
   * Takes jobs until the worker is stopped. What a request for jobs that is open then still brings is run, because a job that
   * the service has given cannot be given back.
   */
  async #takeJobs(): Promise<void> {
    for (;;) {
      const limit = await this.#limit(this.#jobs.count);
      this.#slots = limit;
      if (this.#stopping.signal.aborted) return;
      const { count } = this.#jobs;
      if (count >= limit) {
        await this.#waitForSlot();
        continue;
      }
      const jobs = await this.#service.take(limit - count, count > 0);
      for (const job of jobs) this.#jobs.start(job);
    }
  }

  async #limit(running: number): Promise<number> {
    if (typeof this.#concurrency === "number") return this.#concurrency;
    try {
      const limit = await this.#concurrency(running);
      if (Number.isInteger(limit) && limit >= 0) return limit;
      throw new Error(`${String(limit)} is not a whole number`);
    } catch (error) {
      this.#log("ERROR", `concurrency has failed: ${String(error)}`);
      return 1;
    }
  }

  /** Resolves when a job ends. A function may also change its mind, so it is asked again. */
  async #waitForSlot(): Promise<void> {
    const end = this.#jobs.nextEnd();
    if (typeof this.#concurrency === "number") return end;
    const { signal } = this.#ending;
    const pause = sleep(CONCURRENCY_INTERVAL_MS, signal).catch(() => undefined);
    await Promise.race([end, pause]);
  }
}
