import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from "graphql";

/** Enumerations that a client sends. All others are open in the generated types. */
export function isSent(schema: GraphQLSchema, name: string): boolean {
  return placesOf(schema).sent.has(name);
}

/** What is sent and answered: its values are closed, and a new one is answered to code that knows the old ones. */
export function isClosed(schema: GraphQLSchema, name: string): boolean {
  const { sent, answered } = placesOf(schema);
  return sent.has(name) && answered.has(name);
}

/** The names of all types that are sent, and of all that are answered. */
export function placesOf(schema: GraphQLSchema): {
  sent: Set<string>;
  answered: Set<string>;
} {
  const sent = new Set<string>();
  const answered = new Set<string>();
  for (const type of typesOf(schema)) {
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields()))
        sent.add(getNamedType(field.type).name);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      answered.add(getNamedType(field.type).name);
      for (const argument of field.args)
        sent.add(getNamedType(argument.type).name);
    }
  }
  return { sent, answered };
}

/** The types of a schema without those that every schema has. */
export function typesOf(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  return Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type),
  );
}
