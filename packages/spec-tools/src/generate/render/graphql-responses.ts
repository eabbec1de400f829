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
import type { ResponseSchema } from "../../../../../src/drift/compare.js";

/**
 * The schema of the response to a valid document with one operation. `data` may be null or missing: then the response has
 * `errors`, which the client reports.
 */
export function documentResponse(
  schema: GraphQLSchema,
  document: DocumentNode,
): ResponseSchema {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  const data = root ? objectOf(root, operation.selectionSet) : {};
  const error: ResponseSchema = {
    types: ["object"],
    members: { message: { types: ["string"] } },
    required: ["message"],
    additional: {},
  };
  return {
    types: ["object"],
    members: {
      data: { ...data, types: ["object", "null"] },
      errors: { types: ["array", "null"], items: error },
      extensions: {},
    },
  };
}

/** An object with fragments, or with fields under a condition, may be anything: no shipped document has such an object. */
function objectOf(
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
): ResponseSchema {
  const nodes = selections.filter(
    (node) => node.kind === Kind.FIELD && !node.directives?.length,
  ) as FieldNode[];
  if (nodes.length < selections.length) return {};
  const fields = nodes.map(({ alias, name, selectionSet }) => {
    const field = type.getFields()[name.value];
    const schema = field ? valueOf(field.type, selectionSet) : {};
    return [(alias ?? name).value, schema] as const;
  });
  return {
    types: ["object"],
    members: Object.fromEntries(fields),
    required: fields.map(([name]) => name),
  };
}

function valueOf(
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode | undefined,
): ResponseSchema {
  const schema = nonNullOf(getNullableType(type), selectionSet);
  const { types } = schema;
  return types && !isNonNullType(type)
    ? { ...schema, types: [...types, "null"] }
    : schema;
}

/** The schema of a value of a type, without null. A value of an interface or a union may be anything. */
function nonNullOf(
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode | undefined,
): ResponseSchema {
  if (isListType(type))
    return { types: ["array"], items: valueOf(type.ofType, selectionSet) };
  if (isEnumType(type)) {
    const values = type.getValues().map(({ name }) => name);
    return { types: ["string"], values };
  }
  if (isScalarType(type)) return SCALARS[type.name] ?? {};
  return isObjectType(type) && selectionSet ? objectOf(type, selectionSet) : {};
}

/** The scalars of the GraphQL specification. A value of any other scalar may be anything. */
const SCALARS: Readonly<Record<string, ResponseSchema>> = {
  Int: { types: ["integer"] },
  Float: { types: ["number"] },
  String: { types: ["string"] },
  ID: { types: ["string"] },
  Boolean: { types: ["boolean"] },
};
