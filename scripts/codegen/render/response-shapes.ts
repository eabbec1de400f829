import { parse, type GraphQLSchema } from "graphql";
import { addDocument } from "../model/document-shapes.js";
import { requireIds } from "../model/required-ids.js";
import { addSchema } from "../model/response-shapes.js";
import { ShapePool } from "../model/shape-pool.js";
import { isObject, type Json, type JsonObject } from "../parse/json.js";
import { createResolver } from "../parse/references.js";
import { type Spec } from "../parse/spec.js";

/** A shipped document by its name. */
interface NamedDocument {
  readonly name: string;
  readonly text: string;
}

/** What the drift watcher compares responses with: a list of shapes, and the shape of each response. */
export function renderResponseShapes(
  surfaces: readonly { readonly name: string; readonly spec: Spec }[],
  schema: GraphQLSchema,
  documents: readonly NamedDocument[],
): string {
  const pool = new ShapePool();
  const routes = surfaces.flatMap(({ name, spec }) =>
    addRoutes(withIds(spec), pool).map(({ route, statuses }) => [
      name,
      route,
      statuses,
    ]),
  );
  const shipped = documents.map(({ name, text }) => [
    name,
    addDocument(schema, parse(text), pool),
  ]);
  return `${DECLARATIONS}

/** Every shape. Other shapes refer to a shape by its index in this list. */
export const shapes: readonly ResponseShape[] = [
${renderRows(pool.shapes)}
];

/** Every route of each surface, with the shape of each documented status; null for a response without JSON. */
export const routes: readonly RouteShapes[] = [
${renderRows(routes)}
];

/** The shape of the response to each shipped GraphQL document. */
export const documents: readonly (readonly [name: string, shape: number])[] = [
${renderRows(shipped)}
];`;
}

const DECLARATIONS = `/** What a value may be. A number refers to another shape by its index in the list. A shape without members is any value. */
export interface ResponseShape {
  readonly types?: readonly string[];
  readonly values?: readonly unknown[];
  readonly items?: number;
  readonly fields?: readonly (readonly [name: string, shape: number])[];
  readonly required?: readonly string[];
  /** The shape of every member that \`fields\` does not name; without it, other members are unknown. */
  readonly additional?: number;
  readonly anyOf?: readonly number[];
}

export type RouteShapes = readonly [
  surface: string,
  route: string,
  statuses: readonly (readonly [status: string, shape: number | null])[],
];`;

function renderRows(rows: readonly unknown[]): string {
  return rows.map((row) => `  ${JSON.stringify(row)},`).join("\n");
}

const METHODS = ["get", "put", "post", "delete", "patch"];

interface RouteShapes {
  readonly route: string;
  readonly statuses: readonly [status: string, shape: number | null][];
}

/** A copy of the document in which what an operation returns has its `id`: the generated types say the same. */
function withIds(spec: Spec): Spec {
  const document = structuredClone(spec.document);
  const answers = operationsIn(spec).flatMap(({ operation, path }) =>
    responsesOf(spec, operation, path)
      .filter(({ status }) => status.startsWith("2"))
      .flatMap(({ schema }) => schema ?? []),
  );
  requireIds(document, answers);
  return { ...spec, document, resolve: createResolver(document, spec.errorAt) };
}

/** Both routes of an update are listed. */
function addRoutes(spec: Spec, pool: ShapePool): RouteShapes[] {
  return operationsIn(spec).map(({ route, operation, path }) => ({
    route,
    statuses: responsesOf(spec, operation, path).map(({ status, schema }) => [
      status.toUpperCase(),
      schema === undefined ? null : addSchema(spec, schema, pool),
    ]),
  }));
}

function operationsIn(spec: Spec) {
  const { paths } = spec.document;
  return Object.entries(isObject(paths) ? paths : {}).flatMap(
    ([path, node]) => {
      const item = spec.resolve(node, ["paths", path]);
      return METHODS.filter((method) => method in item).map((method) => ({
        route: `${method.toUpperCase()} ${path}`,
        operation: item[method],
        path: ["paths", path, method],
      }));
    },
  );
}

/** Each status of an operation, with the schema of its JSON. */
function responsesOf(
  spec: Spec,
  operation: Json | undefined,
  path: readonly string[],
) {
  const { responses } = spec.resolve(operation, path);
  return Object.entries(spec.resolve(responses, path))
    .filter(([status]) => !status.startsWith("x-"))
    .map(([status, node]) => {
      return { status, schema: jsonSchemaOf(spec.resolve(node, path)) };
    });
}

/** The schema of the first JSON media type of a response. */
function jsonSchemaOf({ content }: JsonObject): Json | undefined {
  for (const [type, media] of Object.entries(isObject(content) ? content : {}))
    if (/[/+]json\b|^\*\/\*/i.test(type) && isObject(media))
      return media["schema"];
  return undefined;
}
