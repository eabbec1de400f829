import { openSync, readFileSync, writeSync } from "node:fs";
import type { BatchStore, OpenStore } from "../../../src/batch/index.js";

/**
 * What a process reports of the submit of an item:
 *
 * - `claiming`: it asks the store for a claim
 * - `claimed`: the store has confirmed the claim
 * - `waiting`: the process has waited after the claim, and has not sent the request
 * - `posting`: it sends the request
 * - `broken`: the answer does not say whether the service has taken the job
 * - `ended`: the store has saved the outcome of the submit
 */
type SubmitStep =
  "claiming" | "claimed" | "waiting" | "posting" | "broken" | "ended";

/** The steps in which a kill may leave an item in doubt. A process must not wait between a claim and its request. */
const OPEN_STEPS: readonly string[] = ["claiming", "claimed", "posting"];

/** What the journal of a process says after its end. */
interface OpenSubmits {
  /** How many submits were being claimed or sent, or had no outcome in the store. */
  readonly open: number;
  /** How many answers were broken. */
  readonly broken: number;
}

/**
 * Writes the submits of a process into a file. After a SIGKILL the file is complete, because each write is synchronous.
 */
export class SubmitJournal {
  readonly #file: number;
  /** The keys whose claim was confirmed in this turn of the event loop. */
  readonly #claimed = new Set<string>();

  constructor(path: string) {
    this.#file = openSync(path, "a");
  }

  /** Reports the claims of a store, and what the store keeps of each submit. */
  watchStore(store: BatchStore): BatchStore {
    return {
      open: async (name, definition) =>
        this.#watch(await store.open(name, definition)),
      readDefinition: (name) => store.readDefinition(name),
    };
  }

  /**
   * Reports the requests of submits, and the inconclusive answers. The member `n` of an input is the key of its item.
   */
  watchFetch(send: typeof fetch): typeof fetch {
    return async (address, init) => {
      if (init?.method !== "POST") return send(address, init);
      const key = readKey(init.body);
      this.#write("posting", key);
      try {
        const response = await send(address, init);
        if (isInconclusive(response)) this.#write("broken", key);
        return response;
      } catch (error) {
        this.#write("broken", key);
        throw error;
      }
    };
  }

  #watch(opened: OpenStore): OpenStore {
    const change = opened.change.bind(opened);
    opened.change = async (item, members, costLimit) => {
      const isClaim = members.state === "submitting";
      if (isClaim) this.#write("claiming", item.key);
      const result = await change(item, members, costLimit);
      if (isClaim && result.outcome === "changed") this.#confirm(item.key);
      else this.#write("ended", item.key);
      return result;
    };
    return opened;
  }

  #confirm(key: string): void {
    this.#write("claimed", key);
    this.#claimed.add(key);
    // A request that is sent without waiting is sent before this runs.
    setImmediate(() => {
      if (this.#claimed.has(key)) this.#write("waiting", key);
    });
  }

  #write(step: SubmitStep, key: string): void {
    this.#claimed.delete(key);
    writeSync(this.#file, `${step} ${key}\n`);
  }
}

function readKey(body: unknown): string {
  const { input } = JSON.parse(String(body)) as {
    readonly input: { readonly n: number };
  };
  return String(input.n);
}

function isInconclusive({ status, headers }: Response): boolean {
  if (status === 503) return !headers.has("retry-after");
  return status >= 500 || status === 408;
}

/** Counts the submits that a process had open when it ended. */
export function countOpenSubmits(path: string): OpenSubmits {
  const steps = new Map<string, string>();
  let broken = 0;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const [step = "", key = ""] = line.split(" ");
    if (step === "broken") broken++;
    steps.set(key, step);
  }
  const open = [...steps.values()].filter((step) => OPEN_STEPS.includes(step));
  return { open: open.length, broken };
}
