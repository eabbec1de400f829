import { Ajv, type AnySchema } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import type { Operation } from "../model/operations.js";
import { definitions, jsonSchema } from "../parse/json-schema.js";
import {
  isObject,
  textOf,
  type Json,
  type JsonObject,
  type Spec,
} from "../parse/spec.js";

/** Three modules: the validators of bodies, those of queries, and the table of both by route. */
interface Validators {
  readonly bodies: string;
  readonly queries: string;
  readonly table: string;
}

/** Request validators compiled ahead of time: plain functions that need no library and no `eval`. */
export function renderValidators(
  surfaces: readonly { spec: Spec; operations: readonly Operation[] }[],
): Validators {
  const bodies = compiler(false);
  const queries = compiler("array");
  const rows: string[] = [];
  surfaces.forEach(({ spec, operations }, index) => {
    const base = `spec${index}`;
    const refs = new Set<string>();
    const checked = operations.map((operation) =>
      checksOf(spec, operation, base, refs),
    );
    const shared = definitions(spec.document, refs, base);
    for (const { ajv } of [bodies, queries]) ajv.addSchema(shared);
    for (const { id, routes, body, query, members } of checked) {
      const entries = [
        ...(body === undefined ? [] : [`body: bodies.${bodies.add(id, body)}`]),
        ...(query === undefined
          ? []
          : [`query: queries.${queries.add(id, query)}`]),
        ...(members ? [`members: ${JSON.stringify(members)}`] : []),
      ];
      if (entries.length === 0) continue;
      for (const route of routes)
        rows.push(`  "${route}": { ${entries.join(", ")} },`);
    }
  });
  const table = `import * as bodies from "./validators.bodies.js";
import * as queries from "./validators.queries.js";

export const requests = {
${rows.join("\n")}
};`;
  return { bodies: bodies.render(), queries: queries.render(), table };
}

/** What `validators.js` looks like to TypeScript. */
export const VALIDATORS_DECLARATION = `/** Why a value is not valid: where, by which rule, and with which limits of the rule. */
export interface ValidationIssue {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** True when the data is valid; otherwise \`errors\` holds the issues until the next call. */
export interface Validate {
  (data: unknown): boolean;
  errors?: readonly ValidationIssue[] | null;
}

/**
 * The checks of a request by route, and of a POST the members of its body, where the document lists them all. A query
 * validator turns strings into the declared types, in place.
 */
export declare const requests: Readonly<Record<string, { readonly body?: Validate; readonly query?: Validate; readonly members?: readonly string[] }>>;`;

function compiler(coerceTypes: false | "array") {
  const ajv = new Ajv({
    strict: false,
    logger: false,
    validateSchema: false,
    loopEnum: Infinity,
    validateFormats: false,
    unicode: false,
    coerceTypes,
    code: { source: true, esm: true },
  });
  const names: Record<string, string> = {};
  return {
    ajv,
    add(id: string, schema: AnySchema): string {
      ajv.addSchema(schema, id);
      names[id] = id;
      return id;
    },
    render: () => standaloneCode(ajv, names),
  };
}

// ajv's standalone module is CommonJS: under NodeNext its default export is wrapped once.
const standaloneCode = (
  typeof standalone === "function"
    ? standalone
    : (standalone as { default: unknown }).default
) as (ajv: Ajv, names: Record<string, string>) => string;

/** What a request of one operation is held to; adds what its schemas refer to to `refs`. */
function checksOf(
  spec: Spec,
  operation: Operation,
  base: string,
  refs: Set<string>,
) {
  const { id, method, route, synonym, body, queryParameters } = operation;
  const schemaOf = (node: Json) =>
    jsonSchema(node, base, (ref) => refs.add(ref));
  return {
    id,
    routes: synonym ? [route, synonym] : [route],
    body: body && schemaOf(body.schema),
    query:
      queryParameters.length > 0
        ? schemaOf(querySchema(queryParameters))
        : undefined,
    // Only of a body that creates something: an emulator can be seeded with it.
    members:
      body && method === "POST" ? membersOf(spec, body.schema) : undefined,
  };
}

/** The names of the members of a body; undefined where it may have others, or they stand in parts of it. */
function membersOf(spec: Spec, node: Json): string[] | undefined {
  const { properties, additionalProperties, ...rest } = isObject(node)
    ? spec.resolve(node, [])
    : {};
  const isWhole = !["allOf", "anyOf", "oneOf"].some((part) => part in rest);
  if (!isWhole || additionalProperties || !isObject(properties))
    return undefined;
  return Object.keys(properties);
}

function querySchema(parameters: readonly JsonObject[]): JsonObject {
  const required = parameters
    .filter((parameter) => parameter["required"] === true)
    .map(({ name }) => textOf(name));
  const properties = Object.fromEntries(
    parameters.map(({ name, schema }) => [textOf(name), schema ?? {}]),
  );
  return { type: "object", properties, required };
}
