import { existsSync } from "node:fs";
import { join } from "node:path";
import { DocumentError } from "../document/error.js";
import type { Operation } from "../document/model.js";
import { readDocument } from "../document/read-document.js";
import type { SurfaceRules } from "../document/surface-rules.js";
import { readSpec, type Spec } from "../generate/parse/spec.js";
import { rulesOf, type ListedSurface } from "../generate/parse/surfaces.js";

/**
 * The names that functions have now and would lose with a new document, by route: programs call these names. The two
 * spellings of an update keep their one function.
 */
export async function pinnedNames(
  surface: ListedSurface,
  spec: Spec,
): Promise<Readonly<Record<string, string>>> {
  const file = join("specs", surface.document);
  // A surface that was just listed has no document yet.
  if (!existsSync(file)) return {};
  const rules = rulesOf(surface);
  try {
    const now = operationsOf(await readSpec(file), rules);
    const next = operationsOf(spec, rules);
    const pins = now
      .filter((operation) => {
        const other = next.find(({ route }) => route === operation.route);
        return other !== undefined && callOf(other) !== callOf(operation);
      })
      .flatMap(({ route, synonym, synonymOf }) => [
        route,
        ...((synonym ?? synonymOf) ? [synonym ?? synonymOf ?? ""] : []),
      ]);
    const calls = now.map((each) => [each.route, callOf(each)] as const);
    const routes = new Set(next.map(({ route }) => route));
    return Object.fromEntries(
      calls.filter(([route]) => pins.includes(route) && routes.has(route)),
    );
  } catch (error) {
    // A document that cannot be read has no names to keep; the errors of the new one are reported later.
    if (error instanceof DocumentError) return {};
    throw error;
  }
}

function operationsOf(spec: Spec, rules: SurfaceRules): readonly Operation[] {
  return readDocument(spec.document, rules).model.operations.filter(
    ({ name }) => name !== "",
  );
}

function callOf({ resource, name }: Operation): string {
  return `${resource}.${name}`;
}
