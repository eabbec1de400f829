/** How long the service keeps a file that a model made: `image_url` in `specs/jobs.openapi.yaml`. */
export const FILE_RETENTION_MS = 7 * 86_400_000;
