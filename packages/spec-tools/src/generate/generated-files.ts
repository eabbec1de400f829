import { existsSync } from "node:fs";
import { join } from "node:path";
import { DocumentError } from "../document/error.js";
import { capitalize } from "../document/names.js";
import { isEmulated } from "../../../emulator/src/graphql/not-emulated.js";
import { readModel, type ReadSpec } from "./model/operations.js";
import { CAPTURES_FOLDER, readCaptures } from "./parse/captures.js";
import { DEPLOYMENTS_FILE, readDeployments } from "./parse/deployments.js";
import { readGraphql, type GraphqlSpec } from "./parse/graphql.js";
import { isObject } from "../document/json.js";
import { MODELS_FILE, readModels, type ModelSpec } from "./parse/models.js";
import { readSpec, type Spec } from "./parse/spec.js";
import {
  LIST_FILE,
  prefixOf,
  readSurfaces,
  rulesOf,
} from "./parse/surfaces.js";
import { renderResponses } from "./render/responses.js";
import { renderDescription } from "./render/description.js";
import { renderDeployments } from "./render/deployments.js";
import {
  renderFurtherEntries,
  renderFurtherSurfaces,
} from "./render/further-surfaces.js";
import { renderEvidence, type EvidenceSources } from "./render/evidence.js";
import { renderFetchers, type SurfaceModel } from "./render/fetchers.js";
import {
  renderGraphqlDocuments,
  renderGraphqlFunctions,
  renderGraphqlSchema,
  renderGraphqlTypes,
} from "./render/graphql.js";
import {
  renderModelData,
  renderModelKinds,
  renderModelPrices,
  renderModelTypes,
} from "./render/models.js";
import { PAGE_FOLDER, renderPage } from "./render/page.js";
import { renderResources } from "./render/resources.js";
import { renderSubmitMembers } from "./render/submit-members.js";
import {
  renderAddresses,
  renderBodyMembers,
  renderOperationNames,
  renderQueryNames,
  renderRoutes,
  renderSurfaces,
  renderSurfaceTypes,
  renderSynonyms,
  renderValues,
} from "./render/tables.js";
import { renderTypes } from "./render/types.js";
import { renderValidators } from "./render/validators.js";

/**
 * The text of each file by its path within `generated/`. What begins with `emulator/` is written into the package of the
 * emulator: `pathOf` has the paths from the root of the repository.
 */
export type GeneratedFiles = ReadonlyMap<string, string>;

/** One OpenAPI surface: its document, and what the client makes of it. */
interface ReadSurface extends SurfaceModel, ReadSpec {
  readonly spec: Spec;
}

/**
 * Renders every file of `generated/` in memory, from the specs in `folder`. The same specs give the same bytes on every
 * machine. `warn` takes what a maintainer may want to change, a line each.
 * @throws {DocumentError} with the problems of the first step that found any
 */
export async function renderGenerated(
  folder = "specs",
  warn: (line: string) => void = () => undefined,
): Promise<GeneratedFiles> {
  const surfaces = await readSurfaceModels(folder, warn);
  for (const { warnings } of surfaces)
    warnings.forEach((line) => {
      warn(line);
    });
  const graphql = await readGraphql(folder);
  const models = await readModels(folder);
  const openapiFiles = await renderOpenapiFiles(surfaces, {
    captures: await readCaptures(folder),
    documents: graphql.documents,
    rootFields: rootFieldsOf(graphql.schema),
    models,
  });
  return new Map([
    ...openapiFiles,
    ...renderEmulatorFiles(surfaces),
    ...renderGraphqlFiles(graphql, await renderGraphqlTypes(graphql)),
    file(
      "emulator/graphql.ts",
      GRAPHQL_SOURCES,
      `${renderGraphqlSchema(graphql.sdl)}\n\n${renderGraphqlDocuments(graphql.documents)}`,
    ),
    ...renderModelFiles(models),
    file(
      "drift/responses.ts",
      [...surfaces.map(({ spec }) => spec.file), ...GRAPHQL_SOURCES],
      renderResponses(
        surfaces.map(({ surface, model }) => ({ name: surface.file, model })),
        graphql.schema,
        graphql.documents,
      ),
    ),
    file(
      "surfaces/deployments.ts",
      [`specs/${DEPLOYMENTS_FILE}`],
      renderDeployments(
        await readDeployments(folder, [
          ...surfaces.map(({ surface }) => surface.file),
          "graphql",
        ]),
      ),
    ),
    file("emulator/page.ts", [PAGE_FOLDER], await renderPage()),
  ]);
}

