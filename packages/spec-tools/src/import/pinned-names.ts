import { routeKey } from "../compare/operations.js";
import { DocumentError } from "../document/error.js";
import { callOf } from "../document/function-names.js";
import type { JsonObject } from "../document/json.js";
import type { Operation } from "../document/model.js";
import { readDocument } from "../document/read-document.js";
import type { SurfaceRules } from "../document/surface-rules.js";

/**
 * The names that functions have now and would lose with a new document, by its routes: programs call these names. A new
 * document may name the parameters of a path otherwise. The two spellings of an update keep their one function.
 */
export function pinnedNames(
  present: JsonObject,
  document: JsonObject,
  rules: SurfaceRules,
): Readonly<Record<string, string>> {
  const now = operationsOf(present, rules);
  const next = new Map(
    operationsOf(document, rules).map((each) => [routeKey(each.route), each]),
  );
  const nextOf = ({ route }: Operation) => next.get(routeKey(route));
  const changed = now
    .filter((each) => callOf(nextOf(each) ?? each) !== callOf(each))
    .flatMap(({ route, synonym, synonymOf }) => [route, synonym, synonymOf]);
  const pins = now
    .filter(({ route }) => changed.includes(route))
    .flatMap((each) => {
      const { route } = nextOf(each) ?? {};
      return route === undefined ? [] : [[route, callOf(each)] as const];
    });
  return Object.fromEntries(pins);
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
