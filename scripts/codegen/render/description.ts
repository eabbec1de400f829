import { describe } from "../../../src/cli/drift/describe.js";
import type { Operation } from "../model/operations.js";
import type { Spec } from "../parse/spec.js";

/** One surface, as it is rendered. */
interface Described {
  readonly surface: { readonly file: string };
  readonly spec: Spec;
  readonly operations: readonly Operation[];
}

/** What the command compares a service's document with: every surface without a word of prose, as one line of JSON. */
export function renderDescription(surfaces: readonly Described[]): string {
  const described = surfaces.map(({ surface, spec, operations }) => {
    const names = clientNames(surface.file, operations);
    return [surface.file, describe(spec.document, names)];
  });
  const json = JSON.stringify(Object.fromEntries(described));
  return `/** What matters for compatibility of each surface, by its name, as JSON. */\nexport const descriptions: string = ${JSON.stringify(json)};`;
}

/** The name in the client of every route, a synonym's included; those of a surface beside the first two begin with its own. */
export function clientNames(
  surface: string,
  operations: readonly Operation[],
): Map<string, string> {
  const prefix = ["rest", "jobs"].includes(surface) ? "" : `${surface}.`;
  return new Map(
    operations.flatMap(({ route, synonym, resource, name }) =>
      [route, synonym ?? route].map((spelling) => [
        spelling,
        `${prefix}${resource}.${name}`,
      ]),
    ),
  );
}
