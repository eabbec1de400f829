import { BatchError, isOfLedger } from "./errors.js";

/** Refuses the calls of a batch object once the object is closed. */
export class Closing {
  readonly #controller = new AbortController();
  /** Aborts with the error that every further call throws. */
  readonly signal = this.#controller.signal;

  begin(name: string): void {
    const problem = `batch ${name} is closed: open the batch again to use it`;
    this.#controller.abort(new BatchError("batch_closed", problem));
  }

  /** Makes a call. A call under way whose ledger was closed throws the same error as a further call. */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    this.signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (isOfLedger(error)) this.signal.throwIfAborted();
      throw error;
    }
  }

  /** Passes on what is read, until the batch is closed. */
  async *read<Item>(
    items: AsyncGenerator<Item, void, undefined>,
  ): AsyncGenerator<Item, void, undefined> {
    for (;;) {
      const { value, done } = await this.run(() => items.next());
      if (done) return;
      yield value;
    }
  }
}
