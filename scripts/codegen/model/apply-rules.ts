import { createResolver } from "../parse/references.js";
import type { Spec } from "../parse/spec.js";
import { nameOpen } from "./named-enumerations.js";
import { openListed } from "./open-enumerations.js";
import { requireListed } from "./required-members.js";
import type { SurfaceRules } from "./rules.js";

/**
 * The document as `specs/surfaces.yaml` decides: `open` gives enumerations a name and any other value, `required` makes
 * members required.
 * @throws {SpecError} where a rule names something that the document does not have
 */
export function applyRules(spec: Spec, rules: SurfaceRules): Spec {
  const { open = [], required = {} } = rules;
  const opened = isListOfNames(open)
    ? openListed(spec, open)
    : nameOpen(spec, open);
  const document = requireListed({ ...spec, document: opened }, required);
  return { ...spec, document, resolve: createResolver(document, spec.errorAt) };
}

function isListOfNames(
  open: NonNullable<SurfaceRules["open"]>,
): open is readonly string[] {
  return Array.isArray(open);
}
