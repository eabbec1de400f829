import {
  isObject,
  objectOf,
  textOf,
  type JsonObject,
  type Path,
} from "../document/json.js";
import { isPattern } from "../generate/parse/lint.js";
import { mapNodesOf } from "../generate/parse/node-types.js";
import { amendRepeatedSchemas } from "./repeated-schemas.js";

/** Takes each place at which an amendment changed the document. */
type Applied = (path: Path) => void;

/** A known mistake of real documents, and how it is mended. */
interface Amendment {
  readonly name: string;
  /** What was mended, in a sentence for the report. */
  readonly sentence: string;
  readonly apply: (document: JsonObject, applied: Applied) => JsonObject;
}

/** One amendment, and the places where it was needed. */
export interface AppliedAmendment {
  readonly amendment: Amendment;
  readonly places: readonly Path[];
}

/** The amendments, in the order in which `amend` applies them. */
const AMENDMENTS: readonly Amendment[] = [
  {
    name: "shared operationId",
    sentence:
      "A PATCH and its POST synonym shared one operationId; that of the POST now ends in ByPost.",
    apply: amendSharedIds,
  },
  {
    name: "operationId of several words",
    sentence:
      "An operationId consisted of several words; they are now written together.",
    apply: amendWords,
  },
  {
    name: "pattern of another language",
    sentence:
      "A pattern was no regular expression of JavaScript; it was left out, and the service alone checks such a text.",
    apply: amendPatterns,
  },
  {
    name: "action without a success response",
    sentence:
      "An action listed no response for a success; it now returns 200 without a body.",
    apply: amendResponses,
  },
  {
    name: "condition beside allOf",
    sentence:
      "An `if` stood beside an `allOf`, which ajv misreads; it is now the last part of the `allOf`.",
    apply: amendConditions,
  },
  {
    name: "repeated schema",
    sentence:
      "An object repeated a named schema; it now refers to that schema.",
    apply: amendRepeatedSchemas,
  },
];

/** The document with every known mistake mended, and what was mended where. */
export function amend(document: JsonObject): {
  readonly document: JsonObject;
  readonly applied: readonly AppliedAmendment[];
} {
  let amended = document;
  const all = AMENDMENTS.map((amendment) => {
    const places: Path[] = [];
    amended = amendment.apply(amended, (path) => places.push(path));
    return { amendment, places };
  });
  const applied = all.filter(({ places }) => places.length > 0);
  return { document: amended, applied };
}

/** Gives the POST spelling of an update an operationId of its own, where it shares that of its PATCH. */
function amendSharedIds(document: JsonObject, applied: Applied): JsonObject {
  const paths = objectOf(document["paths"]);
  const idOf = (path: string, method: string) => {
    const operation = objectOf(paths[path])[method];
    return isObject(operation) ? textOf(operation["operationId"]) : "";
  };
  return mapNodesOf(document, "Operation", (operation, path) => {
    const [, address, method] = path;
    const [, patched = ""] = /^(.*)\/update$/.exec(String(address)) ?? [];
    const id = textOf(operation["operationId"]);
    const isShared = id !== "" && id === idOf(patched, "patch");
    if (method !== "post" || !isShared) return operation;
    applied([...path, "operationId"]);
    return { ...operation, operationId: `${id}ByPost` };
  });
}

/** `list-pods` becomes `listPods`. An operationId with characters other than letters, digits and `_-./: ` is kept. */
function amendWords(document: JsonObject, applied: Applied): JsonObject {
  return mapNodesOf(document, "Operation", (operation, path) => {
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

function amendPatterns(document: JsonObject, applied: Applied): JsonObject {
  return mapNodesOf(document, "Schema", (schema, path) => {
    const { pattern, ...others } = schema;
    if (typeof pattern !== "string" || isPattern(pattern)) return schema;
    applied([...path, "pattern"]);
    return others;
  });
}

/** ajv loses the properties of `allOf` for `unevaluatedProperties` where an `if` stands beside it. */
function amendConditions(document: JsonObject, applied: Applied): JsonObject {
  return mapNodesOf(document, "Schema", (schema, path) => {
    const { if: condition, then, else: otherwise, allOf, ...others } = schema;
    if (condition === undefined || !Array.isArray(allOf)) return schema;
    applied([...path, "if"]);
    const part: JsonObject = {
      if: condition,
      ...(then !== undefined && { then }),
      ...(otherwise !== undefined && { else: otherwise }),
    };
    return { ...others, allOf: [...allOf, part] };
  });
}

/** A GET without a response stays as it is: nobody can guess what it returns. */
function amendResponses(document: JsonObject, applied: Applied): JsonObject {
  return mapNodesOf(document, "PathItem", (item, path) => {
    if (path.includes("callbacks") || path[0] === "webhooks") return item;
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
