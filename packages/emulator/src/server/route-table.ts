import { furtherEntries } from "../../generated/further-entries.js";
import {
  jobsRoutes,
  restRoutes,
  type JobsRoute,
  type RestRoute,
} from "../../generated/routes.js";
import { answerGraphql, answerGraphqlGet } from "../graphql/graphql-handler.js";
import { jobHandlers } from "../jobs/job-handlers.js";
import { serveFile } from "../media/serve-file.js";
import { openaiHandlers } from "../openai/handlers.js";
import { restHandlers } from "../resources/rest-handlers.js";
import { takeHandlers, workerHandlers } from "../workers/worker-handlers.js";
import { serveOpenapi } from "../requests/serve-openapi.js";
import type { OpenAIRoute, StatusSyncRoute } from "../http/operations.js";
import {
  entriesOf,
  unhandledAmong,
  type RouteEntry,
} from "../requests/route-entry.js";
import {
  fileSurface,
  graphqlSurface,
  jobSurface,
  openaiSurface,
  restSurface,
  takeSurface,
  type Surface,
} from "../requests/surfaces.js";

const further: readonly RouteEntry[] = furtherEntries;

/** Every route that the emulator serves. */
export const routeTable: readonly RouteEntry[] = [
  ...entriesOf<RestRoute>(restSurface, "/v1", restHandlers, restRoutes),
  // Before the job API, whose slug stands where version 2 names a resource.
  ...further,
  ...entriesOf<JobsRoute | StatusSyncRoute>(
    jobSurface,
    "",
    jobHandlers,
    jobsRoutes,
  ),
  ...entriesOf<keyof typeof takeHandlers>(takeSurface, "", takeHandlers),
  ...entriesOf<keyof typeof workerHandlers>(jobSurface, "", workerHandlers),
  ...entriesOf<OpenAIRoute>(openaiSurface, "", openaiHandlers),
  ...entriesOf<"GET /graphql" | "POST /graphql">(graphqlSurface, "", {
    "GET /graphql": answerGraphqlGet,
    "POST /graphql": answerGraphql,
  }),
  ...entriesOf<"GET /openapi.json">(fileSurface, "/v1", {
    "GET /openapi.json": serveOpenapi,
  }),
  ...entriesOf<"GET /files/{name}">(fileSurface, "", {
    "GET /files/{name}": serveFile,
  }),
];

/** The routes of the documents that the emulator has no handler for. */
export const unhandledRoutes: readonly string[] = unhandledAmong(routeTable);

/** The further surfaces by the first two segments of their paths, such as `/v2/pods`. */
const furtherSurfaces: ReadonlyMap<string, Surface> = new Map(
  further.map(({ prefix, route, surface }) => [
    rootOf(prefix + route.replace(/^\S+ /, "")),
    surface,
  ]),
);

/** The surface that a path belongs to, even where no route has the path. */
export function surfaceOf(path: string): Surface {
  const surface = furtherSurfaces.get(rootOf(path));
  if (surface) return surface;
  if (path.startsWith("/v2/")) return jobSurface;
  if (path.startsWith("/v1/")) return restSurface;
  return path === "/graphql" ? graphqlSurface : fileSurface;
}

/**
 * The surface of a path that no route has. Job API and version 2 share their prefix here: a path is one of the job API if it
 * names something of which the account, or the service, has jobs.
 */
export function surfaceOfUnknown(
  path: string,
  hasJobs: (slug: string) => boolean,
): Surface {
  const surface = surfaceOf(path);
  if (surface !== jobSurface) return surface;
  const [, , slug = "", ...rest] = path.split("/");
  if (rest.length > 0 && hasJobs(slug)) return surface;
  const version2 = [...furtherSurfaces].find(([root]) =>
    root.startsWith("/v2/"),
  );
  return version2?.[1] ?? surface;
}

function rootOf(path: string): string {
  return path.split("/", 3).join("/");
}
