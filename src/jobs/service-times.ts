/** Times of the job API, in milliseconds. */

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

/** How long the service keeps a file that a model made: `image_url` in `specs/jobs.openapi.yaml`. */
export const FILE_RETENTION_MS = 7 * DAY_MS;
