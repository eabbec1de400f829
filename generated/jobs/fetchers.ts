// Made by `npm run generate` from specs/jobs.openapi.yaml. Do not edit.

import type { Calls, TypedClient } from "../../src/rest/typed-client.js";
import type { JobsResources } from "./resources.js";
import type { paths } from "./types.js";

/** One function per operation: `client` writes the request, and `calls` send it and judge the response. */
export function createJobsResources(client: TypedClient<paths>, calls: Calls): JobsResources {
  return {
    jobs: {
      run: (slug, body, options) =>
        calls.json("jobs.run", "POST /v2/{slug}/run", options, (init) =>
          client.POST("/v2/{slug}/run", { ...init, params: { path: { slug } }, body })),
      runSync: (slug, body, query, options) =>
        calls.json("jobs.runSync", "POST /v2/{slug}/runsync", options, (init) =>
          client.POST("/v2/{slug}/runsync", { ...init, params: { path: { slug }, query }, body })),
      status: (slug, jobId, query, options) =>
        calls.json("jobs.status", "GET /v2/{slug}/status/{jobId}", options, (init) =>
          client.GET("/v2/{slug}/status/{jobId}", { ...init, params: { path: { slug, jobId }, query } })),
      stream: (slug, jobId, query, options) =>
        calls.json("jobs.stream", "GET /v2/{slug}/stream/{jobId}", options, (init) =>
          client.GET("/v2/{slug}/stream/{jobId}", { ...init, params: { path: { slug, jobId }, query } })),
      cancel: (slug, jobId, options) =>
        calls.json("jobs.cancel", "POST /v2/{slug}/cancel/{jobId}", options, (init) =>
          client.POST("/v2/{slug}/cancel/{jobId}", { ...init, params: { path: { slug, jobId } } })),
      retry: (slug, jobId, options) =>
        calls.json("jobs.retry", "POST /v2/{slug}/retry/{jobId}", options, (init) =>
          client.POST("/v2/{slug}/retry/{jobId}", { ...init, params: { path: { slug, jobId } } })),
      purgeQueue: (slug, options) =>
        calls.json("jobs.purgeQueue", "POST /v2/{slug}/purge-queue", options, (init) =>
          client.POST("/v2/{slug}/purge-queue", { ...init, params: { path: { slug } } })),
      health: (slug, query, options) =>
        calls.json("jobs.health", "GET /v2/{slug}/health", options, (init) =>
          client.GET("/v2/{slug}/health", { ...init, params: { path: { slug }, query } })),
    },
  };
}
