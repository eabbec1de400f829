import { checkOptions } from "../checks.js";
import { copyAsJson } from "../json.js";
import { withTimeout } from "../http/timeout.js";
import { addItems } from "./add.js";
import { readPages } from "./call-ledger.js";
import type { Closing } from "./closing.js";
import type { OpenBatch } from "./context.js";
import { BatchError, InDoubtError } from "./errors.js";
import { checkItemKey } from "./keys.js";
import { FINAL_STATES, hasResult, type StoredItem } from "./ledger.js";
import { findLostJobs } from "./recovery.js";
import { toStatus } from "./results.js";
import type { RunOptions, RunResult } from "./types.js";
import { Work } from "./work.js";

const CALL = { operation: "batch.run" };

/** How often the ledger is asked for keys that another process works on, in milliseconds. */
const CHECK_INTERVAL_MS = 500;

/** A call of `run` that waits for its item. */
interface Waiting {
  readonly key: string;
  readonly resolve: (result: RunResult<unknown>) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs single items of a batch. All calls of this process share one `work`, which is limited to their keys. */
export class KeyRuns {
  readonly #batch: OpenBatch;
  readonly #closing: Closing;
  readonly #waiting = new Set<Waiting>();
  #work: Work | undefined;
  /** Settles when the present work has ended. */
  ended: Promise<void> = Promise.resolve();
  #checkAt = 0;

  constructor(batch: OpenBatch, closing: Closing) {
    this.#batch = batch;
    this.#closing = closing;
  }

  async run(
    key: string,
    input: object,
    options: RunOptions,
  ): Promise<RunResult<unknown>> {
    checkItemKey(key, CALL);
    checkOptions<RunOptions>(options, { signal: true }, CALL);
    const { signal } = options;
    signal?.throwIfAborted();
    const copy = copyAsJson<object>("input", input, CALL);
    await addItems(this.#batch, [{ key, input: copy }], {});
    let present = await this.#batch.ledger.find(key);
    if (present?.state === "lost") {
      // This costs nothing, and may find the job.
      await findLostJobs(this.#batch, signal ?? this.#closing.signal);
      present = await this.#batch.ledger.find(key);
    }
    if (present && hasResult(present.state)) return this.#resultOf(present);
    let waiting: Waiting | undefined;
    try {
      return await withTimeout(
        Infinity,
        signal,
        () =>
          new Promise<RunResult<unknown>>((resolve, reject) => {
            waiting = { key, resolve, reject };
            this.#waiting.add(waiting);
            this.#begin();
          }),
      );
    } finally {
      if (waiting) this.#waiting.delete(waiting);
      this.#work?.wake();
    }
  }

  /** Begins to work, or lets the work that runs see a further key. */
  #begin(): void {
    if (this.#work) {
      this.#work.wake();
      return;
    }
    const work = new Work(this.#batch, {}, this.#closing.signal, {
      open: () => this.#openKeys(),
      onEnd: () => (this.#checkAt = 0),
      check: () => this.#check(),
    });
    this.#work = work;
    this.ended = work
      .run()
      .then(
        ({ reason, error }) =>
          error ?? work.limitError ?? this.#createStopped(reason),
      )
      .catch((error: unknown) => error)
      .then((error) => {
        this.#work = undefined;
        const { reason } = Object(error) as { readonly reason?: string };
        // A call that came while the work was ending needs another one.
        if (reason === "done" && this.#waiting.size > 0) this.#begin();
        else for (const { reject } of this.#waiting) reject(error);
      });
  }

  #openKeys(): readonly string[] {
    return [...new Set([...this.#waiting].map(({ key }) => key))];
  }

  /** Looks which items have ended, in this process or another. */
  async #check(): Promise<void> {
    if (performance.now() < this.#checkAt) return;
    this.#checkAt = performance.now() + CHECK_INTERVAL_MS;
    const ended = { states: FINAL_STATES, keys: this.#openKeys() };
    for await (const page of readPages(this.#batch.ledger, ended))
      for (const item of page) this.#settle(item);
  }

  #settle(item: StoredItem): void {
    const result = this.#resultOf(item);
    // Each call that waits gets the result; nobody else needs to hear of an error.
    result.catch(() => undefined);
    for (const { key, resolve, reject } of this.#waiting)
      if (key === item.key) result.then(resolve, reject);
  }

  /** The result of an item that has ended. An output that was too large for the ledger comes from the service. */
  async #resultOf(item: StoredItem): Promise<RunResult<unknown>> {
    const { name, model, runner } = this.#batch;
    const { key, state, reason, job, error } = toStatus(model, item);
    const message = error?.message ?? "";
    if (state === "unknown")
      throw new InDoubtError(name, key, message, reason === "lost");
    if (state !== "completed" || !job)
      throw new BatchError(
        "run_failed",
        `the item ${JSON.stringify(key)} of batch ${name} is ${state} (${error?.code ?? ""}): ${message}`,
      );
    const output: unknown =
      item.output === null
        ? (await runner.job(job).wait()).output
        : JSON.parse(item.output);
    return { output, job };
  }

  /** The error for the calls of a work that has ended before their items. Its `reason` is that of the work. */
  async #createStopped(reason: string): Promise<BatchError> {
    const { name, ledger } = this.#batch;
    const filter = {
      states: ["submitting", "running"],
      keys: this.#openKeys(),
    } as const;
    let maybeSent = false;
    // Another process may work on the keys.
    for await (const page of readPages(ledger, filter))
      maybeSent = page.length > 0;
    const error = new BatchError(
      "run_stopped",
      `batch ${name} submits nothing more (${reason}): ${reason === "paused" ? "set paused to false" : "raise the limit with batch.set"}, and call run again`,
      { maybeSent },
    );
    return Object.assign(error, { reason });
  }
}
