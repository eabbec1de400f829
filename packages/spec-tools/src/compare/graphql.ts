import {
  BreakingChangeType,
  buildClientSchema,
  buildSchema,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
  validate,
  type BreakingChange,
  type DangerousChange,
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type IntrospectionQuery,
} from "graphql";
import { DocumentError } from "../document/error.js";
import { mergeChanges, type Change, type Verdict } from "./change.js";
import { isObject, member } from "../document/json.js";
import { oneLine } from "../document/one-line.js";
import { code, NEVER_MATCH } from "./findings.js";

/** A schema from SDL, or from the JSON response to introspection; throws a `DocumentError` for any other text. */
export function readSchema(text: string): GraphQLSchema {
  try {
    if (!text.trimStart().startsWith("{")) return buildSchema(text);
    const response: unknown = JSON.parse(text);
    const data = member(response, "data") ?? response;
    if (isObject(member(data, "__schema")))
      return buildClientSchema(data as IntrospectionQuery);
    const errors = member(response, "errors");
    if (Array.isArray(errors))
      throw new Error(
        `the service refused introspection: ${String(member(errors[0], "message"))}`,
      );
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
    return [{ verdict: "breaking", line }];
  });
}

/** Every change from one schema to another: those that graphql finds, in its words, and those that it does not report. */
export function compareSchemas(
  before: GraphQLSchema,
  after: GraphQLSchema,
): Change[] {
  const changes: SchemaChange[] = [
    ...findBreakingChanges(before, after),
    ...findDangerousChanges(before, after),
    ...findAdditions(before, after),
    ...findChangesOfElements(before, after),
  ].filter(isOfClient);
  const nameOf = createNaming(before);
  const usage = findUsage(before);
  return mergeChanges(
    changes.map(({ type, description }): Change => {
      const sentence = oneLine(description)
        .replace(/\.$/, "")
        .replace(" has changed ", " changed ")
        .replace(/(\w+)\.(\w+)/, (_, owner: string, field: string) =>
          nameOf(owner, field),
        );
      const verdict = verdictOf(type, description, usage);
      const isLost =
        type === BreakingChangeType.VALUE_REMOVED_FROM_ENUM &&
        verdict === "compatible";
      // A change of GraphQL is marked as such: its names may also be those of the REST API.
      const line = `GraphQL: ${sentence}${isLost ? NEVER_MATCH : ""}`;
      return { verdict, line };
    }),
  );
}

/** A change in the form of graphql: its kind, and a sentence that names a field as `Type.field`. */
type SchemaChange = BreakingChange | DangerousChange | OwnChange;

interface OwnChange {
  readonly type:
    | (typeof ADDITIONS)[keyof typeof ADDITIONS]
    | "DEPRECATED"
    | "TYPE_CHANGED";
  readonly description: string;
}

/**
 * Whether a change concerns what a client sends or receives. Directives do not, and a scalar of GraphQL itself, such as
 * `Int`, is part of a schema only while a field has that type.
 */
function isOfClient({ type, description }: SchemaChange): boolean {
  return !type.includes("DIRECTIVE") && !description.startsWith("Standard ");
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
      return "new";
    case "DEPRECATED":
      return "deprecated";
    case DangerousChangeType.TYPE_ADDED_TO_UNION:
    case DangerousChangeType.IMPLEMENTED_INTERFACE_ADDED:
    case DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE:
    case "TYPE_CHANGED":
      return "compatible";
    default:
      return "breaking";
  }
}

/** What graphql calls the loss of what it does not report as added. */
const ADDITIONS = {
  [BreakingChangeType.TYPE_REMOVED]: "TYPE_ADDED",
  [BreakingChangeType.FIELD_REMOVED]: "FIELD_ADDED",
} as const;

/** The types and response fields that only the new schema has: those that the way back would remove. */
function findAdditions(
  before: GraphQLSchema,
  after: GraphQLSchema,
): OwnChange[] {
  return findBreakingChanges(after, before).flatMap(
    ({ type, description }): OwnChange[] => {
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
    },
  );
}

/** Deprecations, and types that every program tolerates, which graphql does not report. */
function findChangesOfElements(
  before: GraphQLSchema,
  after: GraphQLSchema,
): OwnChange[] {
  const old = elementsOf(before);
  return [...elementsOf(after)].flatMap(([place, now]): OwnChange[] => {
    const was = old.get(place);
    if (!was) return [];
    const changes: OwnChange[] = [];
    if (isDeprecated(now) && !isDeprecated(was))
      changes.push({
        type: "DEPRECATED",
        description: `${place} is deprecated.`,
      });
    const types = [typeOf(was), typeOf(now)];
    if (types[0] !== types[1])
      changes.push({
        type: "TYPE_CHANGED",
        description: `${place} changed type from ${types.join(" to ")}.`,
      });
    return changes;
  });
}

type Member =
  | GraphQLField<unknown, unknown>
  | GraphQLInputField
  | GraphQLEnumValue;
/** A field, an argument or a value of an enumeration. */
type Element = Member | GraphQLArgument;

/** Every element of a schema, by its place in the words of graphql: `Boat.crew arg limit`. */
function elementsOf(schema: GraphQLSchema): Map<string, Element> {
  const elements = new Map<string, Element>();
  for (const type of Object.values(schema.getTypeMap()))
    for (const member of membersOf(type)) {
      const place = `${type.name}.${member.name}`;
      elements.set(place, member);
      for (const argument of "args" in member ? member.args : [])
        elements.set(`${place} arg ${argument.name}`, argument);
    }
  return elements;
}

function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (isEnumType(type)) return type.getValues();
  return "getFields" in type ? Object.values<Member>(type.getFields()) : [];
}

function isDeprecated({ deprecationReason }: Element): boolean {
  return typeof deprecationReason === "string";
}

function typeOf(element: Element): string {
  return "type" in element ? String(element.type) : "";
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
