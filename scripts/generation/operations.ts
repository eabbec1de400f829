import {
  CLIENT_MEMBERS,
  isFreeParameter,
  methodName,
  resourceName,
} from "./names.js";
import {
  isObject,
  textOf,
  type Json,
  type JsonObject,
  type Spec,
} from "./spec.js";

/** One operation of a document, with what the generated function needs to know of it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** `"GET /pods/{podId}"` */
  readonly route: string;
  /** `"pods"`: the member of the client that holds it. */
  readonly resource: string;
  /** `"get"`: the name of the function. */
  readonly name: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly JsonObject[];
  readonly body:
    { readonly schema: Json; readonly required: boolean } | undefined;
  /** The schema of the success answer; undefined when it has no body. */
  readonly answer: Json | undefined;
  readonly summary: string;
  readonly description: string;
  /** The route of the POST spelling, when this is a PATCH that has one. */
  readonly synonym: string | undefined;
}

const METHODS = ["get", "put", "post", "delete", "patch"];
/** What a path item may hold beside its operations. */
const BESIDE = ["parameters", "summary", "description", "servers"];

/** Every operation of the document, in its order; a POST synonym is folded into its PATCH. */
export function operationsOf(spec: Spec): Operation[] {
  const raw = rawOperations(spec);
  const synonyms = synonymsOf(raw);
  const folded = new Set(synonyms.values());
  const operations = raw
    .filter(({ route }) => !folded.has(route))
    .map((operation) => ({
      ...operation,
      synonym: synonyms.get(operation.route),
    }))
    .map((operation) =>
      operation.synonym === undefined
        ? operation
        : { ...operation, name: operation.synonym.split("/").at(-1) ?? "" },
    );
  refuseTwins(spec, operations);
  return operations;
}

/** PATCH x → POST x/update: found by the shape of the paths and equal request bodies. */
function synonymsOf(operations: readonly Operation[]): Map<string, string> {
  const byRoute = new Map(
    operations.map((operation) => [operation.route, operation]),
  );
  const pairs = new Map<string, string>();
  for (const patch of operations.filter(({ method }) => method === "PATCH")) {
    const post = byRoute.get(`POST ${patch.path}/update`);
    if (post && JSON.stringify(post.body) === JSON.stringify(patch.body))
      pairs.set(patch.route, post.route);
  }
  return pairs;
}

function rawOperations(spec: Spec): Operation[] {
  const { paths } = spec.document;
  if (!isObject(paths))
    throw spec.fault(["paths"], "the document has no paths");
  const ids = new Map<string, string>();
  return Object.entries(paths).flatMap(([path, item]) =>
    methodsOf(spec, path, item).map((method) => {
      const operation = rawOperation(spec, path, method);
      const twin = ids.get(operation.id);
      if (twin)
        throw spec.fault(
          ["paths", path, method],
          `operationId ${operation.id} is also that of ${twin}`,
        );
      ids.set(operation.id, operation.route);
      return operation;
    }),
  );
}

/** The methods of a path item; what is neither a method nor anything else known is refused, not passed over. */
function methodsOf(spec: Spec, path: string, item: Json): string[] {
  const keys = Object.keys(spec.resolve(item, ["paths", path]));
  for (const key of keys) {
    if ([...METHODS, ...BESIDE].includes(key) || key.startsWith("x-")) continue;
    throw spec.fault(
      ["paths", path, key],
      `is not a method that can be generated from (${METHODS.join(", ")})`,
    );
  }
  return keys.filter((key) => METHODS.includes(key));
}

