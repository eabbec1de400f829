import { createResolver } from "../parse/references.js";
import type { Spec } from "../parse/spec.js";
import { nameOpen } from "./named-enumerations.js";
import { openListed } from "./open-enumerations.js";
import { addMembers, requireListed } from "./required-members.js";
import type { SurfaceRules } from "./rules.js";

/**
 * Applies the rules of `specs/surfaces.yaml` to a document: `open` names enumerations and lets them accept other
 * values, `members` adds members that the document lacks, `required` makes members required. What a rule names and the
 * document lacks is skipped: `outdatedRules` lists it.
 */
export function applyRules(spec: Spec, rules: SurfaceRules): Spec {
  const { open = [], required = {}, members = {} } = rules;
  const opened = isListOfNames(open)
    ? openListed(spec, open)
    : nameOpen(spec, open);
  const completed = addMembers({ ...spec, document: opened }, members);
  const document = requireListed({ ...spec, document: completed }, required);
  return { ...spec, document, resolve: createResolver(document, spec.errorAt) };
}

/** Whether `open` lists names without giving their enumerations a type. */
export function isListOfNames(
  open: NonNullable<SurfaceRules["open"]>,
): open is readonly string[] {
  return Array.isArray(open);
}
