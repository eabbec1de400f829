import { synonyms } from "../generated/synonyms.js";
import type { UpdateMethod } from "./options.js";

/** The route to send for an update: the PATCH itself, or its POST synonym. A route without a synonym stays as it is. */
export function spell(route: string, updateMethod: UpdateMethod): string {
  return updateMethod === "post" && hasSynonym(route) ? synonyms[route] : route;
}

function hasSynonym(route: string): route is keyof typeof synonyms {
  return Object.hasOwn(synonyms, route);
}
