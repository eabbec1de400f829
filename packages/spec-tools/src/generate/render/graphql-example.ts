import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  Kind,
  parse,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import type { Json } from "../../document/json.js";
import type { GraphqlDocument } from "../parse/graphql.js";
import { literal } from "./literal.js";

/** How many members are shown of an input that requires none. */
const SHOWN_MEMBERS = 3;

/** The example of a shipped document: the variables that it requires, and the fields that it answers with. */
export function renderGraphqlExample(
  { name, text }: GraphqlDocument,
  schema: GraphQLSchema,
): string {
  const operation = parse(text).definitions.find(
    (node): node is OperationDefinitionNode =>
      node.kind === Kind.OPERATION_DEFINITION,
  );
  const variables = (operation?.variableDefinitions ?? [])
    .filter(
      ({ type, defaultValue }) =>
        type.kind === Kind.NON_NULL_TYPE && !defaultValue,
    )
    .map(({ variable, type }): [string, Json] => {
      const inputType = typeFromAST(schema, type) as GraphQLInputType;
      return [variable.name.value, valueOf(variable.name.value, inputType)];
    });
  const fields = (operation?.selectionSet.selections ?? []).flatMap((field) =>
    field.kind === Kind.FIELD ? [(field.alias ?? field.name).value] : [],
  );
  const args =
    variables.length > 0 ? literal(Object.fromEntries(variables)) : "";
  return `const { ${fields.join(", ")} } = await cloud.graphql.${name}(${args});`;
}

/** A value of a type. A text is the example in the description of its member, or else the member's name. */
function valueOf(
  name: string,
  type: GraphQLInputType,
  description?: string | null,
): Json {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [valueOf(name, nullable.ofType)];
  const named = getNamedType(nullable);
  if (isEnumType(named)) return named.getValues()[0]?.name ?? "";
  if (isInputObjectType(named)) {
    const all = Object.values(named.getFields());
    const required = all.filter(isRequiredInputField);
    const count = named.isOneOf ? 1 : SHOWN_MEMBERS;
    // An id that may be left out names an existing object, which the call would replace.
    const free = all.filter((field) => field.name !== "id");
    const shown = required.length > 0 ? required : free.slice(0, count);
    return Object.fromEntries(
      shown.map((field) => [
        field.name,
        valueOf(field.name, field.type, field.description),
      ]),
    );
  }
  const [, example = name] = /such as `([^`]+)`/.exec(description ?? "") ?? [];
  return SCALARS[named.name] ?? example;
}

const SCALARS: Readonly<Record<string, Json>> = {
  Boolean: true,
  Float: 0.5,
  Int: 1,
};
