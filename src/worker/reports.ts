import { check } from "../checks.js";
import { writeJson } from "../json.js";
import type { WorkerService } from "./service.js";

/** The service takes parts of up to 1 MB. */
const MAX_REPORT_BYTES = 1_000_000;

/**
 * What a running job reports. The service takes a report that arrives after the result for the state of the job, so `close`
 * must have resolved before the result is sent.
 */
export class JobReports {
  readonly #service: WorkerService;
  readonly #jobId: string;
  /** Aborts when the job is to end: nothing is reported from then on. */
  readonly #signal: AbortSignal;
  /** The newest progress that is not sent yet. */
  #next: string | undefined;
  #isSendingProgress = false;
  /** The progress and the part that were begun last. Neither promise rejects. */
  #progress: Promise<unknown> = Promise.resolve();
  #part: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(service: WorkerService, jobId: string, signal: AbortSignal) {
    this.#service = service;
    this.#jobId = jobId;
    this.#signal = signal;
  }

  /** Sends the progress as soon as the progress before it was sent, unless a newer one replaces it until then. */
  progress(value: unknown): void {
    const text = writeReport("progress", value);
    if (this.#isClosed || this.#signal.aborted) return;
    this.#next = `{"status":"IN_PROGRESS","output":${text}}`;
    if (!this.#isSendingProgress) this.#progress = this.#sendProgress();
  }

  /** Sends a part of a stream. Throws where the part is refused, or lost. */
  async part(value: unknown): Promise<void> {
    const body = `{"output":${writeReport("part", value)}}`;
    if (this.#isClosed || this.#signal.aborted) return;
    const sending = this.#service.sendPart(this.#jobId, body, this.#signal);
    this.#part = sending;
    const sent = await sending;
    if (sent.outcome === "refused") await this.#service.awaitStop(this.#signal);
    if (sent.outcome !== "accepted")
      throw new Error(`a part of the stream is lost: ${sent.reason}`);
  }

  /** Resolves when nothing is being sent any more. Progress that has not been sent yet is left out. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#progress, this.#part]);
  }

  async #sendProgress(): Promise<void> {
    this.#isSendingProgress = true;
    while (this.#next !== undefined && !this.#isClosed) {
      const body = this.#next;
      this.#next = undefined;
      await this.#service.sendProgress(this.#jobId, body, this.#signal);
    }
    this.#isSendingProgress = false;
  }
}

function writeReport(name: string, value: unknown): string {
  const text = writeJson(name, value ?? null, { operation: "worker" });
  const bytes = Buffer.byteLength(text);
  const problem = `has ${bytes} bytes of JSON, and the service accepts at most ${MAX_REPORT_BYTES}`;
  check(bytes <= MAX_REPORT_BYTES, name, problem);
  return text;
}
