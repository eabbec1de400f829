import { Database, isBusy } from "./sqlite.js";

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
