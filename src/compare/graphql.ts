import {
  buildClientSchema,
  buildSchema,
  DirectiveLocation,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  isUnionType,
  Kind,
  parse,
  parseType,
  validate,
  type GraphQLArgument,
  type GraphQLDirective,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type IntrospectionQuery,
  type TypeNode,
} from "graphql";
import { mergeChanges, type Change, type Verdict } from "./change.js";
import { DocumentError, isObject, member, oneLine } from "./document.js";
import { code } from "./findings.js";
import type { Direction } from "../document/model.js";

/** A schema from SDL, or from the JSON response to introspection; throws a `DocumentError` for any other text. */
export function readSchema(text: string): GraphQLSchema {
  try {
    if (!text.trimStart().startsWith("{")) return buildSchema(text);
    const response: unknown = JSON.parse(text);
    const data = member(response, "data") ?? response;
    if (isObject(member(data, "__schema")))
      return buildClientSchema(data as IntrospectionQuery);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DocumentError(
      `this is not a GraphQL schema: ${oneLine(reason)}`,
      {
        cause: error,
      },
    );
  }
  throw new DocumentError(
    "this is not a GraphQL schema: the JSON has no member __schema, which the response to introspection has",
  );
}

/** The documents, by name, that a schema rejects, each with the first reason. */
export function findRejectedDocuments(
  schema: GraphQLSchema,
  documents: Readonly<Record<string, string>>,
): Change[] {
  return Object.entries(documents).flatMap(([name, text]): Change[] => {
    const [error] = validate(schema, parse(text));
    if (!error) return [];
    const reason = error.message.replace(/\.( Did you mean.*)?$/, "");
    const line = `${code(`graphql.${name}`)} is no longer valid: ${oneLine(reason)}`;
    const kind = "shipped document rejected";
    return [{ verdict: "breaking", line, kind, operation: `graphql.${name}` }];
  });
}

/** Every change from one schema to another, in the terms of the client. */
export function compareSchemas(
  before: GraphQLSchema,
  after: GraphQLSchema,
): Change[] {
  const comparison: Comparison = {
    nameOf: createNaming(before),
    usage: findUsage(before),
  };
  const { nameOf } = comparison;
  const removed = typesOf(before)
    .filter(({ name }) => !after.getType(name))
    .map(({ name }) =>
      change("breaking", `${nameOf(name)} was removed`, {
        kind: "type removed",
        before: name,
      }),
    );
  const present = typesOf(after).flatMap((type) => {
    const old = before.getType(type.name);
    if (old) return compareTypes(comparison, old, type);
    const details = { kind: "type added", after: type.name };
    return [change("new", `${nameOf(type.name)} is new`, details)];
  });
  const changes = [...removed, ...present, ...compareDirectives(before, after)];
  return mergeChanges(changes);
}

interface Comparison {
  readonly nameOf: (typeName: string, field?: string) => string;
  readonly usage: Usage;
}

/** A change of GraphQL is marked as such: its names may also be those of the REST API. */
function change(
  verdict: Verdict,
  line: string,
  details: Pick<Change, "kind" | "before" | "after">,
): Change {
  return { verdict, line: `GraphQL: ${line}`, ...details };
}

/** `gpuTypes.throughput` when a query returns the type of the field, otherwise `GpuLowestPrice.stockStatus`. */
function createNaming(schema: GraphQLSchema): Comparison["nameOf"] {
  const queries = new Map<string, string>();
  const query = schema.getQueryType();
  for (const { name, type } of Object.values(query?.getFields() ?? {})) {
    const returned = getNamedType(type).name;
    if (!queries.has(returned)) queries.set(returned, name);
  }
  const roots = [query?.name, schema.getMutationType()?.name];
  return (typeName, field) => {
    if (field === undefined) return code(typeName);
    if (roots.includes(typeName)) return code(field);
    return code(`${queries.get(typeName) ?? typeName}.${field}`);
  };
}

/** The types of a schema without those that every schema has. */
function typesOf(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  return Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type),
  );
}

