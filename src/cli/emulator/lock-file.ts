import { constants } from "node:fs";
import { open, readFile, rm } from "node:fs/promises";
import { codeOf, CommandError } from "../command.js";

/**
 * Keeps other emulators from a state file, by a file beside it that names this process. The returned function ends the lock.
 *
 * @throws CommandError where another process that lives uses the file
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  for (;;) {
    try {
      const file = await open(lock, O_CREAT | O_EXCL | O_WRONLY, 0o600);
      await file.writeFile(String(process.pid));
      await file.close();
      return () => rm(lock, { force: true });
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw lockError(path, error);
    }
    const owner = Number(await readFile(lock, "utf8").catch(() => ""));
    if (isOther(owner))
      throw new CommandError(
        1,
        `the state file ${path} is in use by the process ${owner}: stop that emulator, or pass another file with --state (if the process is no emulator, remove ${lock})`,
      );
    // The process that locked the file is gone.
    await rm(lock, { force: true });
  }
}

/** Whether another process with this id lives. */
function isOther(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return codeOf(error) === "EPERM";
  }
}

function lockError(path: string, cause: unknown): CommandError {
  const message = `the state file ${path} cannot be written (${codeOf(cause)}): pass another file with --state`;
  return new CommandError(1, message, { cause });
}
