/** The calls of a job and of a model, as errors name them. */
export const STATUS_CALL = {
  operation: "jobs.status",
  route: "GET /v2/{slug}/status/{jobId}",
} as const;

export const RETRY_CALL = {
  operation: "jobs.retry",
  route: "POST /v2/{slug}/retry/{jobId}",
} as const;

export const HEALTH_CALL = {
  operation: "jobs.health",
  route: "GET /v2/{slug}/health",
} as const;

export const PURGE_CALL = {
  operation: "jobs.purgeQueue",
  route: "POST /v2/{slug}/purge-queue",
} as const;

export const CANCEL_CALL = {
  operation: "jobs.cancel",
  route: "POST /v2/{slug}/cancel/{jobId}",
} as const;
