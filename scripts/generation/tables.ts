import type { Operation } from "./operations.js";

/** The PATCH ⇄ POST table: which route each update may also be sent as. */
export function renderSynonyms(operations: readonly Operation[]): string {
  const rows = operations
    .filter(({ synonym }) => synonym !== undefined)
    .map(({ route, synonym }) => `  "${route}": "${synonym}",`);
  return `/** Every update with two spellings: the PATCH route, and the POST route that means the same. */
export const synonyms = {
${rows.join("\n")}
} as const satisfies Readonly<Record<string, string>>;`;
}

/** Type-only unions of the routes of each surface; a synonym is a route of its own. */
export function renderRoutes(
  surfaces: ReadonlyMap<string, readonly Operation[]>,
): string {
  return [...surfaces]
    .map(([name, operations]) => {
      const routes = operations.flatMap(({ route, synonym }) =>
        synonym ? [route, synonym] : [route],
      );
      return `/** Every route of the ${name} surface. */\nexport type ${name}Route =\n${routes.map((route) => `  | "${route}"`).join("\n")};`;
    })
    .join("\n\n");
}
