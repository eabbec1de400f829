import { hasGoneBack } from "./call-ledger.js";
import type { Heartbeat } from "./heartbeat.js";
import type { Item } from "./ledger.js";
import { toJobData } from "./results.js";
import { waitForItem } from "./wait.js";
import type { WorkCall } from "./work-call.js";
import type { WorkContext } from "./work-context.js";

/** The items of this process that are submitted or waited for. */
export class ActiveItems {
  readonly #call: WorkCall;
  readonly #heartbeat: Heartbeat;
  readonly #onChange: () => void;
  readonly #ids = new Set<number>();
  /** Those whose jobs have completed, and whose outputs are being stored: other jobs may take their places. */
  readonly #storing = new Set<number>();

  /** `onChange` is called when there is room for another job, or an item has ended. */
  constructor(call: WorkCall, heartbeat: Heartbeat, onChange: () => void) {
    this.#call = call;
    this.#heartbeat = heartbeat;
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#ids.size;
  }

  /** How many more jobs this process may have under way. */
  get room(): number {
    const { concurrency = 100 } = this.#call.options;
    const limit = this.#heartbeat.settings?.concurrency ?? concurrency;
    return limit - this.#ids.size + this.#storing.size;
  }

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  /** Waits for the job of an item that is being submitted, or that no process waits for. */
  follow(
    context: WorkContext,
    id: number,
    submitting: Promise<Item | undefined>,
  ): void {
    this.#ids.add(id);
    void this.#waitForEnd(context, id, submitting)
      .catch(context.refuse)
      .finally(() => {
        this.#ids.delete(id);
        this.#storing.delete(id);
        this.#onChange();
      });
  }

  async #waitForEnd(
    context: WorkContext,
    id: number,
    submitting: Promise<Item | undefined>,
  ): Promise<void> {
    const { batch, claims, warnings } = context;
    const running = await submitting;
    if (!running) return;
    const ended = await waitForItem(context, running, () => {
      this.#storing.add(id);
      this.#onChange();
    });
    if (!ended) {
      this.#keepOfLostLedger(context, running);
      return;
    }
    claims.makeRoom();
    warnings.largeOutput(ended);
    warnings.unknownCost(running, ended);
    this.#call.keys?.onEnd();
    const { settings } = this.#heartbeat;
    if (ended.state === "completed" || !settings?.maxFailures) return;
    this.#heartbeat.countFailures(await batch.ledger.totals());
  }

  /** A ledger that went back may not know the job: the error of `work` names it. */
  #keepOfLostLedger({ batch, keepUnsaved }: WorkContext, item: Item): void {
    const job = toJobData(batch.model, item);
    if (hasGoneBack(this.#call.ending.reason?.error) && job)
      keepUnsaved({ ...job, key: item.key });
  }
}
