import { modelKinds } from "../../generated/models/kinds.js";
import { findMeant } from "../similar.js";

/** The public model that an unknown slug was probably meant to be; undefined for the slug of a public model. */
export function findMeantSlug(slug: string): string | undefined {
  return findMeant(slug, Object.keys(modelKinds));
}
