import type { WorkContext } from "./work-context.js";
import type { Item } from "./ledger.js";
import { type EndedItem, waitForItem } from "./wait.js";

/** Hears of the items of this process. */
export interface ItemListener {
  /** The wait for a running item has ended, without `ended` where its job may still run. */
  onEnd: (running: Item, ended: EndedItem | undefined) => Promise<void>;
  /** There is one item less. */
  onRoom: () => void;
}

/** The items of this process that are submitted or waited for. */
export class ActiveItems {
  readonly #ids = new Set<number>();
  readonly #listener: ItemListener;

  constructor(listener: ItemListener) {
    this.#listener = listener;
  }

  get size(): number {
    return this.#ids.size;
  }

  /** Waits for running jobs that no process waits for. */
  continueAll(context: WorkContext, items: readonly Item[]): void {
    for (const item of items)
      if (!this.#ids.has(item.id))
        this.follow(context, item.id, Promise.resolve(item));
  }

  /** Waits for the job of an item that is being submitted. */
  follow(
    context: WorkContext,
    id: number,
    submitting: Promise<Item | undefined>,
  ): void {
    this.#ids.add(id);
    void this.#wait(context, submitting)
      .catch(context.refuse)
      .finally(() => {
        this.#ids.delete(id);
        this.#listener.onRoom();
      });
  }

  async #wait(
    context: WorkContext,
    submitting: Promise<Item | undefined>,
  ): Promise<void> {
    const running = await submitting;
    if (running)
      await this.#listener.onEnd(running, await waitForItem(context, running));
  }
}
