import {
  isObject,
  textOf,
  type Json,
  type JsonObject,
  type Path,
} from "../codegen/parse/json.js";
import { lookUp } from "../codegen/parse/spec.js";
import { synonymsOf } from "../codegen/model/synonyms.js";
import { mapParts } from "./parts.js";

/** Gives the POST spelling of an update an operationId of its own, where it shares that of its PATCH. */
export function amendSharedIds(
  document: JsonObject,
  applied: (at: Path) => void,
): JsonObject {
  const operations = operationsIn(document);
  const ids = new Map(operations.map(({ route, id }) => [route, id]));
  const resolve = (value: Json | undefined) => resolved(document, value);
  const posts = new Map(
    [...synonymsOf({ resolve }, operations)]
      .filter(([patch, post]) => ids.get(patch) === ids.get(post))
      .map(([, post]) => [post, ids.get(post) ?? ""]),
  );
  return mapParts(document, "operation", (operation, path) => {
    const [, address, method] = path;
    const id = posts.get(`${String(method).toUpperCase()} ${String(address)}`);
    if (!id) return operation;
    applied([...path, "operationId"]);
    return { ...operation, operationId: `${id}ByPost` };
  });
}

function operationsIn({ paths }: JsonObject) {
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    ["patch", "post"].flatMap((method) => {
      const operation = isObject(item) ? item[method] : undefined;
      if (!isObject(operation)) return [];
      const schema = operation["requestBody"] ?? null;
      return {
        ...{
          method: method.toUpperCase(),
          path,
          body: { schema, required: true },
        },
        route: `${method.toUpperCase()} ${path}`,
        id: textOf(operation["operationId"]),
      };
    }),
  );
}

/** What a value refers to; an empty object where it refers to nothing, which is for others to report. */
function resolved(document: JsonObject, value: Json | undefined): JsonObject {
  const seen = new Set<string>();
  for (let at = value; isObject(at);) {
    const { $ref } = at;
    if (typeof $ref !== "string") return at;
    if (seen.has($ref)) return {};
    seen.add($ref);
    at = lookUp(document, $ref);
  }
  return {};
}
