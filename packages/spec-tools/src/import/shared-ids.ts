import {
  isObject,
  objectOf,
  textOf,
  type JsonObject,
} from "../document/json.js";
import { mapNodes } from "../generate/parse/node-types.js";
import type { Applied } from "./applied.js";

/** Gives the POST spelling of an update an operationId of its own, where it shares that of its PATCH. */
export function amendSharedIds(
  document: JsonObject,
  applied: Applied,
): JsonObject {
  const paths = objectOf(document["paths"]);
  const idOf = (path: string, method: string) => {
    const operation = objectOf(paths[path])[method];
    return isObject(operation) ? textOf(operation["operationId"]) : "";
  };
  return mapNodes(document, "Operation", (operation, path) => {
    const [, address, method] = path;
    const [, patched = ""] = /^(.*)\/update$/.exec(String(address)) ?? [];
    const id = textOf(operation["operationId"]);
    const isShared = id !== "" && id === idOf(patched, "patch");
    if (method !== "post" || !isShared) return operation;
    applied([...path, "operationId"]);
    return { ...operation, operationId: `${id}ByPost` };
  });
}
