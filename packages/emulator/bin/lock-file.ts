import { readFile, rm, writeFile } from "node:fs/promises";
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
    if (!(await createLock(lock))) {
      const owner = await readFile(lock, "utf8");
      if (isOther(owner)) throw inUse(path, lock, owner);
      await rm(lock, { force: true });
      if (!(await createLock(lock))) throw inUse(path, lock, "");
    }
  } catch (error) {
    throw error instanceof CommandError ? error : lockError(path, error);
  }
  return () => rm(lock, { force: true });
}

/** Returns false where there is a lock. */
async function createLock(lock: string): Promise<boolean> {
  try {
    const text = String(process.pid);
    await writeFile(lock, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Whether the owner of a lock is another process that lives. A lock without a text belongs to a process that just starts. */
function isOther(owner: string): boolean {
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
