import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { BatchError } from "../../../src/batch/errors.js";
import type {
  Claimed,
  LedgerStore,
  LedgerBatch,
  NewItem,
} from "../../../src/batch/ledger.js";
import {
  postgresLedger,
  type PostgresLedgerOptions,
} from "../../../src/batch/postgres/index.js";
import { newItem, openStore } from "../suite/temporary-batch.js";
import { PostgresServer } from "./server.js";

const DEFINITION = JSON.stringify({ model: "echo" });

/** A server that is removed after the test. */
export async function createServer(
  settings: readonly string[] = [],
): Promise<PostgresServer> {
  return removeAfterTest(await PostgresServer.create(settings));
}

/** Removes a server after the test. */
export function removeAfterTest(server: PostgresServer): PostgresServer {
  onTestFinished(() => server.remove());
  return server;
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "witness-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A ledger on a server, as one process has it. It is closed after the test. */
export function openLedger(
  { connectionString }: PostgresServer,
  options: Partial<PostgresLedgerOptions> = {},
): LedgerStore {
  const ledger = openStore(postgresLedger({ connectionString, ...options }));
  onTestFinished(() => ledger.close());
  return ledger;
}

/** The batch of the tests. */
export function openBatchIn(ledger: LedgerStore): Promise<LedgerBatch> {
  return ledger.open("test", DEFINITION);
}

/** Items with the keys `0`, `1`, `2`. */
export function numberedItems(count: number): NewItem[] {
  return Array.from({ length: count }, (_, n) => newItem(String(n)));
}

/** A worker, as its process knows it. */
export class TestWorker {
  readonly batch: LedgerBatch;
  readonly id: string;
  sequence = 0;

  private constructor(batch: LedgerBatch, id: string) {
    this.batch = batch;
    this.id = id;
  }

  static async join(batch: LedgerBatch): Promise<TestWorker> {
    return new TestWorker(batch, await batch.join());
  }

  /** Makes the next claim. */
  claim(limit: number): Promise<Claimed> {
    this.sequence++;
    return this.repeat(limit);
  }

  /** Makes the last claim again, until the ledger can be used. */
  async repeatUntilAvailable(limit: number): Promise<Claimed> {
    for (;;) {
      try {
        return await this.repeat(limit);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
      }
    }
  }

  /** Makes the last claim again. */
  repeat(limit: number): Promise<Claimed> {
    return this.batch.claim({
      worker: this.id,
      sequence: this.sequence,
      limit,
      claimedAt: 1,
      minReserved: 0,
    });
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof BatchError && error.code === "ledger_unavailable";
}

export function keysOf({ items }: Claimed): string[] {
  return items.map(({ key }) => key);
}
