import { onAbort, sleep } from "../http/timeout.js";
import { isGenerator, type Handler } from "./handler.js";
import type { Heartbeat } from "./heartbeat.js";
import type { WorkerLog } from "./log.js";
import { JobReports } from "./reports.js";
import {
  inspectError,
  writeFailure,
  writeOutput,
  type JobResult,
} from "./result.js";
import type { TakenJob, WorkerService } from "./service.js";

/** What the jobs of a worker share. */
interface JobsOptions {
  readonly handler: Handler<never>;
  readonly service: WorkerService;
  readonly heartbeat: Heartbeat;
  readonly log: WorkerLog;
  readonly maxOutputBytes: number;
  /** Aborts when the jobs that still run are to end. */
  readonly ending: AbortSignal;
  /** Aborts when every job has ended. */
  readonly ended: AbortSignal;
  /** How long a handler may go on after its job was stopped, in milliseconds. */
  readonly cancelTimeoutMs: number;
  /** How many jobs may run at once at the moment. */
  readonly slots: () => number;
  /** Called when handlers of stopped jobs hold all slots. */
  readonly onBlocked: () => void;
}

/** How many bytes of results are kept that the service has not acknowledged. */
const MAX_KEPT_BYTES = 64_000_000;

/** Why a job fails that still runs when the worker must end. */
const ENDED = "the worker was stopped before the job ended: submit it again";

/** Why the signal of a job aborts whose result the service no longer wants. */
class JobStopped extends Error {
  override name = "JobStopped";
  constructor() {
    super("the job was cancelled or has timed out");
  }
}

