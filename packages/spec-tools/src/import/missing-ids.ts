import { capitalize, isFreeName } from "../document/names.js";
import {
  isObject,
  objectOf,
  textOf,
  type Json,
  type JsonObject,
} from "../document/json.js";
import { mapNodes } from "../generate/parse/node-types.js";
import type { Applied } from "./applied.js";

const VERBS: Readonly<Record<string, string>> = {
  get: "Get",
  put: "Replace",
  post: "Create",
  delete: "Delete",
  patch: "Update",
};

/**
 * Gives each operation without an operationId one that its route determines: `GET /pods/{podId}` is `GetPod`. A word of
 * the language, such as `export`, counts as none.
 */
export function amendMissingIds(
  document: JsonObject,
  applied: Applied,
): JsonObject {
  const taken = new Set(idsIn(document["paths"] ?? null));
  return mapNodes(document, "PathItem", (item, path) => {
    const [, route] = path;
    // A path item further down is one of callbacks, which the service sends by itself.
    const isCalled = path[0] === "paths" && path.length === 2;
    if (!isCalled || typeof route !== "string") return item;
    const entries = Object.entries(item).map(([method, operation]) => {
      const isMissing =
        isObject(operation) &&
        method in VERBS &&
        !isPossible(textOf(operation["operationId"]));
      const id = isMissing ? freeIdOf(method, route, taken) : undefined;
      if (!isMissing || id === undefined) return [method, operation] as const;
      taken.add(id);
      applied([...path, method]);
      return [method, { ...operation, operationId: id }] as const;
    });
    return Object.fromEntries(entries);
  });
}

/** Whether an operationId is a name, or becomes one when its words are written together. */
function isPossible(id: string): boolean {
  const isWord = /^[A-Za-z_]\w*$/.test(id);
  return id !== "" && !(isWord && !isFreeName(id));
}

function idsIn(paths: Json): string[] {
  return Object.values(objectOf(paths))
    .flatMap((item) => Object.values(objectOf(item)))
    .flatMap((operation) =>
      isObject(operation) ? textOf(operation["operationId"]) : [],
    )
    .filter((id) => id !== "");
}

/** The id of a route, with the names of its parameters where another operation has the id already. */
function freeIdOf(
  method: string,
  route: string,
  taken: ReadonlySet<string>,
): string | undefined {
  const id = idOf(method, route);
  const parameters = [...route.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = ""]) => wordsOf(name))
    .join("And");
  const longer = `${id}By${parameters === "" ? capitalize(method) : parameters}`;
  return [id, longer].find(
    (each) => /^[A-Za-z]\w*$/.test(each) && !taken.has(each),
  );
}

function idOf(method: string, route: string): string {
  const segments = route.split("/").filter((segment) => segment !== "");
  const fixed = segments.filter((segment) => !segment.includes("{"));
  const nouns = fixed.map(wordsOf);
  const last = nouns.at(-1) ?? "";
  const owners = nouns.slice(0, -1).map(toSingular).join("");
  if (segments.at(-1)?.includes("{") ?? false)
    return (VERBS[method] ?? "") + owners + toSingular(last);
  // A change below a single resource is mostly an action: `POST /pods/{podId}/restart`.
  const isAction = method !== "get" && segments.at(-2)?.includes("{") === true;
  if (isAction) return last + owners;
  return method === "get"
    ? `List${owners}${last}`
    : (VERBS[method] ?? "") + owners + toSingular(last);
}

/** `NetworkVolumes` for `network-volumes`. */
function wordsOf(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalize)
    .join("");
}

function toSingular(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
