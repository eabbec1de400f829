import { mkdir } from "node:fs/promises";
import { Database, isBusy } from "./sqlite.js";
import { createStoreFailure } from "./store-failure.js";

/** Creates the folder of databases, which only its owner may read. */
export async function createFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw createStoreFailure(path, error);
  }
}

/** Opens a database that several processes share and whose commits survive a crash of the machine. */
export async function openDatabase(path: string): Promise<Database> {
  const database = await Database.open(path);
  try {
    await retryWhileBusy(() => enableWriteAheadLog(database));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function enableWriteAheadLog(database: Database): void {
  database.exec("PRAGMA journal_mode = WAL");
  // Each commit waits for the disk.
  database.exec("PRAGMA synchronous = FULL");
}

/** How long another process may hold the lock of a whole database, in milliseconds: the last one that closes a large one. */
const MAX_LOCK_MS = 30_000;

/** Two processes that open a new database at once may find each other's lock, and so may one that opens while another closes. */
export async function retryWhileBusy<Result>(
  act: () => Result,
): Promise<Result> {
  const start = performance.now();
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > MAX_LOCK_MS)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
