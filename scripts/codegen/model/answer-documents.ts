import {
  getNullableType,
  GraphQLEnumType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";
import { selectedOf, type Selections } from "./selections.js";
import type { Shape, ShapePool } from "./shape-pool.js";

/** The place of the shape of what a valid document with one operation is answered with: an object with `data`. */
export function shapeOfDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  pool: ShapePool,
): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  let data: Shape = {};
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(node.name.value, node);
  const source = { schema, fragments, pool };
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const root = schema.getRootType(node.operation);
    if (root) data = objectShape(source, root, [node.selectionSet]);
  }
  return envelope(data, pool);
}

interface Source extends Selections {
  readonly pool: ShapePool;
}

/** The specification of GraphQL: `data` is null or missing only beside `errors`, which the client tells of anyway. */
function envelope(data: Shape, pool: ShapePool): number {
  const anything = pool.add({});
  const fault = pool.add({
    types: ["object"],
    fields: [["message", pool.add({ types: ["string"] })]],
    required: ["message"],
    rest: anything,
  });
  return pool.add({
    types: ["object"],
    fields: [
      ["data", pool.add({ ...data, types: ["object", "null"] })],
      ["errors", pool.add({ types: ["array", "null"], items: fault })],
      ["extensions", anything],
    ],
  });
}

function objectShape(
  source: Source,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Shape {
  const selected = selectedOf(source, type, sets);
  const fields = [...selected].map(
    ([name, { nodes }]) => [name, fieldShape(source, type, nodes)] as const,
  );
  const required = [...selected]
    .filter(([, { isCertain }]) => isCertain)
    .map(([name]) => name);
  return { types: ["object"], fields, required };
}

function fieldShape(
  source: Source,
  parent: GraphQLObjectType,
  nodes: readonly FieldNode[],
): number {
  const name = nodes[0]?.name.value ?? "";
  // Which type it is tells the alternatives of an interface or a union apart.
  if (name === "__typename")
    return source.pool.add({ types: ["string"], known: [parent.name] });
  const field = parent.getFields()[name];
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  return field ? typeShape(source, field.type, sets) : source.pool.add({});
}

function typeShape(
  source: Source,
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
): number {
  const { pool } = source;
  const shape = nullableShape(source, getNullableType(type), sets);
  if (isNonNullType(type)) return pool.add(shape);
  if (shape.either)
    return pool.add({
      either: [...shape.either, pool.add({ types: ["null"] })],
    });
  return pool.add(
    shape.types ? { ...shape, types: [...shape.types, "null"] } : shape,
  );
}

function nullableShape(
  source: Source,
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
): Shape {
  if (isListType(type))
    return { types: ["array"], items: typeShape(source, type.ofType, sets) };
  if (type instanceof GraphQLEnumType) {
    const known = type.getValues().map(({ name }) => name);
    return { types: ["string"], known };
  }
  if (isScalarType(type)) return SCALARS[type.name] ?? {};
  if (!isCompositeType(type)) return {};
  if (!isAbstractType(type)) return objectShape(source, type, sets);
  const either = source.schema
    .getPossibleTypes(type)
    .map((each) => source.pool.add(objectShape(source, each, sets)));
  return { either: [...new Set(either)] };
}

/** What the specification says of its own scalars; another may be anything. */
const SCALARS: Readonly<Record<string, Shape>> = {
  Int: { types: ["integer"] },
  Float: { types: ["number"] },
  String: { types: ["string"] },
  ID: { types: ["string"] },
  Boolean: { types: ["boolean"] },
};
