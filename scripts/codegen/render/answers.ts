import { parse, type GraphQLSchema } from "graphql";
import { shapeOfDocument } from "../model/answer-documents.js";
import { shapeOf } from "../model/answer-shapes.js";
import { createShapePool, type ShapePool } from "../model/shape-pool.js";
import { isObject, type Json, type JsonObject } from "../parse/json.js";
import { type Spec } from "../parse/spec.js";

/** A shipped document by its name. */
interface NamedDocument {
  readonly name: string;
  readonly text: string;
}

/** What the watcher of drift compares answers with: a list of shapes, and which of them each answer must have. */
export function renderAnswers(
  surfaces: readonly { readonly name: string; readonly spec: Spec }[],
  schema: GraphQLSchema,
  documents: readonly NamedDocument[],
): string {
  const pool = createShapePool();
  const routes = surfaces.flatMap(({ name, spec }) =>
    routesOf(spec, pool).map((row) => [name, ...row]),
  );
  const shipped = documents.map(({ name, text }) => [
    name,
    shapeOfDocument(schema, parse(text), pool),
  ]);
  return `${DECLARATIONS}

/** Every shape; each is named by its place here. */
export const shapes: readonly AnswerShape[] = [
${rowsOf(pool.rows)}
];

/** Every route with its surface, and the shape of each status that its document lists; null where it has no JSON. */
export const routes: readonly AnswerRoute[] = [
${rowsOf(routes)}
];

/** The shape of what each shipped GraphQL document is answered with. */
export const documents: readonly (readonly [name: string, shape: number])[] = [
${rowsOf(shipped)}
];`;
}

const DECLARATIONS = `/** What a value may be; a figure is the place of another shape in the list. Without any member: anything. */
export interface AnswerShape {
  readonly types?: readonly string[];
  readonly known?: readonly unknown[];
  readonly items?: number;
  readonly fields?: readonly (readonly [name: string, shape: number])[];
  readonly required?: readonly string[];
  /** Of each member that \`fields\` does not name; without it, none is known. */
  readonly rest?: number;
  readonly either?: readonly number[];
}

export type AnswerRoute = readonly [
  surface: string,
  route: string,
  statuses: readonly (readonly [status: string, shape: number | null])[],
];`;

function rowsOf(rows: readonly unknown[]): string {
  return rows.map((row) => `  ${JSON.stringify(row)},`).join("\n");
}

const METHODS = ["get", "put", "post", "delete", "patch"];

type Row = [route: string, statuses: [status: string, shape: number | null][]];

/** Both spellings of an update are routes of their own. */
function routesOf(spec: Spec, pool: ShapePool): Row[] {
  const { paths } = spec.document;
  return Object.entries(isObject(paths) ? paths : {}).flatMap(
    ([path, node]) => {
      const item = spec.resolve(node, ["paths", path]);
      return METHODS.filter((method) => method in item).map((method): Row => {
        const at = ["paths", path, method];
        const { responses } = spec.resolve(item[method], at);
        const statuses = Object.entries(spec.resolve(responses, at))
          .filter(([status]) => !status.startsWith("x-"))
          .map(([status, response]): Row[1][number] => [
            status.toUpperCase(),
            answerShape(spec, spec.resolve(response, at), status, pool),
          ]);
        return [`${method.toUpperCase()} ${path}`, statuses];
      });
    },
  );
}

function answerShape(
  spec: Spec,
  response: JsonObject,
  status: string,
  pool: ShapePool,
): number | null {
  const schema = jsonSchemaOf(response);
  if (schema === undefined) return null;
  return shapeOf(
    spec,
    status.startsWith("2") ? withId(spec, schema) : schema,
    pool,
  );
}

/** The schema of the first kind of JSON that an answer comes in. */
function jsonSchemaOf({ content }: JsonObject): Json | undefined {
  for (const [type, media] of Object.entries(isObject(content) ? content : {}))
    if (/[/+]json\b|^\*\/\*/i.test(type) && isObject(media))
      return media["schema"];
  return undefined;
}

/** What is answered and addressed by an `id` always carries one: the generated types say so as well. */
function withId(spec: Spec, schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { $ref, items } = schema;
  if (schema["type"] === "array" && isObject(items))
    return { ...schema, items: withId(spec, items) };
  if (typeof $ref !== "string") return schema;
  const { properties } = spec.resolve(schema, [$ref]);
  const hasId = isObject(properties) && isObject(properties["id"]);
  return hasId ? { allOf: [schema], required: ["id"] } : schema;
}
