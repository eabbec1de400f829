import { renderGraphql } from "./documents.js";
import { renderFetchers, type Surface } from "./fetchers.js";
import { operationsOf } from "./operations.js";
import { PAGE, renderPage } from "./page.js";
import { renderReference } from "./reference.js";
import { readSpec } from "./spec.js";
import { renderRoutes, renderSynonyms } from "./tables.js";
import { renderTypes } from "./types.js";
import { renderValidators, VALIDATORS_DECLARATION } from "./validators.js";

const SURFACES: readonly (Surface & { readonly spec: string })[] = [
  { file: "rest", name: "Rest", spec: "specs/rest.openapi.yaml" },
  { file: "jobs", name: "Jobs", spec: "specs/jobs.openapi.yaml" },
];
const SCHEMA = "specs/schema.graphql";
const DOCUMENTS = "specs/operations";

/** Every file of `generated/` by name, rendered in memory from `specs/`: the same specs give the same bytes. */
export async function renderGenerated(): Promise<Map<string, string>> {
  const surfaces = await Promise.all(
    SURFACES.map(async (surface) => {
      const spec = await readSpec(surface.spec);
      return { surface, spec, operations: operationsOf(spec) };
    }),
  );
  const files = new Map<string, string>();
  const add = (name: string, sources: readonly string[], body: string) =>
    files.set(
      name,
      `// Made by \`npm run generate\` from ${sources.join(" and ")}. Do not edit.\n\n${body.trim()}\n`,
    );

  for (const { surface, spec, operations } of surfaces) {
    add(`${surface.file}.types.ts`, [surface.spec], await renderTypes(spec));
    add(
      `${surface.file}.ts`,
      [surface.spec],
      renderFetchers(spec, operations, surface),
    );
  }
  const sources = SURFACES.map(({ spec }) => spec);
  const every = surfaces.flatMap(({ operations }) => operations);
  add("synonyms.ts", sources, renderSynonyms(every));
  add(
    "routes.ts",
    sources,
    renderRoutes(
      new Map(
        surfaces.map(({ surface, operations }) => [surface.name, operations]),
      ),
    ),
  );
  add("reference.ts", sources, renderReference(surfaces));
  add("page.ts", [PAGE], await renderPage());
  const validators = renderValidators(surfaces);
  add("validators.js", sources, validators.table);
  add("validators.bodies.js", sources, validators.bodies);
  add("validators.queries.js", sources, validators.queries);
  add("validators.d.ts", sources, VALIDATORS_DECLARATION);
  for (const [name, body] of await renderGraphql(SCHEMA, DOCUMENTS))
    add(name, [SCHEMA, DOCUMENTS], body);
  return files;
}
