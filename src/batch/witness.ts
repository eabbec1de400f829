import { randomUUID } from "node:crypto";
import { mkdir, readdir, stat, unlink } from "node:fs/promises";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BatchError } from "./errors.js";

/** How many claims each batch of a ledger has seen, by the name of the batch. */
export type ClaimCounts = Readonly<Record<string, number>>;

/** What an adoption needs to know of a batch that the ledger has. */
export interface AdoptedBatch {
  readonly name: string;
  /** How many claims the ledger knows. */
  readonly claims: number;
  /** How many items can become doubtful: the waiting and the queued ones. */
  readonly unclaimed: number;
}

/**
 * How many of the next items of a batch become doubtful when its ledger is adopted: as the caller says, or as many as the
 * witness has seen claimed (`seen`) beyond those that the ledger still knows (`claims`).
 */
export function suspectsOf(
  { name, claims, unclaimed }: AdoptedBatch,
  suspects: number | ClaimCounts | undefined,
  seen: ClaimCounts,
): number {
  if (typeof suspects === "number") return suspects;
  if (suspects) return suspects[name] ?? 0;
  const known = seen[name];
  if (known === undefined && claims > 0 && unclaimed > 0)
    throw new BatchError(
      "ledger_went_back",
      `no witness knows how many claims batch ${name} had: pass to adopt how many submits the ledger may lack (batch adopt --suspects). A number that is too high is safe`,
    );
  return Math.max(0, (known ?? 0) - claims);
}

/**
 * Throws a `BatchError` if the witness has seen more claims of a batch than an adoption could put in doubt: the ledger
 * lacks their items, so it cannot keep anybody from adding and submitting them again.
 */
export function assertItemsKept(
  batches: readonly AdoptedBatch[],
  seen: ClaimCounts,
  payAgain: readonly string[],
): void {
  const known = new Map(batches.map((batch) => [batch.name, batch]));
  const lacking = Object.entries(seen)
    .map(([name, count]) => {
      const { claims = 0, unclaimed = 0 } = known.get(name) ?? {};
      return { name, count: count - claims - unclaimed };
    })
    .filter(({ name, count }) => count > 0 && !payAgain.includes(name));
  if (lacking.length === 0) return;
  const counts = lacking.map(({ name, count }) => `${name} (${count})`);
  throw new BatchError(
    "ledger_lacks_items",
    `more submits were claimed than the ledger has items for, of the batches ${counts.join(", ")}, so it is not adopted: items that it lacks may have been submitted, and whoever adds them again pays again. Put the newer ledger back. ${describeStartOver(lacking.map(({ name }) => name))}`,
  );
}

/** Throws a `BatchError` if the ledger does not have a batch (`isThere`) of which the witness has seen claims. */
export function assertBatchKept(
  name: string,
  isThere: boolean,
  seen: ClaimCounts,
): void {
  const count = seen[name] ?? 0;
  if (isThere || count === 0) return;
  throw new BatchError(
    "ledger_went_back",
    `the ledger no longer has the batch ${name}, of which items were claimed before (${count}): the ledger was deleted, or replaced by a new one or one that is older than the batch. Put the newer ledger back. ${describeStartOver([name])}`,
  );
}

/** How somebody gives up the protection of the batches whose items a ledger lacks. */
function describeStartOver(names: readonly string[]): string {
  return `To start over on purpose, which pays for the same inputs again, call ledger.adopt(undefined, { payAgain: ${JSON.stringify(names)} }) (batch adopt --pay-again ${names.join(",")})`;
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

  private constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, `${randomUUID()}.json`);
  }

  /** Takes over the counts of processes that have long ended. */
  static async open(folder: string): Promise<Witness> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const witness = new Witness(folder);
    await witness.#replaceOldFiles();
    return witness;
  }

  /** The highest counts that any process has written. */
  async counts(): Promise<ClaimCounts> {
    return readHighest(await this.#paths());
  }

  /**
   * Keeps the count of a batch after a claim that is durable. Returns before the submit of the claim may be sent. The counts
   * of other batches come from the file: another process may have deleted such a batch, and `forget` its count.
   */
  keep(batch: string, claims: number): void {
    const counts = readCounts(this.#path);
    if (claims > (counts[batch] ?? 0))
      replaceFile(this.#path, { ...counts, [batch]: claims });
  }

  /** Forgets the count of a batch that was deleted, or is started over. */
  async forget(batch: string): Promise<void> {
    for (const path of await this.#paths()) {
      const counts = readCounts(path);
      if (counts[batch]) replaceFile(path, { ...counts, [batch]: 0 });
    }
  }

  async #replaceOldFiles(): Promise<void> {
    const old: string[] = [];
    for (const path of await this.#paths()) {
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
      if (Date.now() - mtimeMs > MAX_AGE_MS) old.push(path);
    }
    if (old.length === 0) return;
    replaceFile(this.#path, readHighest(old));
    for (const path of old) await unlink(path).catch(() => undefined);
  }

  async #paths(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return names
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(this.#folder, name));
  }
}

/** The highest count of each batch in several files. */
function readHighest(paths: readonly string[]): ClaimCounts {
  const highest: Record<string, number> = {};
  for (const path of paths)
    for (const [batch, claims] of Object.entries(readCounts(path)))
      highest[batch] = Math.max(claims, highest[batch] ?? 0);
  return highest;
}

/** Writes beside the file first: a process that is killed meanwhile leaves the old counts. */
function replaceFile(path: string, counts: ClaimCounts): void {
  writeFileSync(`${path}.new`, JSON.stringify(counts), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The counts in a file; none before it is written, and after another process has removed it. */
function readCounts(path: string): ClaimCounts {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as ClaimCounts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return {};
  }
}
