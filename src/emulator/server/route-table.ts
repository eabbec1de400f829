import type {
  JobsRoute,
  RestRoute,
} from "../../../generated/emulator/routes.js";
import { answerGraphql, answerGraphqlGet } from "../graphql/graphql-handler.js";
import { jobHandlers } from "../jobs/job-handlers.js";
import { serveFile } from "../media/serve-file.js";
import { openaiHandlers } from "../openai/handlers.js";
import { restHandlers } from "../resources/rest-handlers.js";
import type { Handlers, UntypedHandler } from "./handler.js";
import type { OpenAIRoute, Route, StatusSyncRoute } from "./operations.js";
import {
  fileSurface,
  graphqlSurface,
  jobSurface,
  openaiSurface,
  restSurface,
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
  ...entriesOf<RestRoute>(restSurface, "/v1", restHandlers),
  ...entriesOf<JobsRoute | StatusSyncRoute>(jobSurface, "", jobHandlers),
  ...entriesOf<OpenAIRoute>(openaiSurface, "", openaiHandlers),
  ...entriesOf<"GET /graphql" | "POST /graphql">(graphqlSurface, "", {
    "GET /graphql": answerGraphqlGet,
    "POST /graphql": answerGraphql,
  }),
  ...entriesOf<"GET /files/{name}">(fileSurface, "", {
    "GET /files/{name}": serveFile,
  }),
];

/** Only here do handlers lose their types: `handleRequest` checks every request before it calls the route's handler. */
function entriesOf<R extends Route>(
  surface: Surface,
  prefix: string,
  handlers: Handlers<R>,
): RouteEntry[] {
  const entries = Object.entries(handlers) as [R, UntypedHandler][];
  return entries.map(([route, handler]) => ({
    route,
    surface,
    prefix,
    handler,
  }));
}
