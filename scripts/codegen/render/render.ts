import { join } from "node:path";
import { renderAnswers } from "./answers.js";
import { renderDescription } from "./description.js";
import { readGraphql, renderGraphql } from "../parse/documents.js";
import { renderFetchers, type Surface } from "./fetchers.js";
import { operationsOf, type Operation } from "../model/operations.js";
import { MODELS_FILE, readModels } from "../parse/models.js";
import {
  renderModelData,
  renderModelPrices,
  renderModelTypes,
} from "./models.js";
import { PAGE, renderPage } from "./page.js";
import { renderReference } from "./reference.js";
import { renderResources } from "./resources.js";
import { isObject, readSpec, SpecError, type Spec } from "../parse/spec.js";
import { isFurther, LIST, readSurfaces } from "../parse/surfaces.js";
import {
  renderAddresses,
  renderOperations,
  renderRoutes,
  renderSurfaces,
  renderSurfaceTypes,
  renderSynonyms,
} from "./tables.js";
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
    (await readSurfaces(folder)).map(async (listed) => {
      const { name, document, version } = listed;
      const source = `specs/${document}`;
      const spec = await readSpec(join(folder, document), source);
      checkVersion(spec, version);
      const prefix = isFurther(listed) ? `${name}.` : "";
      const surface = { file: name, name: capitalized(name), prefix };
      return { surface, source, spec, operations: operationsOf(spec) };
    }),
  );
  const builtIn = surfaces.filter(({ surface }) => surface.prefix === "");
  refuseShadows(surfaces);
  const files = new Map<string, string>();
  const add = (name: string, sources: readonly string[], body: string) =>
    files.set(
      name,
      `// Made by \`npm run generate\` from ${sources.join(" and ")}. Do not edit.\n\n${body.trim()}\n`,
    );

  for (const { surface, source, spec, operations } of surfaces) {
    add(`${surface.file}/types.ts`, [source], await renderTypes(spec));
    add(
      `${surface.file}/resources.ts`,
      [source],
      renderResources(spec, operations, surface),
    );
    add(
      `${surface.file}/fetchers.ts`,
      [source],
      renderFetchers(operations, surface),
    );
  }
  const sources = surfaces.map(({ source }) => source);
  add("surfaces/addresses.ts", [`specs/${LIST}`], renderAddresses(surfaces));
  add("surfaces/operations.ts", [`specs/${LIST}`], renderOperations());
  add("surfaces/types.ts", [`specs/${LIST}`], renderSurfaceTypes(surfaces));
  add("surfaces/members.ts", [`specs/${LIST}`], renderSurfaces(surfaces));
  add("emulator/synonyms.ts", sources, renderSynonyms(surfaces));
  add(
    "emulator/routes.ts",
    sources,
    renderRoutes(
      new Map(
        surfaces.map(({ surface, operations }) => [surface.name, operations]),
      ),
    ),
  );
  add("drift/description.ts", sources, renderDescription(surfaces));
  // The emulator serves the surfaces that the facade is written for.
  const served = builtIn.map(({ source }) => source);
  add("emulator/reference.ts", served, renderReference(builtIn));
  add("emulator/page.ts", [PAGE], await renderPage());
  const validators = renderValidators(builtIn);
  add("emulator/validators.js", served, validators.table);
  add("emulator/validators.bodies.js", served, validators.bodies);
  add("emulator/validators.queries.js", served, validators.queries);
  add("emulator/validators.d.ts", served, VALIDATORS_DECLARATION);
  const models = await readModels(folder);
  const modelSources = [`specs/${MODELS_FILE}`];
  add("models/types.ts", modelSources, renderModelTypes(models));
  add("models/data.ts", modelSources, renderModelData(models));
  add("models/prices.ts", modelSources, renderModelPrices(models));
  const schema = join(folder, SCHEMA);
  const documents = join(folder, DOCUMENTS);
  const graphqlSources = [`specs/${SCHEMA}`, `specs/${DOCUMENTS}`];
  for (const [name, body] of await renderGraphql(schema, documents))
    add(name, graphqlSources, body);
  const graphql = await readGraphql(schema, documents);
  const specs = surfaces.map(({ surface, spec }) => ({
    name: surface.file,
    spec,
  }));
  add(
    "drift/answers.ts",
    [...sources, ...graphqlSources],
    renderAnswers(specs, graphql.schema, graphql.shipped),
  );
  return files;
}

/** No surface may take the place of a resource that is a member of the client itself. */
function refuseShadows(
  surfaces: readonly {
    readonly surface: Surface;
    readonly operations: readonly Operation[];
  }[],
): void {
  const [rest] = surfaces.filter(({ surface }) => surface.file === "rest");
  for (const { surface } of surfaces)
    if (rest?.operations.some(({ resource }) => resource === surface.file))
      throw new SpecError(
        `specs/${LIST}:1: the name ${surface.file} is that of a resource`,
      );
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
