import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { transformSync } from "esbuild";
import type { Operation } from "../model/operations.js";
import type { QueryParameter } from "../model/parameters.js";
import { isObject, type Json, type JsonObject } from "../parse/json.js";
import type { Spec } from "../parse/spec.js";
import type { Surface } from "./fetchers.js";
import { toJsonSchemas } from "./json-schema.js";

/** The modules that check requests. */
interface Validators {
  /** The functions of all bodies, in JavaScript, and their declarations. */
  readonly bodies: ValidatorModule;
  /** The functions of all queries. */
  readonly queries: ValidatorModule;
  /** The table of both by route. */
  readonly table: string;
}

interface ValidatorModule {
  readonly code: string;
  readonly declarations: string;
}

/** Checks of requests, which ajv compiles ahead of time to plain functions that need no library and no `eval`. */
export function renderValidators(
  surfaces: readonly {
    readonly surface: Surface;
    readonly spec: Spec;
    readonly operations: readonly Operation[];
  }[],
): Validators {
  const bodies = createCompiler(false);
  const queries = createCompiler("array");
  const rows: string[] = [];
  surfaces.forEach(({ surface, spec, operations }, index) => {
    const { prefix } = surface;
    const base = `spec${index}`;
    const document = documentWithRequests(spec, operations, base);
    bodies.addDocument(document);
    queries.addDocument(document);
    for (const operation of operations) {
      const { id, route, synonym, method, queryParameters } = operation;
      const name = prefix.replace(".", "_") + id;
      const body = jsonBodyOf(operation);
      const entries: string[] = [];
      if (body) {
        bodies.add(name, `${base}#/bodies/${id}`);
        entries.push(`body: bodies.${name}`);
      }
      if (queryParameters.length > 0) {
        queries.add(name, `${base}#/queries/${id}`);
        entries.push(`query: queries.${name}`);
      }
      const separators = separatorsOf(queryParameters);
      if (separators.length > 0)
        entries.push(`separators: { ${separators.join(", ")} }`);
      const members =
        body && method !== "GET" ? membersOf(spec, body.schema) : undefined;
      if (members) entries.push(`members: ${JSON.stringify(members)}`);
      if (entries.length === 0) continue;
      for (const spelling of synonym === undefined ? [route] : [route, synonym])
        rows.push(`  "${prefix}${spelling}": { ${entries.join(", ")} },`);
    }
  });
  const table = [
    'import type { RequestChecks } from "../../src/emulator/server/request-checks.js";',
    ...importIf(bodies.isUsed(), "bodies"),
    ...importIf(queries.isUsed(), "queries"),
    "",
    "/**",
    " * The checks of a request, by its route. Where a surface is a member of the client, its name and a dot stand before the",
    " * route.",
    " */",
    "export const requests: Readonly<Record<string, RequestChecks>> = {",
    ...rows,
    "};",
  ].join("\n");
  return { bodies: bodies.render(), queries: queries.render(), table };
}

/** The body of an operation, where it is JSON. */
function jsonBodyOf({ body }: Operation): Operation["body"] {
  return body?.kind === "json" ? body : undefined;
}

/** The query parameters that hold a list as one text, each with what stands between the items. */
function separatorsOf(parameters: readonly QueryParameter[]): string[] {
  return parameters.flatMap(({ name, style }) => {
    const separator =
      style?.explode === false ? SEPARATORS[style.style ?? "form"] : undefined;
    return separator === undefined
      ? []
      : [`[${JSON.stringify(name)}]: ${JSON.stringify(separator)}`];
  });
}

const SEPARATORS: Readonly<Record<string, string>> = {
  form: ",",
  spaceDelimited: " ",
  pipeDelimited: "|",
};

function importIf(isUsed: boolean, name: string): string[] {
  return isUsed ? [`import * as ${name} from "./validators.${name}.js";`] : [];
}

