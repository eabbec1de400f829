import { randomUUID } from "node:crypto";
import { mkdir, readdir, stat, unlink } from "node:fs/promises";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { check } from "../../checks.js";
import type { CallContext } from "../../errors.js";
import { BatchError } from "../errors.js";
import { first } from "../store/driver.js";
import type { LockedBatch } from "../store/locked-batch.js";

/** What a batch has claimed. */
export interface ClaimCount {
  /** How many submits: an item may have several. */
  readonly claims: number;
  /** Of how many items the first submit. */
  readonly begun: number;
}

/** What each batch of a ledger has claimed, by the name of the batch. */
export type ClaimCounts = Readonly<Record<string, ClaimCount>>;

export const NO_CLAIMS: ClaimCount = { claims: 0, begun: 0 };

/** The folder of the option `witness` as an absolute path; undefined where there is none. */
export function readWitnessFolder(
  folder: string | undefined,
  call: CallContext,
): string | undefined {
  if (folder === undefined) return undefined;
  checkFolder("witness", folder, call);
  return resolve(folder);
}

export function checkFolder(
  name: string,
  folder: string,
  call: CallContext,
): void {
  const isPath = typeof folder === "string" && folder !== "";
  check(isPath, name, "must be the path of a folder", call);
}

/**
 * Throws a `BatchError` if the submits of the ledger are counted by a witness. A process without it would submit what the
 * witness never hears of, and a backup that is restored later would go unnoticed.
 */
export async function assertNeedsNoWitness({
  transaction,
  place: { name, dialect },
}: LockedBatch): Promise<void> {
  const sql = `SELECT has_witness FROM ${dialect.prefix}meta`;
  const meta = await first(transaction, sql);
  if (meta?.["has_witness"] !== 1) return;
  throw new BatchError(
    "ledger_needs_witness",
    `the submits of batch ${name} are counted by a witness, and this process has none: pass the option witness (--witness) with the folder of this machine. If that folder is lost, a new one counts from now on`,
  );
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
  keep(batch: string, count: ClaimCount): void {
    const counts = readCounts(this.#path);
    const { claims } = counts[batch] ?? NO_CLAIMS;
    if (count.claims > claims)
      replaceFile(this.#path, { ...counts, [batch]: count });
  }

  /** Forgets the count of a batch that was deleted, or is started over. */
  async forget(batch: string): Promise<void> {
    for (const path of await this.#paths()) {
      const counts = readCounts(path);
      if (counts[batch]) replaceFile(path, { ...counts, [batch]: NO_CLAIMS });
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
  const highest: Record<string, ClaimCount> = {};
  for (const path of paths)
    for (const [batch, count] of Object.entries(readCounts(path)))
      highest[batch] = maxCount(count, highest[batch]);
  return highest;
}

export function maxCount(one: ClaimCount, other = NO_CLAIMS): ClaimCount {
  return {
    claims: Math.max(one.claims, other.claims),
    begun: Math.max(one.begun, other.begun),
  };
}

/** Writes beside the file first: a process that is killed meanwhile leaves the old counts. */
function replaceFile(path: string, counts: ClaimCounts): void {
  writeFileSync(`${path}.new`, JSON.stringify(counts), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The counts in a file; none before it is written, and after another process has removed it. */
function readCounts(path: string): ClaimCounts {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return {};
  }
  try {
    return JSON.parse(text) as ClaimCounts;
  } catch (cause) {
    throw new BatchError(
      "ledger_failed",
      `the witness ${path} is empty or damaged: put it back from a backup, or delete it, which gives up what this file knew of submits`,
      { cause },
    );
  }
}