/** The names of the types that requests hold, and of those that responses hold. */
export interface Usage {
  readonly request: ReadonlySet<string>;
  readonly response: ReadonlySet<string>;
}

export function findUsage(schema: GraphQLSchema): Usage {
  const request = new Set<string>();
  const response = new Set<string>();
  for (const type of typesOf(schema)) {
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields()))
        request.add(getNamedType(field.type).name);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      response.add(getNamedType(field.type).name);
      for (const argument of field.args)
        request.add(getNamedType(argument.type).name);
    }
  }
  return { request, response };
}

function compareTypes(
  comparison: Comparison,
  before: GraphQLNamedType,
  after: GraphQLNamedType,
): Change[] {
  if (isEnumType(before) && isEnumType(after))
    return compareEnums(comparison, before, after);
  if (isInputObjectType(before) && isInputObjectType(after))
    return compareInputs(comparison, before, after);
  if (isUnionType(before) && isUnionType(after))
    return compareMembers(comparison, after.name, {
      before: before.getTypes(),
      after: after.getTypes(),
      verb: "includes",
    });
  const areObjects = isObjectType(before) && isObjectType(after);
  const areInterfaces = isInterfaceType(before) && isInterfaceType(after);
  if (areObjects || areInterfaces)
    return [
      ...compareFields(comparison, before, after),
      ...compareMembers(comparison, after.name, {
        before: before.getInterfaces(),
        after: after.getInterfaces(),
        verb: "implements",
      }),
    ];
  const [was, is] = [kindOf(before), kindOf(after)];
  if (was === is) return [];
  const line = `${comparison.nameOf(after.name)} is now ${is}`;
  return [
    change("breaking", line, {
      kind: "type kind changed",
      before: was,
      after: is,
    }),
  ];
}

function kindOf(type: GraphQLNamedType): string {
  if (isScalarType(type)) return "a scalar";
  if (isObjectType(type)) return "an object type";
  if (isInterfaceType(type)) return "an interface";
  if (isUnionType(type)) return "a union";
  return isEnumType(type) ? "an enumeration" : "an input type";
}

/** The types of a union, or the interfaces of a type. */
function compareMembers(
  { nameOf }: Comparison,
  typeName: string,
  {
    before,
    after,
    verb,
  }: {
    readonly before: readonly Named[];
    readonly after: readonly Named[];
    readonly verb: "includes" | "implements";
  },
): Change[] {
  const { removed, added } = differenceOf(before, after);
  const subject = verb === "includes" ? "union member" : "interface";
  const owner = nameOf(typeName);
  return [
    ...removed.map(({ name }) =>
      change("breaking", `${owner} no longer ${verb} ${code(name)}`, {
        kind: `${subject} removed`,
        before: name,
      }),
    ),
    ...added.map(({ name }) =>
      change("compatible", `${owner} now ${verb} ${code(name)}`, {
        kind: `${subject} added`,
        after: name,
      }),
    ),
  ];
}

/** Enumerations of responses are open in the generated types: only those of requests can break. */
function compareEnums(
  { nameOf, usage }: Comparison,
  before: GraphQLEnumType,
  after: GraphQLEnumType,
): Change[] {
  const name = nameOf(after.name);
  const isSent = usage.request.has(after.name);
  // The generated type of an enumeration that is also sent is closed: a new value in a response breaks that type.
  const isClosed = isSent && usage.response.has(after.name);
  const { removed, added, common } = differenceOf(
    before.getValues(),
    after.getValues(),
  );
  return [
    ...removed.map((value) =>
      change(
        isSent ? "breaking" : "compatible",
        `${name} no longer lists ${code(value.name)}`,
        { kind: "value removed", before: value.name },
      ),
    ),
    ...added.map((value) =>
      change(
        isClosed ? "breaking" : "new",
        `${name} now lists ${code(value.name)}`,
        { kind: "value added", after: value.name },
      ),
    ),
    ...common.flatMap(([old, now]) =>
      compareDeprecation(`${code(now.name)} of ${name}`, old, now),
    ),
  ];
}

