import {
  BreakingChangeType as Breaking,
  buildClientSchema,
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
  validate,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  type IntrospectionQuery,
} from "graphql";
import { changesOf, type Change } from "./change.js";
import { DocumentError } from "./description.js";
import { typesOf } from "./graphql-places.js";
import {
  namesIn,
  namingOf,
  say,
  translated,
  type Naming,
} from "./graphql-words.js";
import { isObject, member, shortened } from "./json.js";
import { code } from "./words.js";

/** A schema from SDL, or from the JSON that introspection answers; throws a `DocumentError` for anything else. */
export function readSchema(text: string): GraphQLSchema {
  try {
    if (!text.trimStart().startsWith("{")) return buildSchema(text);
    const answer: unknown = JSON.parse(text);
    const data = member(answer, "data") ?? answer;
    if (isObject(member(data, "__schema")))
      return buildClientSchema(data as IntrospectionQuery);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DocumentError(`this is no GraphQL schema: ${shortened(reason)}`, {
      cause: error,
    });
  }
  throw new DocumentError(
    "this is no GraphQL schema: it is JSON without the member __schema that introspection answers",
  );
}

/** Every change from one schema to the other, as graphql's own finders judge it, in the words of the client. */
export function compareSchemas(
  before: GraphQLSchema,
  after: GraphQLSchema,
): Change[] {
  const naming = namingOf(before);
  const judged = [
    ...findBreakingChanges(before, after),
    ...findDangerousChanges(before, after),
    // A scalar of the language that nothing uses any more is not gone.
  ].filter(({ description }) => !description.startsWith("Standard scalar"));
  const told = new Set(
    judged
      .filter(({ type }) => type === Breaking.FIELD_CHANGED_KIND)
      .map(({ type, description }) => namesIn(type, description)[0]),
  );
  return changesOf(
    [
      ...judged.map(({ type, description }) =>
        translated(before, naming, type, description),
      ),
      ...untold(before, after, naming, told),
    ],
    new Map(),
  );
}

/** The documents, by name, that the schema refuses, each with the first reason. */
export function refusedDocuments(
  schema: GraphQLSchema,
  documents: Readonly<Record<string, string>>,
): Change[] {
  return Object.entries(documents).flatMap(([name, text]) => {
    const [fault] = validate(schema, parse(text));
    if (!fault) return [];
    const reason = shortened(
      fault.message.replace(/\.( Did you mean.*)?$/, ""),
    );
    return [
      {
        verdict: "breaking",
        line: `${code(`graphql.${name}`)} is refused: ${reason}`,
      },
    ];
  });
}

/** What graphql's finders leave out: what is new, deprecated, or safe. */
function untold(
  before: GraphQLSchema,
  after: GraphQLSchema,
  naming: Naming,
  told: ReadonlySet<string | undefined>,
): Change[] {
  return typesOf(after).flatMap((type) => {
    const old = before.getType(type.name);
    if (!old) return [say("new", `${naming(type.name)} is new`)];
    const known = new Map(membersOf(old).map((one) => [one.name, one]));
    return membersOf(type).flatMap((now) => {
      const was = known.get(now.name);
      const coordinate = `${type.name}.${now.name}`;
      const name =
        now.kind === "value"
          ? `${code(now.name)} of ${naming(type.name)}`
          : naming(coordinate);
      if (!was)
        return now.kind === "field" ? [say("new", `${name} is new`)] : [];
      const isOther = now.type !== was.type && !told.has(coordinate);
      return [
        ...(now.isDeprecated && !was.isDeprecated
          ? [say("deprecated", `${name} is deprecated`)]
          : []),
        ...(isOther
          ? [say("compatible", `${name} is now ${code(now.type)}`)]
          : []),
      ];
    });
  });
}

interface Member {
  readonly name: string;
  readonly kind: "field" | "input" | "value";
  readonly type: string;
  readonly isDeprecated: boolean;
}

interface Declared {
  readonly name: string;
  readonly type: GraphQLType;
  readonly deprecationReason?: string | null | undefined;
}

function membersOf(type: GraphQLNamedType): Member[] {
  const isDeprecated = ({
    deprecationReason: why,
  }: {
    deprecationReason?: unknown;
  }) => why !== undefined && why !== null;
  if (isEnumType(type))
    return type.getValues().map((value): Member => ({
      ...{ name: value.name, kind: "value", type: "" },
      isDeprecated: isDeprecated(value),
    }));
  const isField = isObjectType(type) || isInterfaceType(type);
  if (!isField && !isInputObjectType(type)) return [];
  const fields: readonly Declared[] = Object.values(type.getFields());
  return fields.map((field) => ({
    ...{ name: field.name, kind: isField ? "field" : "input" },
    ...{ type: String(field.type), isDeprecated: isDeprecated(field) },
  }));
}
