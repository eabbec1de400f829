// Made by `npm run generate` from specs/jobs.openapi.yaml. Do not edit.

import type { Make } from "../surfaces/operations.js";
import type { JobsResources } from "./resources.js";

/** One function per operation, all of them by `make`. */
export function createJobsResources(make: Make): JobsResources {
  return make<JobsResources>({
    jobs: {
      run: "POST /v2/{slug}/run json {body}",
      runSync: "POST /v2/{slug}/runsync json {body} {query}",
      status: "GET /v2/{slug}/status/{jobId} json {query}",
      stream: "GET /v2/{slug}/stream/{jobId} json {query}",
      cancel: "POST /v2/{slug}/cancel/{jobId} json",
      retry: "POST /v2/{slug}/retry/{jobId} json",
      purgeQueue: "POST /v2/{slug}/purge-queue json",
      health: "GET /v2/{slug}/health json {query}",
    },
  });
}
