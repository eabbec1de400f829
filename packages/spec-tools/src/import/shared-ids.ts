import { findSynonyms } from "../document/synonyms.js";
import {
  isObject,
  objectOf,
  textOf,
  type Json,
  type JsonObject,
} from "../document/json.js";
import { mapNodes } from "../generate/parse/node-types.js";
import type { Applied } from "./applied.js";
import { follow } from "./follow.js";

/** Gives the POST spelling of an update an operationId of its own, where it shares that of its PATCH. */
export function amendSharedIds(
  document: JsonObject,
  applied: Applied,
): JsonObject {
  const updates = updatesOf(document);
  const ids = new Map(updates.map(({ route, id }) => [route, id]));
  const resolve = (value: Json | undefined) => follow(document, value);
  const sharedIds = new Map<string, string>();
  for (const [patch, post] of findSynonyms(resolve, updates)) {
    const id = ids.get(post);
    if (id !== undefined && id !== "" && id === ids.get(patch))
      sharedIds.set(post, id);
  }
  return mapNodes(document, "Operation", (operation, path) => {
    const [, address, method] = path;
    const id = sharedIds.get(
      `${String(method).toUpperCase()} ${String(address)}`,
    );
    if (id === undefined) return operation;
    applied([...path, "operationId"]);
    return { ...operation, operationId: `${id}ByPost` };
  });
}

/** The operations that may be a spelling of an update. */
function updatesOf({ paths }: JsonObject) {
  return Object.entries(objectOf(paths)).flatMap(([path, item]) =>
    ["patch", "post"].flatMap((name) => {
      const operation = isObject(item) ? item[name] : undefined;
      if (!isObject(operation)) return [];
      const method = name.toUpperCase();
      const schema = operation["requestBody"] ?? null;
      return {
        method,
        path,
        route: `${method} ${path}`,
        body: { schema, required: true },
        id: textOf(operation["operationId"]),
      };
    }),
  );
}
