import { onTestFinished } from "vitest";
import type {
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
export async function createServer(): Promise<PostgresServer> {
  return removeAfterTest(await PostgresServer.create());
}

/** Removes a server after the test. */
export function removeAfterTest(server: PostgresServer): PostgresServer {
  onTestFinished(() => server.remove());
  return server;
}

/** A ledger on a server, as one process has it. It is closed after the test. */
export function openLedger(
  { connectionString }: { readonly connectionString?: string },
  options: PostgresLedgerOptions = {},
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

/** Makes a call again until the ledger can be used. */
export async function untilAvailable<Result>(
  call: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const { code } = error as { readonly code?: string };
      if (code !== "ledger_unavailable") throw error;
    }
  }
}
