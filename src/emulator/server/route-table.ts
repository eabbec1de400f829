import {
  jobsRoutes,
  restRoutes,
  v2Routes,
  type JobsRoute,
  type RestRoute,
  type V2Route,
} from "../../../generated/emulator/routes.js";
import { answerGraphql, answerGraphqlGet } from "../graphql/graphql-handler.js";
import { jobHandlers } from "../jobs/job-handlers.js";
import { serveFile } from "../media/serve-file.js";
import { ApiError } from "./api-error.js";
import { openaiHandlers } from "../openai/handlers.js";
import { restHandlers } from "../resources/rest-handlers.js";
import { v2Handlers } from "../v2/handlers.js";
import type { Handlers, UntypedHandler } from "./handler.js";
import type { OpenAIRoute, Route, StatusSyncRoute } from "./operations.js";
import {
  fileSurface,
  graphqlSurface,
  jobSurface,
  openaiSurface,
  restSurface,
  v2Surface,
  type Surface,
} from "./surfaces.js";

/** One route that the emulator serves. */
export interface RouteEntry {
  readonly route: Route;
  readonly surface: Surface;
  /** What the path starts with on the server, such as `/v1`. */
  readonly prefix: string;
  readonly handler: UntypedHandler;
}

/** Every route that the emulator serves. */
export const routeTable: readonly RouteEntry[] = [
  ...entriesOf<RestRoute>(restSurface, "/v1", restHandlers, restRoutes),
  // Before the job API, whose slug stands where version 2 names a resource.
  ...entriesOf<V2Route>(v2Surface, "", v2Handlers, v2Routes),
  ...entriesOf<JobsRoute | StatusSyncRoute>(
    jobSurface,
    "",
    jobHandlers,
    jobsRoutes,
  ),
  ...entriesOf<OpenAIRoute>(openaiSurface, "", openaiHandlers),
  ...entriesOf<"GET /graphql" | "POST /graphql">(graphqlSurface, "", {
    "GET /graphql": answerGraphqlGet,
    "POST /graphql": answerGraphql,
  }),
  ...entriesOf<"GET /files/{name}">(fileSurface, "", {
    "GET /files/{name}": serveFile,
  }),
];

/** The routes of the documents that the emulator has no handler for. */
export const unhandledRoutes: readonly string[] = routeTable
  .filter(({ handler }) => handler === refuseUnhandled)
  .map(({ route }) => route);

/**
 * Only here do handlers lose their types: `handleRequest` checks every request before it calls the route's handler.
 * `routes` are the routes of the document, some of which may have no handler.
 */
export function entriesOf<R extends Route>(
  surface: Surface,
  prefix: string,
  handlers: Handlers<R>,
  routes: readonly R[] = [],
): RouteEntry[] {
  const entries = Object.entries(handlers) as [R, UntypedHandler][];
  const unhandled = routes.filter((route) => !(route in handlers));
  return [
    ...entries.map(([route, handler]) => ({ route, surface, prefix, handler })),
    ...unhandled.map((route) => {
      return { route, surface, prefix, handler: refuseUnhandled };
    }),
  ];
}

/** Answers a route of a document that was imported after the emulator was written. */
function refuseUnhandled(): never {
  throw new ApiError(
    501,
    "the emulator does not implement this route: write a handler for it in src/emulator",
  );
}
