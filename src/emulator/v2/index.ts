import { v2Routes, type V2Route } from "../../../generated/emulator/routes.js";
import { entriesOf } from "../server/route-entry.js";
import { v2Handlers } from "./handlers.js";
import { v2Surface } from "./surface.js";

/** The routes of version 2 of the management API. */
export const routeEntries = entriesOf<V2Route>(
  v2Surface,
  "",
  v2Handlers,
  v2Routes,
);
