import {
  isObject,
  listOf,
  type Json,
  type JsonObject,
} from "../document/json.js";
import { follow } from "../document/references.js";

const CURSOR: JsonObject = {
  name: "cursor",
  in: "query",
  description:
    "Where the page begins: `nextCursor` of the page before, unchanged. A deployment without pages ignores it.",
  schema: { type: "string", minLength: 1 },
};

const LIMIT: JsonObject = {
  name: "limit",
  in: "query",
  description:
    "Largest number of entries in the page. A deployment without pages ignores it.",
  schema: { type: "integer", minimum: 1 },
};

/** What stands beside the list of a page. Without it, the page is the last one. */
const PAGINATION: JsonObject = {
  type: "object",
  properties: {
    pagination: {
      type: "object",
      description: "Where the next page begins.",
      properties: {
        nextCursor: { type: ["string", "null"] },
        hasNextPage: { type: "boolean" },
      },
    },
  },
};

/**
 * Gives each of these routes the parameters `cursor` and `limit` and the member `pagination` of its answer, where the
 * document has none: an older document of a service does not know the pages yet. Routes that the document lacks are
 * returned as `missing`.
 */
export function addPages(
  document: JsonObject,
  routes: readonly string[],
): { readonly document: JsonObject; readonly missing: readonly string[] } {
  const { paths } = document;
  const missing: string[] = [];
  const changed: Record<string, Json> = { ...(isObject(paths) && paths) };
  for (const route of routes) {
    const [name = "", path = ""] = route.split(" ");
    const method = name.toLowerCase();
    const item = changed[path];
    const operation = isObject(item) ? item[method] : undefined;
    if (isObject(item) && isObject(operation))
      changed[path] = { ...item, [method]: withPages(document, operation) };
    else missing.push(route);
  }
  return { document: { ...document, paths: changed }, missing };
}

function withPages(document: JsonObject, operation: JsonObject): JsonObject {
  const parameters = listOf(operation["parameters"]);
  const names = parameters.map((each) => follow(document, each)["name"]);
  const added = [CURSOR, LIMIT].filter(({ name }) => !names.includes(name));
  const { responses } = operation;
  return {
    ...operation,
    ...(added.length > 0 && { parameters: [...parameters, ...added] }),
    ...(isObject(responses) && {
      responses: withPagination(document, responses),
    }),
  };
}

function withPagination(
  document: JsonObject,
  responses: JsonObject,
): JsonObject {
  const ok = follow(document, responses["200"]);
  const content = follow(document, ok["content"]);
  const json = follow(document, content["application/json"]);
  const { schema } = json;
  if (schema === undefined || hasPagination(document, schema)) return responses;
  const paged = { ...json, schema: { allOf: [schema, PAGINATION] } };
  return {
    ...responses,
    "200": { ...ok, content: { ...content, "application/json": paged } },
  };
}

/** Whether a schema, or a part of its `allOf`, has the member. */
function hasPagination(document: JsonObject, schema: Json): boolean {
  const { properties, allOf } = follow(document, schema);
  const isOwn = isObject(properties) && "pagination" in properties;
  return isOwn || listOf(allOf).some((part) => hasPagination(document, part));
}
