import type {
  JobsRoute,
  RestRoute,
} from "../../../generated/emulator/routes.js";

/** In no spec, but called by the official client of the service. */
export type StatusSyncRoute = "GET /v2/{slug}/status-sync/{jobId}";

/** A route of one of the three surfaces, or of the files that jobs make. */
export type Route =
  | RestRoute
  | JobsRoute
  | StatusSyncRoute
  | "POST /graphql"
  | "GET /files/{name}";
