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
    await enableWriteAheadLog(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Two processes that open a new database at once may find each other's lock. */
async function enableWriteAheadLog(database: Database): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      // Each commit waits for the disk.
      database.exec("PRAGMA synchronous = FULL");
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
