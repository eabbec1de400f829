import { constants } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { codeOf, CommandError } from "./command-error.js";

/**
 * Locks a state file against other emulators: a file beside the state file holds the id of this process. The returned
 * function releases the lock.
 *
 * @throws CommandError where another process that lives uses the file, or where the lock cannot be written
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  try {
    while (!(await createLock(lock))) {
      const owner = await readOwner(lock);
      if (isOther(owner)) throw inUse(path, lock, owner);
      await removeStale(lock, owner);
    }
  } catch (error) {
    throw error instanceof CommandError ? error : lockError(path, error);
  }
  return () => rm(lock, { force: true });
}

/** Returns false where there is a lock. */
async function createLock(lock: string): Promise<boolean> {
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  try {
    const file = await open(lock, O_CREAT | O_EXCL | O_WRONLY, 0o600);
    try {
      await file.writeFile(String(process.pid));
    } catch (error) {
      await rm(lock, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** The text of a lock: the id of a process. Undefined where the lock has ended in the meantime. */
async function readOwner(lock: string): Promise<string | undefined> {
  try {
    return await readFile(lock, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether the owner of a lock is another process that lives. A lock without a text belongs to a process that just starts. */
function isOther(owner: string | undefined): owner is string {
  if (owner === undefined) return false;
  if (owner === "") return true;
  const pid = Number(owner);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return codeOf(error) === "EPERM";
  }
}

/** Removes the lock of a process that is gone, but not the lock that another process has put in its place. */
async function removeStale(
  lock: string,
  owner: string | undefined,
): Promise<void> {
  const moved = `${lock}.${process.pid}`;
  try {
    await rename(lock, moved);
    if ((await readOwner(moved)) === owner) await rm(moved);
    else await rename(moved, lock);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

function inUse(path: string, lock: string, owner: string): CommandError {
  const process = owner === "" ? "another process" : `the process ${owner}`;
  return new CommandError(
    1,
    `the state file ${path} is in use by ${process}: stop that emulator, or pass another file with --state (if that process is not an emulator, remove ${lock})`,
  );
}

function lockError(path: string, cause: unknown): CommandError {
  const message = `the state file ${path} cannot be written (${codeOf(cause)}): pass another file with --state`;
  return new CommandError(1, message, { cause });
}