function rawOperation(spec: Spec, path: string, method: string): Operation {
  const at = ["paths", path, method];
  const item = spec.resolve((spec.document["paths"] as JsonObject)[path], [
    "paths",
    path,
  ]);
  const node = spec.resolve(item[method], at);
  const id = node["operationId"];
  if (typeof id !== "string")
    throw spec.fault(at, "has no operationId to derive a name from");
  const tag =
    Array.isArray(node["tags"]) && typeof node["tags"][0] === "string"
      ? node["tags"][0]
      : undefined;
  const parameters = parametersOf(
    spec,
    [...listOf(item["parameters"]), ...listOf(node["parameters"])],
    at,
  );
  const pathParameters = [...path.matchAll(/\{([^{}]*)\}/g)].map(
    ([, name]) => name ?? "",
  );
  for (const name of pathParameters) {
    if (!isFreeParameter(name))
      throw spec.fault(at, `{${name}} is not a usable parameter name`);
    if (!parameters.some((p) => p["in"] === "path" && p["name"] === name))
      throw spec.fault(
        at,
        `the path names {${name}}, but no path parameter of that name is declared`,
      );
  }
  const naming = { id, tag, path };
  const resource = resourceName(naming);
  const name = methodName(naming);
  if (resource && CLIENT_MEMBERS.includes(resource))
    throw spec.fault(
      [...at, "tags"],
      `${resource} is a member of the client already`,
    );
  if (!name || !resource)
    throw spec.fault(
      [...at, "operationId"],
      `no name can be derived from tag ${tag ?? "(none)"} and ${id}`,
    );
  return {
    id,
    method: method.toUpperCase(),
    path,
    route: `${method.toUpperCase()} ${path}`,
    resource,
    name,
    pathParameters,
    queryParameters: parameters.filter(
      (parameter) => parameter["in"] === "query",
    ),
    body: bodyOf(spec, node["requestBody"], at),
    answer: answerOf(spec, node["responses"], at),
    summary: textOf(node["summary"]),
    description: textOf(node["description"]),
    synonym: undefined,
  };
}

function parametersOf(
  spec: Spec,
  list: readonly Json[],
  at: readonly string[],
): JsonObject[] {
  return list.map((parameter, index) => {
    const resolved = spec.resolve(parameter, [...at, "parameters", index]);
    if (typeof resolved["name"] !== "string")
      throw spec.fault([...at, "parameters", index], "has no name");
    return resolved;
  });
}

function bodyOf(
  spec: Spec,
  node: Json | undefined,
  at: readonly string[],
): Operation["body"] {
  if (node === undefined) return undefined;
  const body = spec.resolve(node, [...at, "requestBody"]);
  const schema = jsonSchemaOf(body);
  if (schema === undefined)
    throw spec.fault([...at, "requestBody"], "has no application/json schema");
  return { schema, required: body["required"] === true };
}

/** The schema of the lowest 2xx answer; an operation without any is refused. */
function answerOf(
  spec: Spec,
  node: Json | undefined,
  at: readonly string[],
): Json | undefined {
  const responses = spec.resolve(node, [...at, "responses"]);
  const success = Object.keys(responses)
    .filter((status) => /^2\d\d$/.test(status))
    .sort()[0];
  if (success === undefined)
    throw spec.fault([...at, "responses"], "lists no success answer (2xx)");
  return jsonSchemaOf(
    spec.resolve(responses[success], [...at, "responses", success]),
  );
}

function jsonSchemaOf(node: JsonObject): Json | undefined {
  const { content } = node;
  if (!isObject(content)) return undefined;
  const json = Object.keys(content).find((type) =>
    /^application\/(.+\+)?json\b/i.test(type),
  );
  const media = json === undefined ? undefined : content[json];
  return isObject(media) ? media["schema"] : undefined;
}

function refuseTwins(spec: Spec, operations: readonly Operation[]): void {
  const seen = new Map<string, string>();
  for (const { resource, name, path, method, route } of operations) {
    const twin = seen.get(`${resource}.${name}`);
    if (twin) {
      const message = `${resource}.${name} is also the name of ${twin}`;
      throw spec.fault(["paths", path, method.toLowerCase()], message);
    }
    seen.set(`${resource}.${name}`, route);
  }
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
