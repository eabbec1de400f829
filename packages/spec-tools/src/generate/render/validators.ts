import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { transformSync } from "esbuild";
import type { JsonObject } from "../../document/json.js";
import type {
  DocumentModel,
  Operation,
  Parameter,
  Schema,
} from "../../document/model.js";
import { isFreeName } from "../../document/names.js";
import { isCommaList } from "../../document/parameters.js";
import { targetIn } from "../../document/targets.js";
import type { SurfaceModel } from "./fetchers.js";
import { checkSchemaOf } from "./json-schema.js";

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
  surfaces: readonly SurfaceModel[],
): Validators {
  const bodies = createCompiler(false);
  const queries = createCompiler("array");
  const rows: string[] = [];
  surfaces.forEach(({ surface, model, functions }, index) => {
    const { prefix } = surface;
    const base = `spec${index}`;
    const targetOf = targetIn(model.schemas);
    const document = documentWithRequests(model, functions, base);
    bodies.addDocument(document);
    queries.addDocument(document);
    for (const operation of functions) {
      const { id, route, synonym, method, queryParameters } = operation;
      // A reserved word, or a name that ajv gives its own functions, cannot be the name of an export.
      const name = prefix.replace(".", "_") + (isFreeName(id) ? id : `${id}_`);
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
      const separators = separatorsOf(queryParameters, targetOf);
      if (separators.length > 0)
        entries.push(`separators: { ${separators.join(", ")} }`);
      const members =
        body && method !== "GET" ? membersOf(targetOf(body)) : undefined;
      if (members) entries.push(`members: ${JSON.stringify(members)}`);
      if (entries.length === 0) continue;
      for (const spelling of synonym === undefined ? [route] : [route, synonym])
        rows.push(`  "${prefix}${spelling}": { ${entries.join(", ")} },`);
    }
  });
  const table = [
    'import type { RequestChecks } from "../src/http/request-checks.js";',
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

/** The schema of the body of an operation, where the body is JSON. */
function jsonBodyOf({ body }: Operation): Schema | undefined {
  return body?.sent?.kind === "json" ? body.sent.schema : undefined;
}

/** The query parameters that hold a list as one text, each with what stands between the items. */
function separatorsOf(
  parameters: readonly Parameter[],
  targetOf: (schema: Schema) => Schema,
): string[] {
  return parameters
    .filter((parameter) => isCommaList(parameter, targetOf))
    .map(({ name }) => `[${JSON.stringify(name)}]: ","`);
}

function importIf(isUsed: boolean, name: string): string[] {
  return isUsed ? [`import * as ${name} from "./validators.${name}.js";`] : [];
}

/** The schemas of a document as JSON Schema. `bodies` and `queries` hold those of the requests, by operationId. */
function documentWithRequests(
  { schemas }: DocumentModel,
  functions: readonly Operation[],
  base: string,
): JsonObject {
  const bodies: JsonObject = {};
  const queries: JsonObject = {};
  for (const operation of functions) {
    const { id, queryParameters } = operation;
    const body = jsonBodyOf(operation);
    if (body) bodies[id] = checkSchemaOf(body);
    if (queryParameters.length > 0)
      queries[id] = checkSchemaOf(querySchema(queryParameters));
  }
  const named = Object.entries(schemas).map(([name, schema]) => [
    name,
    checkSchemaOf(schema),
  ]);
  return {
    components: { schemas: Object.fromEntries(named) as JsonObject },
    $id: base,
    bodies,
    queries,
  };
}

function querySchema(parameters: readonly Parameter[]): Schema {
  const required = parameters
    .filter((parameter) => parameter.required)
    .map(({ name }) => name);
  const members = parameters.map(({ name, schema }) => [name, schema] as const);
  return { types: ["object"], members: Object.fromEntries(members), required };
}

/** The names of all members of a body; undefined if the body may have further members. */
function membersOf({
  members,
  additional,
  anyOf,
}: Schema): string[] | undefined {
  return additional || anyOf || !members ? undefined : Object.keys(members);
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
    // Otherwise the generated code imports ajv to count the characters of a string.
    // oxlint-disable-next-line typescript/no-deprecated
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
  return `import type { Validate } from "../src/http/request-checks.js";

${rows.join("\n")}`;
}

// ajv's standalone module is CommonJS: under NodeNext its default export is wrapped once.
const standaloneCode = (
  typeof standalone === "function"
    ? standalone
    : (standalone as { default: unknown }).default
) as (ajv: Ajv2020, names: Record<string, string>) => string;
