import { constants } from "node:os";
import type { Emulator } from "../../src/index.js";

/** The exit code of a process that was ended by SIGKILL. */
export const KILLED = 128 + constants.signals.SIGKILL;

/** How a process has ended: `"has exited with 3"`, `"was killed (SIGKILL)"`. */
export function describeExit(code: number): string {
  const signals = Object.entries(constants.signals);
  const [signal] = signals.find(([, number]) => number + 128 === code) ?? [];
  return signal === undefined
    ? `has exited with ${code}`
    : `was killed (${signal})`;
}

/** How a worker has ended, and the jobs that it has left. */
export function describeLoss(code: number, jobIds: readonly string[]): string {
  const ended = `the worker ${describeExit(code)}`;
  return jobIds.length === 0
    ? ended
    : `${ended} while it ran ${jobIds.join(", ")}`;
}

/** The ids of the jobs that the workers of a slug run. */
export function runningJobs(emulator: Emulator, slug: string): string[] {
  return emulator
    .jobs()
    .filter((job) => job.slug === slug && job.status === "IN_PROGRESS")
    .map(({ id }) => id);
}
