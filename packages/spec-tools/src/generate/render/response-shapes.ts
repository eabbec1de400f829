import { parse, type GraphQLSchema } from "graphql";
import type {
  Content,
  DocumentModel,
  Operation,
} from "../../document/model.js";
import { addDocument } from "./document-shapes.js";
import { addSchema } from "./schema-shapes.js";
import { ShapePool } from "./shape-pool.js";

/** A shipped document by its name. */
interface NamedDocument {
  readonly name: string;
  readonly text: string;
}

/** What the drift watcher compares responses with: a list of shapes, and the shape of each response. */
export function renderResponseShapes(
  surfaces: readonly { readonly name: string; readonly model: DocumentModel }[],
  schema: GraphQLSchema,
  documents: readonly NamedDocument[],
): string {
  const pool = new ShapePool();
  const routes = surfaces.flatMap(({ name, model }) =>
    // Both routes of an update are listed.
    model.operations.map((operation) => [
      name,
      operation.route,
      addStatuses(name, model, operation, pool),
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

/** Each status of an operation, with the shape of its JSON. */
function addStatuses(
  surface: string,
  { schemas }: DocumentModel,
  { responses }: Operation,
  pool: ShapePool,
): readonly (readonly [status: string, shape: number | null])[] {
  return responses.map(({ status, contents }) => {
    const json = contents.find(isJson);
    const shape = json ? addSchema(schemas, json.schema, pool, surface) : null;
    return [status.toUpperCase(), shape];
  });
}

function isJson({ mediaType }: Content): boolean {
  return /[/+]json\b|^\*\/\*/i.test(mediaType);
}
