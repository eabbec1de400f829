import { openSync, readFileSync, writeSync } from "node:fs";
import type { Ledger, LedgerBatch } from "../../../src/batch/index.js";

/**
 * What a process reports of the submit of an item:
 *
 * - `claimed`: the ledger has confirmed the claim
 * - `posting`: it sends the request
 * - `broken`: the answer does not say whether the service has taken the job
 * - `ended`: the ledger has saved the outcome of the submit
 */
type SubmitStep = "claimed" | "posting" | "broken" | "ended";

/** The steps in which a kill may leave an item in doubt. */
const OPEN_STEPS: readonly string[] = ["claimed", "posting"];

/** What the journal of a process says after its end. */
interface OpenSubmits {
  /** How many submits were being claimed or sent, or had no outcome in the ledger. */
  readonly open: number;
  /** How many answers were broken. */
  readonly broken: number;
}

/**
 * Writes the submits of a process into a file. After a SIGKILL the file is complete, because each write is synchronous.
 */
export class SubmitJournal {
  readonly #file: number;
  constructor(path: string) {
    this.#file = openSync(path, "a");
  }

  /** Reports the claims of a ledger, and what the ledger keeps of each submit. */
  watchLedger(ledger: Ledger): Ledger {
    const open = ledger.open.bind(ledger);
    const openWatched = async (name: string, definition: string) => {
      const opened = await open(name, definition);
      this.#watch(opened);
      return opened;
    };
    ledger.open = openWatched;
    return ledger;
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

  #watch(opened: LedgerBatch): void {
    const claim = opened.claim.bind(opened);
    const report = opened.report.bind(opened);
    opened.claim = async (request) => {
      const claimed = await claim(request);
      for (const { key } of claimed.items) this.#write("claimed", key);
      return claimed;
    };
    opened.report = async (rows) => {
      const stored = await report(rows);
      for (const { key } of rows) this.#write("ended", key);
      return stored;
    };
  }

  #write(step: SubmitStep, key: string): void {
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
