import { serveFile } from "../media/output-files.js";
import { answerGraphql } from "../graphql/execute.js";
import { param, type Handler } from "./handler.js";
import { jobHandlers } from "../jobs/job-api.js";
import { restHandlers } from "../resources/rest.js";
import type { Route } from "./route.js";
import {
  fileSurface,
  graphqlSurface,
  jobSurface,
  restSurface,
  type Surface,
} from "./surfaces.js";

/** The routes of a surface, and what their paths begin with. */
export interface Served {
  readonly surface: Surface;
  readonly prefix: string;
  readonly handlers: Readonly<Partial<Record<Route, Handler>>>;
}

/** Everything that is answered. */
export const served: readonly Served[] = [
  { surface: restSurface, prefix: "/v1", handlers: restHandlers },
  { surface: jobSurface, prefix: "", handlers: jobHandlers },
  {
    ...{ surface: graphqlSurface, prefix: "" },
    handlers: { "POST /graphql": answerGraphql },
  },
  {
    ...{ surface: fileSurface, prefix: "" },
    handlers: {
      "GET /files/{name}": (call) => serveFile(call.state, param(call, "name")),
    },
  },
];

/** Every route of it. */
export const routes: readonly string[] = served.flatMap(({ handlers }) =>
  Object.keys(handlers),
);
