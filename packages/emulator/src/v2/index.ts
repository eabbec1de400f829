import { openapi } from "../../generated/openapi-v2.js";
import { v2Routes, type V2Route } from "../../generated/routes.js";
import { entriesOf } from "../requests/route-entry.js";
import { documentAt } from "../requests/serve-openapi.js";
import { v2Handlers } from "./handlers.js";
import { v2DocumentSurface, v2Surface } from "./surface.js";

/** The routes of version 2 of the management API, and its document. */
export const routeEntries = [
  ...entriesOf<V2Route>(v2Surface, "", v2Handlers, v2Routes),
  ...entriesOf<"GET /v2/openapi.json">(v2DocumentSurface, "", {
    "GET /v2/openapi.json": ({ origin }) => documentAt(openapi, origin),
  }),
];
