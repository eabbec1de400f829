import {
  astFromValue,
  BreakingChangeType,
  buildClientSchema,
  buildSchema,
  DangerousChangeType,
  DirectiveLocation,
  findBreakingChanges,
  findDangerousChanges,
  getNamedType,
  GraphQLDirective,
  GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
  print,
  validate,
  type BreakingChange,
  type DangerousChange,
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type IntrospectionQuery,
} from "graphql";
import { mergeChanges, type Change, type Verdict } from "./change.js";
import { isObject, member } from "../document/json.js";
import { oneLine } from "../document/one-line.js";
import { DocumentError } from "../document/references.js";
import { code, NEVER_MATCH } from "./findings.js";

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
    "this is not a GraphQL schema: the JSON has no property __schema, which the response to introspection has",
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

/** Every change from one schema to another: those that graphql finds, in its words, and those that it does not report. */
export function compareSchemas(
  before: GraphQLSchema,
  after: GraphQLSchema,
): Change[] {
  const [old, now] = [clientPart(before), clientPart(after)];
  const changes: SchemaChange[] = [
    ...findBreakingChanges(old, now).filter(isOfSchema),
    ...findDangerousChanges(old, now).filter(
      ({ type }) => type !== DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE,
    ),
    ...findAdditions(old, now),
    ...findChangesOfElements(old, now),
  ];
  const nameOf = createNaming(before);
  const usage = findUsage(before);
  return mergeChanges(
    changes.map(({ type, description }): Change => {
      const [, was, is] = / from (.+) to (.+)\.$/s.exec(description) ?? [];
      const sentence = oneLine(description)
        .replace(/\.$/, "")
        .replace(" has changed ", " changed ")
        .replace(/(\w+)\.(\w+)/, (_, owner: string, field: string) =>
          nameOf(owner, field),
        );
      // A change of GraphQL is marked as such: its names may also be those of the REST API.
      const subject = type.startsWith("DIRECTIVE")
        ? "GraphQL directive"
        : "GraphQL";
      const verdict = verdictOf(type, description, usage);
      const isLost =
        type === BreakingChangeType.VALUE_REMOVED_FROM_ENUM &&
        verdict === "compatible";
      return {
        verdict,
        line: `${subject}: ${sentence}${isLost ? NEVER_MATCH : ""}`,
        kind: type.toLowerCase().replaceAll("_", " "),
        before: was,
        after: is,
      };
    }),
  );
}

/** A change in the form of graphql: its kind, and a sentence that names a field as `Type.field`. */
type SchemaChange = BreakingChange | DangerousChange | OwnChange;

interface OwnChange {
  readonly type:
    | (typeof ADDITIONS)[keyof typeof ADDITIONS]
    | "DEPRECATED"
    | "TYPE_CHANGED"
    | "DEFAULT_CHANGED";
  readonly description: string;
}

function verdictOf(
  type: SchemaChange["type"],
  description: string,
  { request, response }: Usage,
): Verdict {
  const [, name = ""] = /enum type (\w+)\.$/.exec(description) ?? [];
  switch (type) {
    // The generated types of enumerations of responses are open: only a value that is sent can break a program.
    case BreakingChangeType.VALUE_REMOVED_FROM_ENUM:
      return request.has(name) ? "breaking" : "compatible";
    // The generated type of an enumeration that is also sent is closed: a new value in a response breaks that type.
    case DangerousChangeType.VALUE_ADDED_TO_ENUM:
      return request.has(name) && response.has(name) ? "breaking" : "new";
    case DangerousChangeType.OPTIONAL_ARG_ADDED:
    case DangerousChangeType.OPTIONAL_INPUT_FIELD_ADDED:
    case "TYPE_ADDED":
    case "FIELD_ADDED":
    case "DIRECTIVE_ADDED":
      return "new";
    case "DEPRECATED":
      return "deprecated";
    case DangerousChangeType.TYPE_ADDED_TO_UNION:
    case DangerousChangeType.IMPLEMENTED_INTERFACE_ADDED:
    case "TYPE_CHANGED":
    case "DEFAULT_CHANGED":
      return "compatible";
    default:
      return "breaking";
  }
}

