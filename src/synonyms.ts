import { synonyms } from "../generated/synonyms.js";
import type { UpdateMethod } from "./options.js";

/**
 * The route to send for an update: the PATCH itself, or its POST synonym. A route without a synonym stays as it is.
 * `prefix` tells the routes of one surface from those of another.
 */
export function spell(
  route: string,
  updateMethod: UpdateMethod,
  prefix = "",
): string {
  const key = prefix + route;
  return updateMethod === "post" && hasSynonym(key) ? synonyms[key] : route;
}

function hasSynonym(route: string): route is keyof typeof synonyms {
  return Object.hasOwn(synonyms, route);
}
