/** Times of the job API, and the poll interval that follows from them, in milliseconds. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How long the service keeps a job alive unless the submit sets `policy.ttl`: its default in `specs/jobs.openapi.yaml`. */
export const DEFAULT_TTL_MS = DAY_MS;

/** How long the service keeps the result of a job from `/run` after the job's end: `run` in `specs/jobs.openapi.yaml`. */
export const RESULT_RETENTION_MS = 30 * MINUTE_MS;

/** The same for a job from `/runsync`, whose id begins with `sync-`: `runSync` in `specs/jobs.openapi.yaml`. */
const SYNC_RESULT_RETENTION_MS = MINUTE_MS;

/** How long the service keeps the result of this job after the job's end, in milliseconds. */
export function retentionMs({ id }: { readonly id: string }): number {
  return id.startsWith("sync-")
    ? SYNC_RESULT_RETENTION_MS
    : RESULT_RETENTION_MS;
}

/** The bounds of the default poll intervals. This package chose them; the service promises no time. */
const MIN_DEFAULT_INTERVAL_MS = 250;
const MAX_DEFAULT_INTERVAL_MS = 5000;
/** The shortest and the longest poll interval of a job in its first half minute, after the first poll. */
const MIN_JOB_INTERVAL_MS = 500;
const SHORT_JOB_INTERVAL_MS = 1000;

/** The default poll interval of what takes minutes, such as the start of a Pod: a tenth of the time, within the bounds. */
export function defaultIntervalMs(ageMs: number): number {
  const tenthMs = Math.max(MIN_DEFAULT_INTERVAL_MS, ageMs / 10);
  return Math.min(MAX_DEFAULT_INTERVAL_MS, tenthMs);
}

/**
 * The default poll interval of a job. What matters to a user is the delay relative to the length of the job: a job of two
 * seconds is seen 0.3 s late on average, and one of up to half a minute, as most jobs are, half a second late.
 */
export function jobIntervalMs(ageMs: number): number {
  if (ageMs === 0) return MIN_DEFAULT_INTERVAL_MS;
  const early = Math.min(SHORT_JOB_INTERVAL_MS, ageMs / 4);
  const late = Math.min(MAX_DEFAULT_INTERVAL_MS, ageMs / 30);
  return Math.max(MIN_JOB_INTERVAL_MS, early, late);
}

/** How long the service keeps a file that a model made: `image_url` in `specs/jobs.openapi.yaml`. */
export const FILE_RETENTION_MS = 7 * DAY_MS;
