import {
  evidenceOf,
  type OperationTraits,
} from "../../../src/emulator/refusals/evidence.js";
import type { Operation } from "../../../src/document/model.js";
import type { SurfaceModel } from "./fetchers.js";

/** How sure we are of each operation and of its refusals, from the emulator's table of refusals. */
export function renderEvidence(surfaces: readonly SurfaceModel[]): string {
  const rows = surfaces.flatMap(({ surface, functions }) =>
    functions.flatMap((operation) => rowsOf(surface.file, operation)),
  );
  return `import type { OperationEvidence } from "../../src/emulator/page/reference-entry.js";

/** The evidence for each operation, by its route. */
export const evidence: Readonly<Record<string, OperationEvidence>> = {
${rows.join("\n")}
};`;
}

/** A line for each spelling of an operation; none for a surface that the emulator does not serve. */
function rowsOf(
  surface: string,
  { route, synonym, body, queryParameters }: Operation,
): string[] {
  if (!isServed(surface)) return [];
  const has = {
    hasBody: body !== undefined,
    hasQuery: queryParameters.length > 0,
  };
  const routes = synonym === undefined ? [route] : [route, synonym];
  return routes.map((each) => {
    const evidence = evidenceOf({ surface, route: each, ...has });
    return `  ${JSON.stringify(each)}: ${JSON.stringify(evidence)},`;
  });
}

function isServed(surface: string): surface is OperationTraits["surface"] {
  return ["rest", "jobs", "v2"].includes(surface);
}
