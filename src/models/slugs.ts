import { modelKinds, retiredModels } from "../../generated/models/kinds.js";
import { findMeant } from "../similar.js";

/** The public model that an unknown slug was probably meant to be; undefined for the slug of a public model. */
export function findMeantSlug(slug: string): string | undefined {
  return findMeant(slug, Object.keys(modelKinds));
}

/** Says that the service has retired a public model, and names the nearest live one; undefined for any other slug. */
export function describeRetirement(slug: string): string | undefined {
  const known = new Map(Object.entries(retiredModels));
  const retirement = known.get(slug);
  if (!retirement) return undefined;
  const { since, nearest } = retirement;
  return `${slug} has been retired since ${since}; the nearest live model is ${nearest}`;
}
