import type { DocumentModel, Schema } from "../../document/model.js";
import { targetIn } from "../../document/targets.js";
import { docComment } from "./doc-comment.js";
import type { Surface, SurfaceModel } from "./fetchers.js";

/** The PATCH ⇄ POST table: which route each update may also be sent as. */
export function renderSynonyms(surfaces: readonly SurfaceModel[]): string {
  const rows = surfaces.flatMap(({ surface, functions }) =>
    functions.flatMap(({ route, synonym }) =>
      synonym === undefined
        ? []
        : [`  "${surface.prefix}${route}": "${synonym}",`],
    ),
  );
  return `/**
 * Every update with two spellings: the PATCH route, and the POST route that means the same. Where a surface is a member
 * of the client, its name and a dot stand before the route.
 */
export const synonyms = {
${rows.join("\n")}
} as const satisfies Readonly<Record<string, string>>;`;
}

/** The names of the query parameters of each route, by surface. */
export function renderQueryNames(surfaces: readonly SurfaceModel[]): string {
  const tables = surfaces.map(({ surface, functions }) => {
    const rows = functions.flatMap((operation) => {
      const { route, synonym, queryParameters } = operation;
      const names = queryParameters.map(({ name }) => JSON.stringify(name));
      return (synonym === undefined ? [route] : [route, synonym]).map(
        (each) => `    "${each}": [${names.join(", ")}],`,
      );
    });
    return `  ${surface.file}: {\n${rows.join("\n")}\n  },`;
  });
  return `import type { SurfaceName } from "./addresses.js";

/** The query parameters of each route, by the surface. */
export const queryNames: Readonly<
  Record<SurfaceName, Readonly<Record<string, readonly string[]>>>
> = {
${tables.join("\n")}
  graphql: {},
};`;
}

/** The name of the operation at each route. */
export function renderOperationNames(
  surfaces: readonly SurfaceModel[],
): string {
  const names = new Map<string, string>();
  for (const { surface, functions } of surfaces)
    for (const { route, resource, name } of functions)
      if (!names.has(route))
        names.set(route, `${surface.prefix}${resource}.${name}`);
  const rows = Array.from(names, ([route, name]) => `  "${route}": "${name}",`);
  return `/** The name of the operation at each route: of the first surface, where several have the route. */
export const operationNames: Readonly<Record<string, string>> = {
${rows.join("\n")}
};`;
}

/** The members of each body, by the name of its call. The input of a job is described by its model. */
export function renderBodyMembers(surfaces: readonly SurfaceModel[]): string {
  const rows = surfaces.flatMap(({ surface, model, functions }) =>
    functions.flatMap(({ resource, name, body }) => {
      if (resource === "jobs" || !body?.sent) return [];
      const paths = memberPathsOf(model, body.sent.schema);
      const operation = `${surface.prefix}${resource}.${name}`;
      return paths.length > 0
        ? [`  "${operation}": ${JSON.stringify(paths)},`]
        : [];
    }),
  );
  return `/** The members of the body of a call, and those one level below, such as \`gpu.id\`, by the name of the call. */
export const bodyMembers: Readonly<Record<string, readonly string[]>> = {
${rows.join("\n")}
};`;
}

function memberPathsOf({ schemas }: DocumentModel, body: Schema): string[] {
  const targetOf = targetIn(schemas);
  const membersOf = (
    schema: Schema,
    within: readonly string[] = [],
  ): (readonly [string, Schema])[] => {
    const { ref } = schema;
    if (ref !== undefined && within.includes(ref)) return [];
    const names = ref === undefined ? within : [...within, ref];
    const { members = {}, items, anyOf = [] } = targetOf(schema);
    const parts = items ? [items, ...anyOf] : anyOf;
    return [
      ...Object.entries(members),
      ...parts.flatMap((part) => membersOf(part, names)),
    ];
  };
  const paths = membersOf(body).flatMap(([name, schema]) => [
    name,
    ...membersOf(schema).map(([inner]) => `${name}.${inner}`),
  ]);
  return [...new Set(paths)];
}

/** What the documents say about values: the known values of enumerations that age, and the ranges of sizes. */
export function renderValues(surfaces: readonly SurfaceModel[]): string {
  const lists = surfaces.flatMap(({ model }) =>
    Object.keys(model.rules.open ?? {}).map(
      (type) =>
        `  ${type}: ${JSON.stringify(model.schemas[type]?.values ?? [])},`,
    ),
  );
  const ranges = surfaces.flatMap(({ surface, model, functions }) =>
    functions.flatMap(({ resource, name, body }) => {
      const range = sizeRangeOf(model, body?.sent?.schema);
      const operation = `${surface.prefix}${resource}.${name}`;
      return range ? [`  "${operation}": ${JSON.stringify(range)},`] : [];
    }),
  );
  return `/** The values that the documents list for the types that accept any other text, too. */
export const listedValues: Readonly<Record<string, readonly string[]>> = {
${lists.join("\n")}
};

/** The least and the greatest \`size\` that the body of a call may have, by the name of the call. */
export const sizeRanges: Readonly<
  Record<string, readonly [least: number, greatest: number]>
> = {
${ranges.join("\n")}
};`;
}