function compareInputs(
  { nameOf }: Comparison,
  before: GraphQLInputObjectType,
  after: GraphQLInputObjectType,
): Change[] {
  const name = nameOf(after.name);
  return compareInputLists(
    name,
    Object.values(before.getFields()),
    Object.values(after.getFields()),
  );
}

function compareFields(
  comparison: Comparison,
  before: GraphQLObjectType | GraphQLInterfaceType,
  after: GraphQLObjectType | GraphQLInterfaceType,
): Change[] {
  const nameOf = (field: string) => comparison.nameOf(after.name, field);
  const { removed, added, common } = differenceOf(
    Object.values(before.getFields()),
    Object.values(after.getFields()),
  );
  return [
    ...removed.map(({ name, type }) =>
      change("breaking", `${nameOf(name)} was removed`, {
        kind: "response field removed",
        before: String(type),
      }),
    ),
    ...added.map(({ name, type }) =>
      change("new", `${nameOf(name)} is new`, {
        kind: "response field added",
        after: String(type),
      }),
    ),
    ...common.flatMap(([old, now]) => compareField(nameOf(now.name), old, now)),
  ];
}

type OutputField = GraphQLField<unknown, unknown>;

function compareField(
  name: string,
  before: OutputField,
  after: OutputField,
): Change[] {
  return [
    ...compareTypeTexts(
      name,
      "response",
      String(before.type),
      String(after.type),
    ),
    ...compareDeprecation(name, before, after),
    ...compareInputLists(name, before.args, after.args),
  ];
}

/** Compares the arguments of a field, or the fields of an input type: both are what a document may send. */
function compareInputLists(
  name: string,
  before: readonly GraphQLArgument[],
  after: readonly GraphQLArgument[],
): Change[] {
  const { removed, added, common } = differenceOf(before, after);
  return [
    ...removed.map((input) =>
      change("breaking", `${name} no longer accepts ${code(input.name)}`, {
        kind: "request field removed",
        before: String(input.type),
      }),
    ),
    ...added.map((input) => addedInput(name, input)),
    ...common.flatMap(([old, now]) =>
      compareInputValues(`${code(now.name)} of ${name}`, old, now),
    ),
  ];
}

function addedInput(name: string, input: GraphQLArgument): Change {
  const after = String(input.type);
  return isRequiredArgument(input)
    ? change("breaking", `${name} now requires ${code(input.name)}`, {
        kind: "request field added as required",
        after,
      })
    : change("new", `${name} now accepts ${code(input.name)}`, {
        kind: "request field added",
        after,
      });
}

/** An argument, or a field of an input type. */
type InputValue = Pick<
  GraphQLArgument,
  "type" | "defaultValue" | "deprecationReason"
>;

function compareInputValues(
  name: string,
  before: InputValue,
  after: InputValue,
): Change[] {
  const isSameDefault =
    JSON.stringify(before.defaultValue) === JSON.stringify(after.defaultValue);
  return [
    ...compareTypeTexts(
      name,
      "request",
      String(before.type),
      String(after.type),
    ),
    ...compareDeprecation(name, before, after),
    ...(isSameDefault
      ? []
      : [
          change("compatible", `${name} has another default`, {
            kind: "default changed",
            before: textOfDefault(before),
            after: textOfDefault(after),
          }),
        ]),
  ];
}

function textOfDefault({ defaultValue }: InputValue): string | undefined {
  return defaultValue === undefined ? undefined : JSON.stringify(defaultValue);
}

/** Compares two types in the text of GraphQL: `[String!]`. */
function compareTypeTexts(
  name: string,
  direction: Direction,
  before: string,
  after: string,
): Change[] {
  if (before === after) return [];
  const [narrow, wide] =
    direction === "request" ? [before, after] : [after, before];
  const isSafe = isSubtype(parseType(narrow), parseType(wide));
  const line = `${name} is now ${code(after)}`;
  const verdict = isSafe ? "compatible" : "breaking";
  const kind = `${direction} type changed`;
  return [change(verdict, line, { kind, before, after })];
}

