import {
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
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
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(node.name.value, node);
  const context = { schema, fragments, pool };
  let data: Shape = {};
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const root = schema.getRootType(node.operation);
    if (root) data = describeObject(context, root, [node.selectionSet]);
  }
  return addResponse(data, pool);
}

interface Context {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly pool: ShapePool;
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

function describeObject(
  context: Context,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Shape {
  const members = new Map<string, SelectedMember>();
  for (const set of sets) collectMembers(context, type, set, true, members);
  const required = [...members]
    .filter(([, { isCertain }]) => isCertain)
    .map(([name]) => name);
  return {
    types: ["object"],
    fields: [...members].map(([name, { nodes }]) => [
      name,
      addField(context, type, nodes),
    ]),
    required,
  };
}

/** One member of a response object. */
interface SelectedMember {
  /** Every node that selects the member. */
  readonly nodes: FieldNode[];
  /** Whether a node without `@skip` or `@include` selects the member. */
  isCertain: boolean;
}

/** Collects what a selection set selects of an object of `type`, by the names in the response. */
function collectMembers(
  context: Context,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  isCertain: boolean,
  members: Map<string, SelectedMember>,
): void {
  for (const node of selections) {
    const isConditional = (node.directives ?? []).some(({ name }) =>
      ["skip", "include"].includes(name.value),
    );
    const isAlways = isCertain && !isConditional;
    if (node.kind === Kind.FIELD) {
      const name = (node.alias ?? node.name).value;
      const member = members.get(name) ?? { nodes: [], isCertain: false };
      member.nodes.push(node);
      member.isCertain ||= isAlways;
      members.set(name, member);
      continue;
    }
    const fragment =
      node.kind === Kind.FRAGMENT_SPREAD
        ? context.fragments.get(node.name.value)
        : node;
    if (fragment && matchesType(context, type, fragment.typeCondition))
      collectMembers(context, type, fragment.selectionSet, isAlways, members);
  }
}

/** Whether a fragment with this type condition applies to an object of `type`. */
function matchesType(
  { schema }: Context,
  type: GraphQLObjectType,
  condition: FragmentDefinitionNode["typeCondition"] | undefined,
): boolean {
  const name = condition?.name.value;
  if (name === undefined || name === type.name) return true;
  const abstract = schema.getType(name);
  return isAbstractType(abstract) && schema.isSubType(abstract, type);
}

function addField(
  { pool, ...context }: Context,
  parent: GraphQLObjectType,
  nodes: readonly FieldNode[],
): number {
  const name = nodes[0]?.name.value ?? "";
  // The name of the type distinguishes the alternatives of an interface or a union.
  if (name === "__typename")
    return pool.add({ types: ["string"], values: [parent.name] });
  const field = parent.getFields()[name];
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  return field ? addType({ pool, ...context }, field.type, sets) : pool.add({});
}

function addType(
  context: Context,
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
): number {
  const { pool } = context;
  const shape = describeNonNull(context, getNullableType(type), sets);
  if (isNonNullType(type)) return pool.add(shape);
  const { types, anyOf } = shape;
  if (anyOf)
    return pool.add({ anyOf: [...anyOf, pool.add({ types: ["null"] })] });
  return pool.add(types ? { ...shape, types: [...types, "null"] } : shape);
}

/** The shape of a value of a type, without null. */
function describeNonNull(
  context: Context,
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
): Shape {
  if (isListType(type))
    return { types: ["array"], items: addType(context, type.ofType, sets) };
  if (isEnumType(type)) {
    const values = type.getValues().map(({ name }) => name);
    return { types: ["string"], values };
  }
  if (isScalarType(type)) return SCALARS[type.name] ?? {};
  if (!isCompositeType(type)) return {};
  if (!isAbstractType(type)) return describeObject(context, type, sets);
  const anyOf = context.schema
    .getPossibleTypes(type)
    .map((each) => context.pool.add(describeObject(context, each, sets)));
  return { anyOf: [...new Set(anyOf)] };
}

/** The scalars of the GraphQL specification. A value of any other scalar may be anything. */
const SCALARS: Readonly<Record<string, Shape>> = {
  Int: { types: ["integer"] },
  Float: { types: ["number"] },
  String: { types: ["string"] },
  ID: { types: ["string"] },
  Boolean: { types: ["boolean"] },
};