/** The document as JSON Schema. `bodies` and `queries` hold the schemas of the requests, by operationId. */
function documentWithRequests(
  { document }: Spec,
  operations: readonly Operation[],
  base: string,
): JsonObject {
  const bodies: JsonObject = {};
  const queries: JsonObject = {};
  for (const operation of operations) {
    const { id, queryParameters } = operation;
    const body = jsonBodyOf(operation);
    if (body) bodies[id] = body.schema;
    if (queryParameters.length > 0) queries[id] = querySchema(queryParameters);
  }
  return {
    ...toJsonSchemas(document),
    $id: base,
    bodies: schemasOf(document, bodies),
    queries: schemasOf(document, queries),
  };
}

/** The JSON Schemas of schemas that stand anywhere in the document. */
function schemasOf(document: JsonObject, schemas: JsonObject): Json {
  const { openapi = "" } = document;
  const { components } = toJsonSchemas({ openapi, components: { schemas } });
  return (components as JsonObject)["schemas"] ?? {};
}

function querySchema(parameters: readonly QueryParameter[]): JsonObject {
  const required = parameters
    .filter((parameter) => parameter.required)
    .map(({ name }) => name);
  const properties = Object.fromEntries(
    parameters.map(({ name, schema }) => [name, schema]),
  );
  return { type: "object", properties, required };
}

/** The names of the members of a body; undefined where the body may have others, or parts of it name them. */
function membersOf(spec: Spec, node: Json): string[] | undefined {
  const schema = isObject(node) ? spec.resolve(node, []) : {};
  const { properties, additionalProperties, unevaluatedProperties } = schema;
  if (unevaluatedProperties === false)
    return [...new Set(membersOfParts(spec, schema))];
  const isWhole = !["allOf", "anyOf", "oneOf"].some((part) => part in schema);
  if (!isWhole || additionalProperties || !isObject(properties))
    return undefined;
  return Object.keys(properties);
}

/** The names of the members of a schema, and of the parts that it consists of. */
function membersOfParts(spec: Spec, schema: JsonObject): string[] {
  const { properties, allOf } = schema;
  const own = isObject(properties) ? Object.keys(properties) : [];
  const parts = Array.isArray(allOf) ? allOf.filter(isObject) : [];
  return [
    ...own,
    ...parts.flatMap((part) => membersOfParts(spec, spec.resolve(part, []))),
  ];
}

/** Compiles the schemas of one module. Queries arrive as strings: `coerceTypes` turns them into the declared types. */
function createCompiler(coerceTypes: false | "array") {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    logger: false,
    validateSchema: false,
    loopEnum: Infinity,
    validateFormats: false,
    unicode: false,
    unicodeRegExp: false,
    coerceTypes,
    // A function for each schema that others refer to, instead of a copy of its code at each place.
    inlineRefs: false,
    code: { source: true, esm: true },
  });
  const names: Record<string, string> = {};
  return {
    addDocument: (document: JsonObject) => void ajv.addSchema(document),
    /** Adds a function of this name, which checks what `ref` points to. */
    add(name: string, ref: string): void {
      ajv.addSchema({ $ref: ref }, name);
      names[name] = name;
    },
    isUsed: () => Object.keys(names).length > 0,
    render: (): ValidatorModule => ({
      // Nobody reads ajv's code, and most of its size is long names.
      code: transformSync(withoutSchemaPaths(standaloneCode(ajv, names)), {
        minify: true,
      }).code,
      declarations: renderDeclarations(Object.keys(names)),
    }),
  };
}

/** ajv puts the place of a rule within the schema into each issue, where nobody reads it. */
function withoutSchemaPaths(code: string): string {
  return code.replace(/schemaPath:"(?:[^"\\]|\\.)*",/g, "");
}

function renderDeclarations(names: readonly string[]): string {
  const rows = names.map((name) => `export declare const ${name}: Validate;`);
  return `import type { Validate } from "../../src/emulator/server/request-checks.js";

${rows.join("\n")}`;
}

// ajv's standalone module is CommonJS: under NodeNext its default export is wrapped once.
const standaloneCode = (
  typeof standalone === "function"
    ? standalone
    : (standalone as { default: unknown }).default
) as (ajv: Ajv2020, names: Record<string, string>) => string;
