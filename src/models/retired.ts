import { retiredModels } from "../../generated/models/kinds.js";
import type { ModelRetirement } from "./info.js";

/** Says that the service has retired a public model, and names the nearest live one; undefined for any other slug. */
export function describeRetirement(slug: string): string | undefined {
  const known: Readonly<Record<string, ModelRetirement>> = retiredModels;
  if (!Object.hasOwn(known, slug)) return undefined;
  const { since = "", nearest = "" } = known[slug] ?? {};
  return `${slug} has been retired since ${since}; the nearest live model is ${nearest}`;
}