function sizeRangeOf(
  { schemas }: DocumentModel,
  body: Schema | undefined,
): [least: number, greatest: number] | undefined {
  const targetOf = targetIn(schemas);
  const size = body && targetOf(body).members?.["size"];
  const { minimum, maximum } = (size && targetOf(size).limits) ?? {};
  return typeof minimum === "number" && typeof maximum === "number"
    ? [minimum, maximum]
    : undefined;
}

/** The routes of each surface, as a type and as a list; a synonym is a route of its own. */
export function renderRoutes(surfaces: readonly SurfaceModel[]): string {
  return surfaces
    .map(({ surface: { file, name }, functions }) => {
      const routes = functions.flatMap(({ route, synonym }) =>
        synonym ? [route, synonym] : [route],
      );
      return `/** Every route of the ${name} surface. */
export type ${name}Route =
${routes.map((route) => `  | "${route}"`).join("\n")};

/** Every route of the ${name} surface, in the order of the document. */
export const ${file}Routes: readonly ${name}Route[] = [
${routes.map((route) => `  "${route}",`).join("\n")}
];`;
    })
    .join("\n\n");
}

/** What further surfaces are in the client: their members, and a namespace of types each. */
export function renderSurfaceTypes(surfaces: readonly SurfaceModel[]): string {
  const { further, each } = splitFurtherSurfaces(surfaces);
  return paragraphs([
    each(
      ({ file, name }) =>
        `import type { ${name}Resources } from "../${file}/resources.js";
import type { paths as ${name}Paths } from "../${file}/types.js";\n`,
    ) +
      (further.length > 0
        ? `import type { RawClient } from "../../src/rest/typed-client.js";`
        : ""),
    each(
      ({ file, name }) =>
        `export type * as ${file} from "../${file}/resources.js";
export type { components as ${name}Components, paths as ${name}Paths } from "../${file}/types.js";\n`,
    ),
    `/** The surfaces that are not built in. */
export interface Surfaces {
${each(({ file, name }, { title, version }) => `${docComment([`${title}, version ${version}.`], "  ")}  readonly ${file}: ${name}Resources;\n  /** openapi-fetch's own client of \`${file}\`, as \`rest\` is for version 0.1.0. */\n  readonly ${file}Rest: RawClient<${name}Paths>;\n`)}}`,
  ]);
}

/** The function that creates the members of the client for further surfaces. */
export function renderSurfaces(surfaces: readonly SurfaceModel[]): string {
  const { further, each } = splitFurtherSurfaces(surfaces);
  const unused = further.length > 0 ? "" : "_";
  return paragraphs([
    each(
      ({ file, name }) =>
        `import { create${name}Resources } from "../${file}/fetchers.js";
import type { paths as ${name}Paths } from "../${file}/types.js";\n`,
    ) +
      `import type { Connect } from "../../src/rest/typed-client.js";
import type { Surfaces } from "./types.js";`,
    `/** The members of the client for these surfaces. */
export function createSurfaces(${unused}connect: Connect): Surfaces {
${each(({ file, name }) => `  const ${file} = connect<${name}Paths>("${file}");\n`)}  return {
${each(({ file, name }) => `    ${file}: { ...create${name}Resources(${file}.client, ${file}.calls), ...${file}.proxySource },\n    ${file}Rest: ${file}.rest,\n`)}  };
}`,
  ]);
}

/** Where each surface is: the names, the options and the environment variables. */
export function renderAddresses(surfaces: readonly SurfaceModel[]): string {
  const { each } = splitFurtherSurfaces(surfaces);
  const names = [...surfaces.map(({ surface }) => surface.file), "graphql"];
  const options = each(
    ({ file }) =>
      `  /** The address of the surface. @default the environment variable \`${variableOf(file)}\` */
  readonly ${file}?: { readonly baseUrl?: string | undefined } | undefined;\n`,
  );
  return paragraphs([
    `/** Every surface of the client. */
export type SurfaceName = ${names.map((name) => `"${name}"`).join(" | ")};`,
    `/** The addresses of the surfaces that are not built in. */
export type SurfaceOptions = ${options === "" ? "Readonly<Record<string, never>>" : `{\n${options}}`};`,
    `/** The environment variable that each of these addresses is read from. */
export const surfaceVariables: Readonly<Record<string, string>> = {
${each(({ file }) => `  ${file}: "${variableOf(file)}",\n`)}};`,
  ]);
}

function splitFurtherSurfaces(surfaces: readonly SurfaceModel[]) {
  const further = surfaces.filter(({ surface }) => surface.prefix !== "");
  const each = (line: (surface: Surface, model: DocumentModel) => string) =>
    further.map(({ surface, model }) => line(surface, model)).join("");
  return { further, each };
}

function paragraphs(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n\n");
}

/** `CLOUD_COMPUTE_NEXT_API_BASE_URL` for `nextApi`. */
export function variableOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return `CLOUD_COMPUTE_${words}_BASE_URL`;
}
