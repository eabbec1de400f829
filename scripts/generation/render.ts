import { join } from "node:path";
import { renderDescription } from "./description.js";
import { renderGraphql } from "./documents.js";
import { renderFetchers } from "./fetchers.js";
import { operationsOf } from "./operations.js";
import { PAGE, renderPage } from "./page.js";
import { renderReference } from "./reference.js";
import { isObject, readSpec, type Spec } from "./spec.js";
import { readSurfaces } from "./surfaces.js";
import { renderRoutes, renderSynonyms } from "./tables.js";
import { renderTypes } from "./types.js";
import { renderValidators, VALIDATORS_DECLARATION } from "./validators.js";

const SCHEMA = "schema.graphql";
const DOCUMENTS = "operations";

/**
 * Every file of `generated/` by name, rendered in memory from the specs in `folder`: the same specs give the same
 * bytes, wherever they lie.
 */
export async function renderGenerated(
  folder = "specs",
): Promise<Map<string, string>> {
  const surfaces = await Promise.all(
    (await readSurfaces(folder)).map(async ({ name, document, version }) => {
      const source = `specs/${document}`;
      const spec = await readSpec(join(folder, document), source);
      checkVersion(spec, version);
      const surface = { file: name, name: capitalized(name) };
      return { surface, source, spec, operations: operationsOf(spec) };
    }),
  );
  const files = new Map<string, string>();
  const add = (name: string, sources: readonly string[], body: string) =>
    files.set(
      name,
      `// Made by \`npm run generate\` from ${sources.join(" and ")}. Do not edit.\n\n${body.trim()}\n`,
    );

  for (const { surface, source, spec, operations } of surfaces) {
    add(`${surface.file}.types.ts`, [source], await renderTypes(spec));
    add(
      `${surface.file}.ts`,
      [source],
      renderFetchers(spec, operations, surface),
    );
  }
  const sources = surfaces.map(({ source }) => source);
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
  add("description.ts", sources, renderDescription(surfaces));
  add("reference.ts", sources, renderReference(surfaces));
  add("page.ts", [PAGE], await renderPage());
  const validators = renderValidators(surfaces);
  add("validators.js", sources, validators.table);
  add("validators.bodies.js", sources, validators.bodies);
  add("validators.queries.js", sources, validators.queries);
  add("validators.d.ts", sources, VALIDATORS_DECLARATION);
  const schema = join(folder, SCHEMA);
  const documents = join(folder, DOCUMENTS);
  for (const [name, body] of await renderGraphql(schema, documents))
    add(name, [`specs/${SCHEMA}`, `specs/${DOCUMENTS}`], body);
  return files;
}

/** A document of another version than the list names was not meant to be generated from. */
function checkVersion(spec: Spec, version: string): void {
  const { info } = spec.document;
  const found = isObject(info) ? info["version"] : undefined;
  if (found !== version)
    throw spec.fault(
      ["info", "version"],
      `must be ${version}, as surfaces.yaml names it`,
    );
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