/** A schema without the directives that only the text of a schema uses. */
function clientPart(schema: GraphQLSchema): GraphQLSchema {
  const directives = schema.getDirectives().flatMap((directive) => {
    const locations = directive.locations.filter((location) =>
      DOCUMENT_LOCATIONS.includes(location),
    );
    return locations.length > 0
      ? [new GraphQLDirective({ ...directive.toConfig(), locations })]
      : [];
  });
  return new GraphQLSchema({ ...schema.toConfig(), directives });
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

/** A scalar of GraphQL itself, such as `Int`, is part of a schema only while a field has that type. */
function isOfSchema({ description }: BreakingChange): boolean {
  return !description.startsWith("Standard scalar ");
}

/** What graphql calls the loss of what it does not report as added. */
const ADDITIONS = {
  [BreakingChangeType.TYPE_REMOVED]: "TYPE_ADDED",
  [BreakingChangeType.FIELD_REMOVED]: "FIELD_ADDED",
  [BreakingChangeType.DIRECTIVE_REMOVED]: "DIRECTIVE_ADDED",
} as const;

/** The types, response fields and directives that only the new schema has: those that the way back would remove. */
function findAdditions(
  before: GraphQLSchema,
  after: GraphQLSchema,
): OwnChange[] {
  return findBreakingChanges(after, before)
    .filter(isOfSchema)
    .flatMap(({ type, description }): OwnChange[] => {
      const [owner = ""] = description.split(".");
      // graphql reports an added field of an input type itself.
      if (!(type in ADDITIONS) || isInputObjectType(after.getType(owner)))
        return [];
      return [
        {
          type: ADDITIONS[type as keyof typeof ADDITIONS],
          description: description.replace(/ was removed\.$/, " is new."),
        },
      ];
    });
}

/** Deprecations, new defaults, and types that every program tolerates, which graphql does not report. */
function findChangesOfElements(
  before: GraphQLSchema,
  after: GraphQLSchema,
): OwnChange[] {
  const old = elementsOf(before);
  return [...elementsOf(after)].flatMap(([place, now]) => {
    const was = old.get(place);
    return was ? changesOfElement(place, was, now) : [];
  });
}

type Field = GraphQLField<unknown, unknown> | GraphQLInputField;
/** A field, an argument or a value of an enumeration. */
type Element = Field | GraphQLArgument | GraphQLEnumValue;

/** Every element of a schema, by its place in the words of graphql: `Boat.crew arg limit`. */
function elementsOf(schema: GraphQLSchema): Map<string, Element> {
  const elements = new Map<string, Element>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type))
      for (const value of type.getValues())
        elements.set(`${type.name}.${value.name}`, value);
    const isObject = isObjectType(type) || isInterfaceType(type);
    if (!isObject && !isInputObjectType(type)) continue;
    for (const field of Object.values<Field>(type.getFields())) {
      const place = `${type.name}.${field.name}`;
      elements.set(place, field);
      for (const argument of "args" in field ? field.args : [])
        elements.set(`${place} arg ${argument.name}`, argument);
    }
  }
  return elements;
}

function changesOfElement(
  place: string,
  before: Element,
  after: Element,
): OwnChange[] {
  const changes: OwnChange[] = [];
  const change = (type: OwnChange["type"], text: string) =>
    changes.push({ type, description: `${place} ${text}.` });
  if (isDeprecated(after) && !isDeprecated(before))
    change("DEPRECATED", "is deprecated");
  const types = [typeOf(before), typeOf(after)];
  if (types[0] !== types[1])
    change("TYPE_CHANGED", `changed type from ${types.join(" to ")}`);
  const defaults = [defaultOf(before), defaultOf(after)];
  if (defaults[0] !== defaults[1])
    change("DEFAULT_CHANGED", `changed default from ${defaults.join(" to ")}`);
  return changes;
}

function isDeprecated({ deprecationReason }: Element): boolean {
  return typeof deprecationReason === "string";
}

function typeOf(element: Element): string {
  return "type" in element ? String(element.type) : "";
}

function defaultOf(element: Element): string {
  if (!("defaultValue" in element)) return "none";
  const value = astFromValue(element.defaultValue, element.type);
  return value ? print(value) : "none";
}

/** `Pod.version`, as the schema names the field; a query or a mutation by its name alone. */
function createNaming(
  schema: GraphQLSchema,
): (owner: string, field: string) => string {
  const roots = [schema.getQueryType()?.name, schema.getMutationType()?.name];
  return (typeName, field) =>
    code(roots.includes(typeName) ? field : `${typeName}.${field}`);
}

/** The names of the types that requests hold, and of those that responses hold. */
export interface Usage {
  readonly request: ReadonlySet<string>;
  readonly response: ReadonlySet<string>;
}

export function findUsage(schema: GraphQLSchema): Usage {
  const request = new Set<string>();
  const response = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
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
