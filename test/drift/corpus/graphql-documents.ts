import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from "graphql";

/** Documents of a consumer: one for each query and mutation, asking for all it answers down to a depth. */
interface Documents {
  readonly texts: ReadonlyMap<string, string>;
  /** Every field, type and value that they use: `Pod.name`, `Pod`, `PodStatus`. */
  readonly coordinates: ReadonlySet<string>;
}

const DEEPEST = 2;

export function documentsOf(schema: GraphQLSchema): Documents {
  const coordinates = new Set<string>();
  const texts = new Map<string, string>();
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
  };
  for (const [kind, root] of Object.entries(roots))
    for (const field of Object.values(root?.getFields() ?? {})) {
      coordinates.add(`${root?.name ?? ""}.${field.name}`);
      texts.set(
        field.name,
        `# ${field.name}\n${kind} ${field.name} ${textOf(field, coordinates)}\n`,
      );
    }
  return { texts, coordinates };
}

function textOf(
  field: GraphQLField<unknown, unknown>,
  coordinates: Set<string>,
): string {
  const { name, args } = field;
  for (const { type } of args) noteInput(type, coordinates);
  const variables = args.map(
    (argument) => `$${argument.name}: ${String(argument.type)}`,
  );
  const given = args.map((argument) => `${argument.name}: $${argument.name}`);
  const list = (words: string[]) =>
    words.length > 0 ? `(${words.join(", ")})` : "";
  return `${list(variables)} { ${name}${list(given)}${selectionOf(field, coordinates, 0)} }`;
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

function selectionOf(
  { type }: GraphQLField<unknown, unknown>,
  coordinates: Set<string>,
  depth: number,
): string {
  const named = getNamedType(type);
  if (isEnumType(named)) coordinates.add(named.name);
  if (!isObjectType(named)) return "";
  coordinates.add(named.name);
  const fields = askedOf(named, depth).map((field) => {
    coordinates.add(`${named.name}.${field.name}`);
    return field.name + selectionOf(field, coordinates, depth + 1);
  });
  return ` { ${fields.length > 0 ? fields.join(" ") : "__typename"} }`;
}

function askedOf(type: GraphQLObjectType, depth: number) {
  return Object.values(type.getFields()).filter(
    (field) =>
      !field.args.some(isRequiredArgument) &&
      (depth < DEEPEST || isLeafType(getNamedType(field.type))),
  );
}
