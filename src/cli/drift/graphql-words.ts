import {
  BreakingChangeType as Breaking,
  DangerousChangeType as Dangerous,
  getNamedType,
  isInputObjectType,
  type GraphQLSchema,
} from "graphql";
import type { Change, Verdict } from "./change.js";
import { isClosed, isSent } from "./graphql-places.js";
import { shortened } from "./json.js";
import { code } from "./words.js";

/** How a field is called: `gpuTypes.throughput` where a query answers its type, else `GpuLowestPrice.stockStatus`. */
export type Naming = (coordinate: string) => string;

export function namingOf(schema: GraphQLSchema): Naming {
  const queries = new Map<string, string>();
  for (const { name, type } of Object.values(
    schema.getQueryType()?.getFields() ?? {},
  )) {
    const answered = getNamedType(type).name;
    if (!queries.has(answered)) queries.set(answered, name);
  }
  const roots = [schema.getQueryType(), schema.getMutationType()].map(
    (type) => type?.name,
  );
  return (coordinate) => {
    const [type = "", ...fields] = coordinate.split(".");
    if (fields.length === 0) return code(type);
    if (roots.includes(type)) return code(fields.join("."));
    return code([queries.get(type) ?? type, ...fields].join("."));
  };
}

/** A change of GraphQL: its names may be those of the REST API too. */
export function say(verdict: Verdict, line: string): Change {
  return { verdict, line: `GraphQL: ${line}` };
}

/** graphql tells what changed in a sentence; its kind says which words of it are names. */
export function translated(
  before: GraphQLSchema,
  naming: Naming,
  type: Breaking | Dangerous,
  description: string,
): Change {
  const [first = "", second = ""] = namesIn(type, description);
  switch (type) {
    case Breaking.TYPE_REMOVED:
      return say("breaking", `${naming(first)} is gone`);
    case Breaking.FIELD_REMOVED:
      return isInput(before, first)
        ? say("breaking", takes(naming, first, "no longer takes"))
        : say("breaking", `${naming(first)} is gone`);
    case Breaking.FIELD_CHANGED_KIND:
      return say("breaking", `${naming(first)} is now ${code(second)}`);
    case Breaking.REQUIRED_INPUT_FIELD_ADDED:
      return say("breaking", `${naming(second)} now needs ${code(first)}`);
    case Dangerous.OPTIONAL_INPUT_FIELD_ADDED:
      return say("new", `${naming(second)} now takes ${code(first)}`);
    case Breaking.REQUIRED_ARG_ADDED:
      return say("breaking", `${naming(second)} now needs ${code(first)}`);
    case Dangerous.OPTIONAL_ARG_ADDED:
      return say("new", `${naming(second)} now takes ${code(first)}`);
    case Breaking.ARG_REMOVED:
      return say(
        "breaking",
        `${naming(first)} no longer takes ${code(second)}`,
      );
    case Breaking.ARG_CHANGED_KIND: {
      const [, , kind = ""] = namesIn(type, description);
      return say(
        "breaking",
        `${code(second)} of ${naming(first)} is now ${code(kind)}`,
      );
    }
    case Breaking.VALUE_REMOVED_FROM_ENUM:
      return say(
        isSent(before, second) ? "breaking" : "compatible",
        `${naming(second)} no longer names ${code(first)}`,
      );
    case Dangerous.VALUE_ADDED_TO_ENUM:
      return say(
        isClosed(before, second) ? "breaking" : "new",
        `${naming(second)} now names ${code(first)}`,
      );
    case Dangerous.ARG_DEFAULT_VALUE_CHANGE:
    case Dangerous.TYPE_ADDED_TO_UNION:
    case Dangerous.IMPLEMENTED_INTERFACE_ADDED:
      return say("compatible", shortened(description.replace(/\.$/, "")));
    default:
      return say("breaking", shortened(description.replace(/\.$/, "")));
  }
}

const SENTENCES: Partial<Record<Breaking | Dangerous, RegExp>> = {
  [Breaking.TYPE_REMOVED]: /^(\S+) was removed/,
  [Breaking.FIELD_REMOVED]: /^(\S+) was removed/,
  [Breaking.FIELD_CHANGED_KIND]: /^(\S+) changed type from \S+ to (\S+?)\.$/,
  [Breaking.REQUIRED_INPUT_FIELD_ADDED]:
    /^A required field (\S+) on input type (\S+) was/,
  [Dangerous.OPTIONAL_INPUT_FIELD_ADDED]:
    /^An optional field (\S+) on input type (\S+) was/,
  [Breaking.REQUIRED_ARG_ADDED]: /^A required arg (\S+) on (\S+) was/,
  [Dangerous.OPTIONAL_ARG_ADDED]: /^An optional arg (\S+) on (\S+) was/,
  [Breaking.ARG_REMOVED]: /^(\S+) arg (\S+) was removed/,
  [Breaking.ARG_CHANGED_KIND]:
    /^(\S+) arg (\S+) has changed type from \S+ to (\S+?)\.$/,
  [Breaking.VALUE_REMOVED_FROM_ENUM]:
    /^(\S+) was removed from enum type (\S+?)\.$/,
  [Dangerous.VALUE_ADDED_TO_ENUM]: /^(\S+) was added to enum type (\S+?)\.$/,
};

/** The names within a sentence of graphql. */
export function namesIn(
  type: Breaking | Dangerous,
  description: string,
): string[] {
  return SENTENCES[type]?.exec(description)?.slice(1) ?? [];
}

function takes(naming: Naming, coordinate: string, verb: string): string {
  const [type = "", field = ""] = coordinate.split(".");
  return `${naming(type)} ${verb} ${code(field)}`;
}

function isInput(schema: GraphQLSchema, coordinate: string): boolean {
  return isInputObjectType(schema.getType(coordinate.split(".")[0] ?? ""));
}
