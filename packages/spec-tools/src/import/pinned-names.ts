import { DocumentError } from "../document/error.js";
import { callOf } from "../document/function-names.js";
import type { JsonObject } from "../document/json.js";
import type { Operation } from "../document/model.js";
import { readDocument } from "../document/read-document.js";
import type { SurfaceRules } from "../document/surface-rules.js";

/**
 * The names that functions have now and would lose with a new document, by route: programs call these names. The two
 * spellings of an update keep their one function.
 */
export function pinnedNames(
  present: JsonObject,
  document: JsonObject,
  rules: SurfaceRules,
): Readonly<Record<string, string>> {
  const now = operationsOf(present, rules);
  const next = new Map(
    operationsOf(document, rules).map((each) => [each.route, callOf(each)]),
  );
  const changed = now
    .filter((each) => (next.get(each.route) ?? callOf(each)) !== callOf(each))
    .flatMap(({ route, synonym, synonymOf }) => [route, synonym, synonymOf]);
  return Object.fromEntries(
    now
      .filter(({ route }) => changed.includes(route) && next.has(route))
      .map((each) => [each.route, callOf(each)]),
  );
}

/** The operations that have a name. A document that cannot be read has no names to keep. */
function operationsOf(
  document: JsonObject,
  rules: SurfaceRules,
): readonly Operation[] {
  try {
    const { operations } = readDocument(document, rules).model;
    return operations.filter(({ name }) => name !== "");
  } catch (error) {
    if (error instanceof DocumentError) return [];
    throw error;
  }
}
