import { synonyms } from "../../generated/synonyms.js";
import { ApiError } from "../http/api-error.js";
import type { Handlers, UntypedHandler } from "./handler.js";
import type { Route } from "../http/operations.js";
import type { Surface } from "./surfaces.js";

/** One route that the emulator serves. */
export interface RouteEntry {
  readonly route: Route;
  readonly surface: Surface;
  /** What the path starts with on the server, such as `/v1`. */
  readonly prefix: string;
  readonly handler: UntypedHandler;
}

/**
 * Only here do handlers lose their types: `handleRequest` checks every request before it calls the route's handler. The
 * handler of an update serves both spellings. `routes` are the routes of the document, some of which may have no handler.
 */
export function entriesOf<R extends Route>(
  surface: Surface,
  prefix: string,
  handlers: Handlers<R>,
  routes: readonly R[] = [],
): RouteEntry[] {
  const known = new Map(Object.entries(handlers) as [Route, UntypedHandler][]);
  for (const [patch, post] of UPDATES) {
    const handler = known.get(patch);
    if (handler) known.set(post, handler);
  }
  for (const route of routes)
    if (!known.has(route)) known.set(route, refuseUnhandled);
  return [...known].map(([route, handler]) => {
    return { route, surface, prefix, handler };
  });
}

/** Both spellings of each update. */
const UPDATES = Object.entries(synonyms) as [Route, Route][];

/** The routes among these that the emulator has no handler for. */
export function unhandledAmong(entries: readonly RouteEntry[]): string[] {
  return entries
    .filter(({ handler }) => handler === refuseUnhandled)
    .map(({ route }) => route);
}

/** Answers a route of a document that was imported after the emulator was written. */
function refuseUnhandled(): never {
  throw new ApiError(501, "this route is not emulated: write a handler for it");
}
