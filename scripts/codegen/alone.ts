import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { SpecError } from "./parse/fault.js";
import { finishReplacement, missing, STAGE } from "./replace.js";

const OWNER = "owner-";
const MINE = `${STAGE}-${process.pid}`;

/**
 * Runs `act` while no other process replaces `specs/` or `generated/`, after what one that was killed had decided is
 * done and what it had not is cleared away; throws a `SpecError` where another is at work.
 */
export async function alone<T>(act: () => Promise<T>): Promise<T> {
  await acquire();
  try {
    return await act();
  } finally {
    // After a decision a failure leaves the folder as it is, for the next one to finish.
    await release();
  }
}

/** Finishes or clears away what a process that was killed has left, and leaves the files to anyone. */
export async function settle(): Promise<void> {
  const names = await readdir(".");
  if (names.some((name) => name.startsWith(STAGE)))
    await alone(() => Promise.resolve());
}

/** The folder is made elsewhere with its owner in it, so that it never stands there without one. */
async function acquire(): Promise<void> {
  for (;;) {
    await mkdir(join(MINE, `${OWNER}${process.pid}`), { recursive: true });
    const isMine = await rename(MINE, STAGE).then(
      () => true,
      (error: unknown) => {
        if (isThere(error)) return false;
        throw error;
      },
    );
    if (isMine) break;
    await takeOver();
  }
  const others = (await readdir(".")).filter((name) => isLeft(name));
  for (const name of others) await rm(name, { recursive: true, force: true });
}

function isThere(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  return ["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"].includes(code);
}

/** Brings what a dead process has left to its end; of two that try at once, the rename lets one through. */
async function takeOver(): Promise<void> {
  const names = (await readdir(STAGE).catch(missing)) ?? [];
  const owner = names.find((name) => name.startsWith(OWNER));
  if (owner !== undefined) {
    const pid = Number(owner.slice(OWNER.length));
    if (isAlive(pid)) throw new SpecError(atWork(owner, pid));
    const taken = await rename(
      join(STAGE, owner),
      join(STAGE, `${OWNER}${process.pid}`),
    ).then(() => true, missing);
    if (!taken) return;
  }
  if (await finishReplacement())
    console.error(
      "An interrupted replacement of specs/ and generated/ is now finished.",
    );
  await release();
}

function atWork(owner: string, pid: number): string {
  return `${STAGE}/${owner}: process ${pid} is replacing specs/ or generated/: run this again when it has ended (where it is no process of this project, remove that folder of it alone)`;
}

/** Gives the files back, unless a decided replacement is left in the folder. */
async function release(): Promise<void> {
  const names = (await readdir(STAGE).catch(missing)) ?? [];
  if (names.length === 0 || names.includes("plan.json")) return;
  await rm(MINE, { recursive: true, force: true });
  await rename(STAGE, MINE);
  await rm(MINE, { recursive: true });
}

/** A folder on its way to or from the one of that name, whose process has ended. */
function isLeft(name: string): boolean {
  const pid = name.startsWith(`${STAGE}-`)
    ? Number(name.slice(STAGE.length + 1))
    : NaN;
  return Number.isInteger(pid) && !isAlive(pid);
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
