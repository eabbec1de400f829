import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from "graphql";

/** Documents of a consumer: one for each query and mutation, which selects every field down to a depth. */
interface Documents {
  readonly texts: ReadonlyMap<string, string>;
  /** Every field, type and enumeration that the documents use: `Boat.name`, `Boat`, `Kind`. */
  readonly coordinates: ReadonlySet<string>;
  /** An object literal with every variable, by the name of the generated type: `BoatsQuery`. */
  readonly variables: ReadonlyMap<string, string>;
}

const MAX_DEPTH = 2;

export function documentsOf(schema: GraphQLSchema): Documents {
  const coordinates = new Set<string>();
  const texts = new Map<string, string>();
  const variables = new Map<string, string>();
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
  };
  for (const [kind, root] of Object.entries(roots))
    for (const field of Object.values(root?.getFields() ?? {})) {
      coordinates.add(`${root?.name ?? ""}.${field.name}`);
      const text = operationText(field, coordinates);
      const name = `${capitalize(field.name)}${capitalize(kind)}`;
      variables.set(name, literalOf(field.args));
      texts.set(field.name, `# ${field.name}\n${kind} ${field.name} ${text}\n`);
    }
  return { texts, coordinates, variables };
}

/** A literal with every field; `never` is a value of any type. */
function literalOf(members: readonly GraphQLArgument[]): string {
  const texts = members.map(({ name, type }) => {
    const nullable = isNonNullType(type) ? type.ofType : type;
    const value = isInputObjectType(nullable)
      ? literalOf(Object.values(nullable.getFields()))
      : "null as never";
    return `${name}: ${value}`;
  });
  return `{ ${texts.join(", ")} }`;
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function operationText(
  field: GraphQLField<unknown, unknown>,
  coordinates: Set<string>,
): string {
  const { name, args } = field;
  for (const { type } of args) noteInput(type, coordinates);
  const variables = args.map(
    (argument) => `$${argument.name}: ${String(argument.type)}`,
  );
  const passed = args.map((argument) => `${argument.name}: $${argument.name}`);
  const selection = selectionText(field, coordinates, 0);
  return `${inParentheses(variables)} { ${name}${inParentheses(passed)}${selection} }`;
}

function inParentheses(texts: readonly string[]): string {
  return texts.length > 0 ? `(${texts.join(", ")})` : "";
}

function noteInput(type: GraphQLInputType, coordinates: Set<string>): void {
  const named = getNamedType(type);
  if (coordinates.has(named.name)) return;
  coordinates.add(named.name);
  if (!isInputObjectType(named)) return;
  for (const field of Object.values(named.getFields())) {
    coordinates.add(`${named.name}.${field.name}`);
    noteInput(field.type, coordinates);
  }
}

function selectionText(
  { type }: GraphQLField<unknown, unknown>,
  coordinates: Set<string>,
  depth: number,
): string {
  const named = getNamedType(type);
  if (isEnumType(named)) coordinates.add(named.name);
  if (isAbstractType(named)) return " { __typename }";
  if (!isObjectType(named)) return "";
  coordinates.add(named.name);
  const fields = selectedFields(named, depth).map((field) => {
    coordinates.add(`${named.name}.${field.name}`);
    return field.name + selectionText(field, coordinates, depth + 1);
  });
  return ` { ${fields.length > 0 ? fields.join(" ") : "__typename"} }`;
}

function selectedFields(type: GraphQLObjectType, depth: number) {
  return Object.values(type.getFields()).filter(
    (field) =>
      !field.args.some(isRequiredArgument) &&
      (depth < MAX_DEPTH || isLeafType(getNamedType(field.type))),
  );
}
