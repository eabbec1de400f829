import {
  getNullableType,
  getOperationAST,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";
import type { Shape, ShapePool } from "./shape-pool.js";

/**
 * Adds the shape of the response to a valid document with one operation to the pool, and returns its index. The response
 * is an object with `data`.
 */
export function addDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  pool: ShapePool,
): number {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  const data = root ? describeObject(pool, root, operation.selectionSet) : {};
  return addResponse(data, pool);
}

/**
 * Adds the shape of a response. `data` may be null or missing: then the response has `errors`, which the client
 * reports.
 */
function addResponse(data: Shape, pool: ShapePool): number {
  const anything = pool.add({});
  const error = pool.add({
    types: ["object"],
    fields: [["message", pool.add({ types: ["string"] })]],
    required: ["message"],
    additional: anything,
  });
  return pool.add({
    types: ["object"],
    fields: [
      ["data", pool.add({ ...data, types: ["object", "null"] })],
      ["errors", pool.add({ types: ["array", "null"], items: error })],
      ["extensions", anything],
    ],
  });
}

/** An object with fragments, or with fields under a condition, may be anything: no shipped document has such an object. */
function describeObject(
  pool: ShapePool,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
): Shape {
  const nodes = selections.filter(
    (node) => node.kind === Kind.FIELD && !node.directives?.length,
  ) as FieldNode[];
  if (nodes.length < selections.length) return {};
  const fields = nodes.map(
    (node) =>
      [(node.alias ?? node.name).value, addField(pool, type, node)] as const,
  );
  return { types: ["object"], fields, required: fields.map(([name]) => name) };
}

function addField(
  pool: ShapePool,
  parent: GraphQLObjectType,
  { name, selectionSet }: FieldNode,
): number {
  const field = parent.getFields()[name.value];
  return field ? addType(pool, field.type, selectionSet) : pool.add({});
}

function addType(
  pool: ShapePool,
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode | undefined,
): number {
  const shape = describeNonNull(pool, getNullableType(type), selectionSet);
  const { types } = shape;
  return pool.add(
    types && !isNonNullType(type)
      ? { ...shape, types: [...types, "null"] }
      : shape,
  );
}

/** The shape of a value of a type, without null. A value of an interface or a union may be anything. */
function describeNonNull(
  pool: ShapePool,
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode | undefined,
): Shape {
  if (isListType(type))
    return {
      types: ["array"],
      items: addType(pool, type.ofType, selectionSet),
    };
  if (isEnumType(type)) {
    const values = type.getValues().map(({ name }) => name);
    return { types: ["string"], values };
  }
  if (isScalarType(type)) return SCALARS[type.name] ?? {};
  return isObjectType(type) && selectionSet
    ? describeObject(pool, type, selectionSet)
    : {};
}

/** The scalars of the GraphQL specification. A value of any other scalar may be anything. */
const SCALARS: Readonly<Record<string, Shape>> = {
  Int: { types: ["integer"] },
  Float: { types: ["number"] },
  String: { types: ["string"] },
  ID: { types: ["string"] },
  Boolean: { types: ["boolean"] },
};