/** The fields of Query and Mutation that the emulator answers. */
function rootFieldsOf(schema: GraphqlSpec["schema"]): readonly string[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).filter((field) =>
      isEmulated(`${type?.name}.${field}`),
    ),
  );
}

/** The folder of the surface whose calls the client writes by hand, in `src/jobs/calls.ts`: it needs no generated functions. */
const JOBS_SURFACE = "jobs";

/** Every file that is made of OpenAPI documents; `evidence` is what else is known of the service's answers. */
async function renderOpenapiFiles(
  surfaces: readonly ReadSurface[],
  evidence: EvidenceSources,
): Promise<GeneratedFiles> {
  const list = [`specs/${LIST_FILE}`];
  const documents = surfaces.map(({ spec }) => spec.file);
  const files: [path: string, text: string][] = [];
  for (const described of surfaces) {
    const { surface, spec, model } = described;
    const source = [spec.file];
    files.push(
      file(`${surface.file}/types.ts`, source, await renderTypes(model)),
      file(`${surface.file}/resources.ts`, source, renderResources(described)),
    );
    if (surface.file !== JOBS_SURFACE) {
      const path = `${surface.file}/fetchers.ts`;
      files.push(file(path, source, renderFetchers(described)));
    }
    const submitMembers = renderSubmitMembers(described);
    if (submitMembers !== undefined)
      files.push(
        file(`${surface.file}/submit-members.ts`, source, submitMembers),
      );
  }
  files.push(
    file("surfaces/addresses.ts", list, renderAddresses(surfaces)),
    file("surfaces/types.ts", list, renderSurfaceTypes(surfaces)),
    file("surfaces/bodies.ts", documents, renderBodyMembers(surfaces)),
    file("surfaces/operations.ts", documents, renderOperationNames(surfaces)),
    file("surfaces/queries.ts", documents, renderQueryNames(surfaces)),
    file("surfaces/values.ts", documents, renderValues(surfaces)),
    file("surfaces/members.ts", list, renderSurfaces(surfaces)),
    file("emulator/synonyms.ts", documents, renderSynonyms(surfaces)),
    file("emulator/routes.ts", documents, renderRoutes(surfaces)),
    file(
      "emulator/evidence.ts",
      [...documents, `specs/${CAPTURES_FOLDER}`],
      renderEvidence(surfaces, evidence),
    ),
    file("drift/description.ts", documents, renderDescription(surfaces)),
  );
  for (const { surface, spec } of surfaces) {
    const served = SERVED_DOCUMENTS.get(surface.file);
    if (!served) continue;
    const text = `/** The document that \`GET ${served.path}\` answers with, as JSON. */
export const openapi: string = ${JSON.stringify(JSON.stringify(spec.document))};`;
    files.push(file(`emulator/${served.name}.ts`, [spec.file], text));
  }
  const { bodies, queries, table } = renderValidators(surfaces);
  for (const [path, text] of [
    ["emulator/validators.ts", table],
    ["emulator/validators.bodies.js", bodies.code],
    ["emulator/validators.bodies.d.ts", bodies.declarations],
    ["emulator/validators.queries.js", queries.code],
    ["emulator/validators.queries.d.ts", queries.declarations],
  ] as const)
    files.push(file(path, documents, text));
  return new Map(files);
}

/** The documents that the emulator serves, by surface: the name of the generated file, and the path. */
const SERVED_DOCUMENTS: ReadonlyMap<
  string,
  { readonly name: string; readonly path: string }
> = new Map([
  ["rest", { name: "openapi", path: "/v1/openapi.json" }],
  ["v2", { name: "openapi-v2", path: "/v2/openapi.json" }],
]);