/** Whether every value of the narrow type is a value of the wide one. Types of other names never are. */
function isSubtype(narrow: TypeNode, wide: TypeNode): boolean {
  if (narrow.kind === Kind.NON_NULL_TYPE)
    return isSubtype(
      narrow.type,
      wide.kind === Kind.NON_NULL_TYPE ? wide.type : wide,
    );
  switch (wide.kind) {
    case Kind.NON_NULL_TYPE:
      return false;
    case Kind.LIST_TYPE:
      return (
        narrow.kind === Kind.LIST_TYPE && isSubtype(narrow.type, wide.type)
      );
    case Kind.NAMED_TYPE:
      return (
        narrow.kind === Kind.NAMED_TYPE && narrow.name.value === wide.name.value
      );
  }
}

interface Deprecatable {
  readonly deprecationReason?: string | null | undefined;
}

function compareDeprecation(
  name: string,
  before: Deprecatable,
  after: Deprecatable,
): Change[] {
  const wasDeprecated = typeof before.deprecationReason === "string";
  const isDeprecated = typeof after.deprecationReason === "string";
  return isDeprecated && !wasDeprecated
    ? [change("deprecated", `${name} is deprecated`, { kind: "deprecated" })]
    : [];
}

/** The places of a directive within a document that a client sends. */
const DOCUMENT_LOCATIONS: readonly DirectiveLocation[] = [
  DirectiveLocation.QUERY,
  DirectiveLocation.MUTATION,
  DirectiveLocation.SUBSCRIPTION,
  DirectiveLocation.FIELD,
  DirectiveLocation.FRAGMENT_DEFINITION,
  DirectiveLocation.FRAGMENT_SPREAD,
  DirectiveLocation.INLINE_FRAGMENT,
  DirectiveLocation.VARIABLE_DEFINITION,
];

/** The directives that a client may use; those for the text of the schema do not concern it. */
function clientDirectives(schema: GraphQLSchema): GraphQLDirective[] {
  return schema
    .getDirectives()
    .filter(
      (directive) =>
        !isSpecifiedDirective(directive) &&
        directive.locations.some((each) => DOCUMENT_LOCATIONS.includes(each)),
    );
}

function compareDirectives(
  before: GraphQLSchema,
  after: GraphQLSchema,
): Change[] {
  const { removed, added, common } = differenceOf(
    clientDirectives(before),
    clientDirectives(after),
  );
  return [
    ...removed.map(({ name }) =>
      change("breaking", `${code(`@${name}`)} was removed`, {
        kind: "directive removed",
        before: name,
      }),
    ),
    ...added.map(({ name }) =>
      change("new", `${code(`@${name}`)} is new`, {
        kind: "directive added",
        after: name,
      }),
    ),
    ...common.flatMap(([old, now]) => compareDirective(old, now)),
  ];
}

function compareDirective(
  before: GraphQLDirective,
  after: GraphQLDirective,
): Change[] {
  const name = code(`@${after.name}`);
  const lostLocations = before.locations.filter(
    (location) =>
      DOCUMENT_LOCATIONS.includes(location) &&
      !after.locations.includes(location),
  );
  return [
    ...lostLocations.map((location) =>
      change("breaking", `${name} is no longer allowed on ${code(location)}`, {
        kind: "directive location removed",
        before: location,
      }),
    ),
    ...(before.isRepeatable && !after.isRepeatable
      ? [
          change("breaking", `${name} may no longer be repeated`, {
            kind: "directive repetition removed",
          }),
        ]
      : []),
    ...compareInputLists(name, before.args, after.args),
  ];
}

interface Named {
  readonly name: string;
}

function differenceOf<T extends Named>(
  before: readonly T[],
  after: readonly T[],
): {
  readonly removed: readonly T[];
  readonly added: readonly T[];
  readonly common: readonly (readonly [before: T, after: T])[];
} {
  const old = new Map(before.map((each) => [each.name, each]));
  const now = new Set(after.map(({ name }) => name));
  return {
    removed: before.filter(({ name }) => !now.has(name)),
    added: after.filter(({ name }) => !old.has(name)),
    common: after.flatMap((each) => {
      const known = old.get(each.name);
      return known ? [[known, each] as const] : [];
    }),
  };
}
