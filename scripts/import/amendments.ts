import {
  isObject,
  textOf,
  type JsonObject,
  type Path,
} from "../codegen/parse/json.js";
import { amendDefaults, dropDefaults } from "./defaults.js";
import { mapParts } from "./parts.js";
import { amendSharedIds } from "./shared-ids.js";

/** A known slip of real documents, and how it is mended. */
export interface Amendment {
  readonly name: string;
  /** What was mended, in a sentence for the report. */
  readonly sentence: string;
  readonly apply: (
    document: JsonObject,
    applied: (at: Path) => void,
  ) => JsonObject;
}

/** In the order in which they are applied; each leaves what it does not know as it is. */
const AMENDMENTS: readonly Amendment[] = [
  {
    name: "shared operationId",
    sentence:
      "A PATCH and its POST synonym shared one operationId; the POST's now ends in ByPost.",
    apply: amendSharedIds,
  },
  {
    name: "operationId of several words",
    sentence:
      "An operationId was no single word; its words are now written together.",
    apply: amendWords,
  },
  {
    name: "map with items",
    sentence:
      "An object with `items` meant a map; it now has `additionalProperties`.",
    apply: amendMaps,
  },
  {
    name: "default of another type",
    sentence:
      "A default was written in another type than its schema's; it is now of that type.",
    apply: amendDefaults,
  },
  {
    name: "default without a meaning",
    sentence:
      "A default cannot be a value of its schema's type; it was dropped.",
    apply: dropDefaults,
  },
  {
    name: "action without a success answer",
    sentence:
      "An action listed no success answer; it now answers 200 without a body.",
    apply: amendAnswers,
  },
];

/** One amendment, and the places where it was needed. */
export interface Applied {
  readonly amendment: Amendment;
  readonly places: readonly Path[];
}

/** The document with every known slip mended, and what was mended where. */
export function amend(document: JsonObject): {
  readonly document: JsonObject;
  readonly applied: readonly Applied[];
} {
  let amended = document;
  const all = AMENDMENTS.map((amendment) => {
    const places: Path[] = [];
    amended = amendment.apply(amended, (at) => places.push(at));
    return { amendment, places };
  });
  const applied = all.filter(({ places }) => places.length > 0);
  return { document: amended, applied };
}

/** `list-pods` becomes `listPods`; what holds anything but letters, digits and the marks between them is left. */
function amendWords(
  document: JsonObject,
  applied: (at: Path) => void,
): JsonObject {
  return mapParts(document, "operation", (operation, path) => {
    const id = textOf(operation["operationId"]);
    if (!/[^A-Za-z0-9_]/.test(id) || !/^[A-Za-z][\w\-./: ]*$/.test(id))
      return operation;
    applied([...path, "operationId"]);
    const word = id.replace(/[-./: ]+(.?)/g, (_, letter: string) =>
      letter.toUpperCase(),
    );
    return { ...operation, operationId: word };
  });
}

function amendMaps(
  document: JsonObject,
  applied: (at: Path) => void,
): JsonObject {
  return mapParts(document, "schema", (schema, path) => {
    const { items, ...others } = schema;
    const isMap =
      schema["type"] === "object" &&
      isObject(items) &&
      !("properties" in schema) &&
      !("additionalProperties" in schema);
    if (!isMap) return schema;
    applied(path);
    return { ...others, additionalProperties: items };
  });
}

/** A GET without an answer has no purpose that could be guessed; neither has one whose only answer is of any status. */
function amendAnswers(
  document: JsonObject,
  applied: (at: Path) => void,
): JsonObject {
  return mapParts(document, "path", (item, path) => {
    const entries = Object.entries(item).map(([method, operation]) => {
      const isAction = ["post", "put", "patch", "delete"].includes(method);
      if (!isAction || !isObject(operation) || "$ref" in operation)
        return [method, operation] as const;
      const { responses = {} } = operation;
      if (!isObject(responses) || Object.keys(responses).some(mayBeSuccess))
        return [method, operation] as const;
      applied([...path, method, "responses"]);
      const done = { "200": { description: "Done." } };
      return [
        method,
        { ...operation, responses: { ...done, ...responses } },
      ] as const;
    });
    return Object.fromEntries(entries);
  });
}

function mayBeSuccess(status: string): boolean {
  return status.startsWith("2") || status === "default";
}