/**
 * The files about the further surfaces that the emulator serves: surfaces with a folder of handlers in
 * `packages/emulator/src/`.
 */
function renderEmulatorFiles(
  surfaces: readonly SurfaceModel[],
): GeneratedFiles {
  const served = surfaces
    .map(({ surface }) => surface)
    .filter(({ prefix }) => prefix !== "")
    .filter(({ file }) => existsSync(join(EMULATOR_FOLDER, file, "index.ts")));
  const sources = [`specs/${LIST_FILE}`, EMULATOR_FOLDER];
  return new Map([
    file(
      "emulator/further-surfaces.ts",
      sources,
      renderFurtherSurfaces(served),
    ),
    file("emulator/further-entries.ts", sources, renderFurtherEntries(served)),
  ]);
}

const EMULATOR_FOLDER = "packages/emulator/src";

const GRAPHQL_SOURCES = ["specs/schema.graphql", "specs/operations"];

function renderGraphqlFiles(
  { schema, documents }: GraphqlSpec,
  types: string,
): GeneratedFiles {
  const texts = {
    types,
    functions: renderGraphqlFunctions(documents, schema),
    documents: renderGraphqlDocuments(documents),
  };
  return new Map(
    Object.entries(texts).map(([name, text]) =>
      file(`graphql/${name}.ts`, GRAPHQL_SOURCES, text),
    ),
  );
}

function renderModelFiles(models: readonly ModelSpec[]): GeneratedFiles {
  const source = [`specs/${MODELS_FILE}`];
  return new Map([
    file("models/types.ts", source, renderModelTypes(models)),
    file("models/data.ts", source, renderModelData(models)),
    file("models/kinds.ts", source, renderModelKinds(models)),
    file("models/prices.ts", source, renderModelPrices(models)),
  ]);
}

/** A generated file, with the line that says what it was made from. */
function file(
  path: string,
  sources: readonly string[],
  text: string,
): [path: string, text: string] {
  const header = `// Generated by \`npm run generate\` from ${sources.join(" and ")}. Do not edit.`;
  return [path, `${header}\n\n${text.trim()}\n`];
}

async function readSurfaceModels(
  folder: string,
  warn: (line: string) => void,
): Promise<ReadSurface[]> {
  const list = (await readSurfaces(folder)).filter(({ name, document }) => {
    const isThere = existsSync(join(folder, document));
    const line = `specs/${LIST_FILE} lists ${name}, but there is no specs/${document} yet: import it with \`npm run spec:import -- <file or URL> --surface ${name}\``;
    if (!isThere && prefixOf(name) === "") throw new DocumentError(line);
    if (!isThere) warn(line);
    return isThere;
  });
  const surfaces = await Promise.all(
    list.map(async (listed) => {
      const { name, document, version } = listed;
      const path = join(folder, document);
      const spec = await readSpec(path, `specs/${document}`);
      checkVersion(spec, version);
      const surface = {
        file: name,
        name: capitalize(name),
        prefix: prefixOf(name),
      };
      return { surface, spec, ...readModel(spec, rulesOf(listed)) };
    }),
  );
  refuseResourceNames(surfaces);
  return surfaces;
}

/** Throws if the document has another version than the list of surfaces: such a document is there by mistake. */
function checkVersion(spec: Spec, version: string): void {
  const { info } = spec.document;
  const found = isObject(info) ? info["version"] : undefined;
  if (found !== version)
    throw spec.errorAt(
      ["info", "version"],
      `must be ${version}, the version that specs/${LIST_FILE} lists`,
    );
}

/** Throws if a surface has the name of a resource of `rest`: both would be members of the client. */
function refuseResourceNames(surfaces: readonly SurfaceModel[]): void {
  const rest = surfaces.find(({ surface }) => surface.file === "rest");
  const resources = rest?.functions.map(({ resource }) => resource) ?? [];
  for (const { surface } of surfaces)
    if (resources.includes(surface.file))
      throw new DocumentError(
        `specs/${LIST_FILE}:1: the name ${surface.file} is that of a resource: choose another name for the surface`,
      );
}