/** The jobs that a worker runs. */
export class RunningJobs {
  readonly #options: JobsOptions;
  readonly #controllers = new Map<string, AbortController>();
  /** The results whose upload has failed. The service may give their jobs again. */
  readonly #kept = new Map<string, JobResult>();
  /** The stopped jobs whose handlers have gone on for too long. */
  readonly #stuck = new Set<string>();
  #wake: () => void = () => undefined;

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#controllers.size;
  }

  /** Resolves when the next job ends. */
  async nextEnd(): Promise<void> {
    await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  /** Runs a job in the background, unless it runs already. */
  start(job: TakenJob): void {
    const { log } = this.#options;
    if (this.#controllers.has(job.id)) {
      log("WARN", "was given again, and runs already", job.id);
      return;
    }
    const controller = new AbortController();
    this.#controllers.set(job.id, controller);
    this.#reportJobs();
    void this.#process(job, controller)
      .catch((error: unknown) => log("ERROR", String(error), job.id))
      .finally(() => {
        this.#controllers.delete(job.id);
        this.#stuck.delete(job.id);
        this.#reportJobs();
        this.#wake();
      });
  }

  /** Stops a job that the service no longer wants. */
  stop(jobId: string): void {
    const controller = this.#controllers.get(jobId);
    if (!controller || controller.signal.aborted) return;
    controller.abort(new JobStopped());
    const check = () => {
      if (this.#controllers.get(jobId) === controller) this.#setStuck(jobId);
    };
    const { cancelTimeoutMs, ended } = this.#options;
    void sleep(cancelTimeoutMs, ended).then(check, () => undefined);
  }

  #setStuck(jobId: string): void {
    const { log, slots, onBlocked } = this.#options;
    this.#stuck.add(jobId);
    // A function may have lowered the concurrency below the jobs that run.
    const places = Math.max(slots(), this.count);
    const taken = `${this.#stuck.size} of ${places} slots`;
    log(
      "WARN",
      `the job was cancelled or has timed out, but its handler still runs and ignores job.signal: such handlers hold ${taken}`,
      jobId,
    );
    if (this.#stuck.size >= places) onBlocked();
  }

  #reportJobs(): void {
    this.#options.heartbeat.update([...this.#controllers.keys()]);
  }

  async #process(job: TakenJob, controller: AbortController): Promise<void> {
    const kept = this.#kept.get(job.id);
    if (kept) {
      this.#options.log("INFO", "was given again: its result is sent", job.id);
      await this.#sendResult(job.id, kept, controller.signal);
      return;
    }
    const { signal } = controller;
    const reports = new JobReports(this.#options.service, job.id, signal);
    const result = await this.#runOrEnd(job, controller, reports);
    await reports.close();
    if (!this.#isStopped(job.id, signal))
      await this.#sendResult(job.id, result, signal);
  }

  /** Runs the handler. When the worker must end, the job fails without waiting for its handler. */
  async #runOrEnd(
    job: TakenJob,
    controller: AbortController,
    reports: JobReports,
  ): Promise<JobResult> {
    const { ending } = this.#options;
    let unlink: () => void = () => undefined;
    const ended = new Promise<JobResult>((resolve) => {
      const end = () => {
        controller.abort(new Error(ENDED));
        resolve(writeFailure(ENDED));
      };
      if (ending.aborted) end();
      else unlink = onAbort(ending, end);
    });
    const running = this.#run(job, controller.signal, reports);
    return Promise.race([running, ended]).finally(unlink);
  }

  /** Runs the handler. Never rejects. */
  async #run(
    { id, input }: TakenJob,
    signal: AbortSignal,
    reports: JobReports,
  ): Promise<JobResult> {
    const { handler, log, maxOutputBytes } = this.#options;
    if (input === undefined) return writeFailure("the job has no input");
    // The thread of the pings hears of the job before a handler can block this thread.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      const made: unknown = await handler(input as never, {
        jobId: id,
        signal,
        progress: (value) => reports.progress(value),
        log: (message, level = "INFO") => log(level, message, id),
      });
      if (!isGenerator(made)) return writeOutput(made, false, maxOutputBytes);
      const output = await streamParts(made, signal, reports);
      return writeOutput(output, true, maxOutputBytes);
    } catch (error) {
      if (!signal.aborted) log("ERROR", inspectError(error), id);
      return writeFailure(error);
    }
  }

  /** Sends a result. A result that the service refuses, or does not acknowledge, is reported, and kept if it may help. */
  async #sendResult(
    jobId: string,
    result: JobResult,
    signal: AbortSignal,
  ): Promise<void> {
    const { service, log } = this.#options;
    const { body, isStream } = result;
    const sent = await service.sendResult(jobId, body, isStream);
    this.#kept.delete(jobId);
    if (sent.outcome === "accepted") return;
    if (sent.outcome === "unknown") {
      log("ERROR", `the result is kept: ${sent.reason}`, jobId);
      this.#keep(jobId, result);
      return;
    }
    await service.awaitStop(signal);
    if (this.#isStopped(jobId, signal)) return;
    log("ERROR", `the result is refused: ${sent.reason}`, jobId);
    // The job may be COMPLETED without an output now. A failure must not follow a result that may have been accepted.
    if (result.error !== undefined || !sent.isFirst) return;
    const failure = writeFailure(`the output was refused: ${sent.reason}`);
    await service.sendResult(jobId, failure.body, isStream);
  }

  /** Whether the service has stopped a job, which is then logged. */
  #isStopped(jobId: string, signal: AbortSignal): boolean {
    const reason: unknown = signal.reason;
    if (!(reason instanceof JobStopped)) return false;
    this.#options.log("INFO", reason.message, jobId);
    return true;
  }

  /** Keeps a result, and drops the oldest ones that no longer fit. */
  #keep(jobId: string, result: JobResult): void {
    this.#kept.set(jobId, result);
    const sizes = [...this.#kept].map(
      ([id, { body }]) => [id, Buffer.byteLength(body)] as const,
    );
    let bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
    for (const [id, size] of sizes) {
      if (bytes <= MAX_KEPT_BYTES) return;
      this.#kept.delete(id);
      bytes -= size;
    }
  }
}

/** Sends each part that a generator yields, and resolves with what the generator returns. */
async function streamParts(
  generator: AsyncGenerator<unknown, unknown, undefined>,
  signal: AbortSignal,
  reports: JobReports,
): Promise<unknown> {
  try {
    for (;;) {
      const { done, value } = await generator.next();
      if (done) return value;
      await reports.part(value);
      signal.throwIfAborted();
    }
  } finally {
    // Lets the generator clean up. After its end this does nothing.
    await generator.return(undefined);
  }
}
