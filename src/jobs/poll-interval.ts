import { defaultIntervalMs } from "./service-times.js";

/**
 * The poll interval: a number of milliseconds, or a function that returns one. The function receives the milliseconds
 * since the submit and the number of polls so far.
 */
export type PollInterval = number | IntervalFunction;

export type IntervalFunction = (elapsed: number, polls: number) => number;

/** The shortest poll interval. A wait that polls more often would use up the polls that all waits share. */
export const MIN_POLL_INTERVAL_MS = 50;
/** A job that `/runsync` submitted is taken for this much older than it is: its result is kept for a minute only. */
const RUN_SYNC_HEAD_START_MS = 5000;

/** A job that was seen running goes before every job of the queue: none is older than this. */
const RUNNING_HEAD_START_MS = 1e10;

/**
 * The rank of a poll among those that wait for a slot. The jobs that end next are asked first: those seen running, and
 * then those submitted first. The rate limiter sees to it that the others are asked as well.
 */
export function pollRank(
  dueAt: number,
  job: {
    readonly isRunning: boolean;
    readonly isFromRunSync: boolean;
    readonly submittedAt: number;
  },
): number {
  const headStartMs = job.isFromRunSync ? RUN_SYNC_HEAD_START_MS : 0;
  const rank = job.isRunning ? dueAt - RUNNING_HEAD_START_MS : job.submittedAt;
  return rank - headStartMs;
}

/**
 * Asks the function of a poll interval.
 *
 * @throws TypeError if the function returns anything but a finite number; a promise is not awaited
 */
export function askForInterval(
  interval: IntervalFunction,
  elapsedMs: number,
  polls: number,
): number {
  const chosenMs: unknown = interval(elapsedMs, polls);
  if (typeof chosenMs === "number" && Number.isFinite(chosenMs))
    return chosenMs;
  // Nobody else would hear of the rejection of a promise.
  Promise.resolve(chosenMs).catch(() => undefined);
  const problem = "interval must return a finite number of milliseconds";
  throw new TypeError(problem);
}

/** The poll interval that was chosen, at least 50 ms; otherwise the default, ±10 %. */
export function boundIntervalMs(
  chosenMs: unknown,
  ageMs: number,
  defaultMs = defaultIntervalMs,
): number {
  if (typeof chosenMs === "number" && Number.isFinite(chosenMs))
    return Math.max(MIN_POLL_INTERVAL_MS, chosenMs);
  const jitter = 0.9 + Math.random() * 0.2;
  return defaultMs(ageMs) * jitter;
}
