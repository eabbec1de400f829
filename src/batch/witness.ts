import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, stat, unlink } from "node:fs/promises";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BatchError } from "./errors.js";

/** How many claims each batch of a ledger has seen, by the name of the batch. */
type ClaimCounts = Readonly<Record<string, number>>;

/**
 * How many of the next items of a batch become doubtful when its ledger is adopted: as the caller says, or as many as the
 * witness has seen claimed (`seen`) beyond those that the ledger still knows (`claims`).
 */
export function suspectsOf(
  name: string,
  claims: number,
  suspects: number | ClaimCounts | undefined,
  seen: ClaimCounts,
): number {
  if (typeof suspects === "number") return suspects;
  if (suspects) return suspects[name] ?? 0;
  const known = seen[name];
  if (known === undefined && claims > 0)
    throw new BatchError(
      "ledger_went_back",
      `the witness knows no claims of batch ${name}: pass the number of submits that the ledger may lack to adopt`,
    );
  return Math.max(0, (known ?? 0) - claims);
}

/** Files of other processes that were not written for this long are read once more and removed, in milliseconds. */
const MAX_AGE_MS = 3_600_000;

/**
 * Remembers outside of a ledger how many claims its batches have seen, so that a ledger that was restored from a backup is
 * noticed. Each process has a file of its own in the folder, so that no write overtakes another; the highest count
 * holds. The files need no sync: a crash of the machine can only lower a count, and then the ledger is ahead.
 */
export class Witness {
  readonly #folder: string;
  readonly #path: string;
  readonly #counts: Record<string, number>;

  private constructor(folder: string, counts: Record<string, number>) {
    this.#folder = folder;
    this.#path = join(folder, `${randomUUID()}.json`);
    this.#counts = counts;
  }

  /** Reads the counts of all processes. */
  static async open(folder: string): Promise<Witness> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const witness = new Witness(folder, {});
    const old = await witness.#readAll();
    if (old.length > 0) witness.#write();
    for (const path of old) await unlink(path).catch(() => undefined);
    return witness;
  }

  /** The highest counts that any process has written. */
  async counts(): Promise<ClaimCounts> {
    await this.#readAll();
    return this.#counts;
  }

  /** Keeps the count of a batch after a claim that is durable. Returns before the submit of the claim may be sent. */
  keep(batch: string, claims: number): void {
    if (claims <= (this.#counts[batch] ?? 0)) return;
    this.#counts[batch] = claims;
    this.#write();
  }

  /** Forgets the count of a batch that was deleted. */
  async forget(batch: string): Promise<void> {
    for (const path of await this.#paths()) {
      const counts = await readCounts(path);
      if (!counts[batch]) continue;
      replaceFile(path, { ...counts, [batch]: 0 });
    }
    this.#counts[batch] = 0;
  }

  #write(): void {
    replaceFile(this.#path, this.#counts);
  }

  async #paths(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return names
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(this.#folder, name));
  }

  /** Takes over the counts of all files, and resolves with the paths of the old ones. */
  async #readAll(): Promise<string[]> {
    const old: string[] = [];
    for (const path of await this.#paths()) {
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
      for (const [batch, claims] of Object.entries(await readCounts(path)))
        this.#counts[batch] = Math.max(claims, this.#counts[batch] ?? 0);
      if (path !== this.#path && Date.now() - mtimeMs > MAX_AGE_MS)
        old.push(path);
    }
    return old;
  }
}

/** Writes beside the file first: a process that is killed meanwhile leaves the old counts. */
function replaceFile(path: string, counts: ClaimCounts): void {
  writeFileSync(`${path}.new`, JSON.stringify(counts), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The counts in a file; none if another process has just removed it. */
async function readCounts(path: string): Promise<ClaimCounts> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as ClaimCounts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return {};
  }
}
