import {
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  type GraphQLArgument,
  type GraphQLNamedType,
} from "graphql";
import { getSchema } from "../../src/graphql/graphql-handler.js";
import type { GraphqlField, GraphqlType } from "./view.js";

const BUILT_IN = /^(__\w+|String|Int|Float|Boolean|ID)$/;

/** The types of the GraphQL schema: queries and mutations first, and then by name. */
export function graphqlTypes(): GraphqlType[] {
  const schema = getSchema();
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const isRoot = (type: GraphQLNamedType) =>
    roots.some((root) => root === type);
  return Object.values(schema.getTypeMap())
    .filter(({ name }) => !BUILT_IN.test(name))
    .sort(
      (a, b) =>
        Number(isRoot(b)) - Number(isRoot(a)) ||
        Number(b.name === "Query") - Number(a.name === "Query") ||
        a.name.localeCompare(b.name),
    )
    .map((type) => ({
      name: type.name,
      kind: kindOf(type),
      description: type.description ?? "",
      fields: fieldsOf(type),
    }));
}

function kindOf(type: GraphQLNamedType): GraphqlType["kind"] {
  if (isInputObjectType(type)) return "input";
  if (isEnumType(type)) return "enum";
  return isScalarType(type) ? "scalar" : "object";
}

function fieldsOf(type: GraphQLNamedType): GraphqlField[] {
  if (isEnumType(type))
    return type.getValues().map(({ name, description }) => {
      return { name, type: "", description: description ?? "", args: [] };
    });
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => {
      const { name, description } = field;
      const fieldType = String(field.type);
      return {
        name,
        type: fieldType,
        description: description ?? "",
        args: [],
      };
    });
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).map((field) => {
    const { name, description, args } = field;
    return {
      name,
      type: String(field.type),
      description: description ?? "",
      args: args.map(argOf),
    };
  });
}

function argOf({ name, type }: GraphQLArgument) {
  return { name, type: String(type) };
}
