import { isObject, textOf, type Json, type JsonObject } from "../parse/json.js";
import type { Spec } from "../parse/spec.js";
import { mapCollectingErrors } from "../parse/spec-error.js";
import {
  CLIENT_MEMBERS,
  isFreeName,
  isFreeParameter,
  methodName,
  resourceName,
} from "./names.js";
import { findSynonyms } from "./synonyms.js";

/** One operation of a document, as the generated function needs it. */
export interface Operation {
  readonly id: string;
  /** `"GET"` */
  readonly method: string;
  /** `"/pods/{podId}"` */
  readonly path: string;
  /** `"GET /pods/{podId}"` */
  readonly route: string;
  /** `"pods"`: the member of the client that holds the function. */
  readonly resource: string;
  /** `"get"`: the name of the function. */
  readonly name: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly JsonObject[];
  readonly body:
    { readonly schema: Json; readonly required: boolean } | undefined;
  /** The schema of the success response; undefined when the response has no body. */
  readonly answer: Json | undefined;
  readonly summary: string;
  readonly description: string;
  /** The route of the POST spelling, where this is a PATCH that has one. */
  readonly synonym: string | undefined;
}

/** The methods that the generator supports, as a document spells them. */
const METHODS: readonly string[] = ["get", "put", "post", "delete", "patch"];

/**
 * Every operation of a document, in its order. A PATCH and its POST synonym are one operation, which has the name of
 * the POST: the last segment of the path, `update`.
 * @throws {SpecError} where an operation cannot become a function, or its name is taken
 */
export function operationsOf(spec: Spec): Operation[] {
  const all = readOperations(spec);
  const synonyms = findSynonyms(spec.resolve, all);
  const synonymRoutes = new Set(synonyms.values());
  const operations = all
    .filter(({ route }) => !synonymRoutes.has(route))
    .map((operation) => withSynonym(operation, synonyms.get(operation.route)));
  refuseDuplicateNames(spec, operations);
  refuseSchemaNames(spec, operations);
  return operations;
}

function withSynonym(
  operation: Operation,
  synonym: string | undefined,
): Operation {
  if (synonym === undefined) return operation;
  const name = synonym.split("/").at(-1) ?? "";
  return { ...operation, name, synonym };
}

function readOperations(spec: Spec): Operation[] {
  const { paths } = spec.document;
  if (!isObject(paths))
    throw spec.errorAt(["paths"], "the document has no paths");
  const routes = mapCollectingErrors(Object.entries(paths), ([path, item]) =>
    Object.keys(spec.resolve(item, ["paths", path]))
      .filter((key) => METHODS.includes(key))
      .map((method) => [path, method] as const),
  ).flat();
  if (routes.length === 0)
    throw spec.errorAt(["paths"], "the document has no operations");
  const routesById = new Map<string, string>();
  return mapCollectingErrors(routes, ([path, method]) => {
    const operation = readOperation(spec, path, method);
    const other = routesById.get(operation.id);
    if (other !== undefined)
      throw spec.errorAt(
        ["paths", path, method],
        `the operationId ${operation.id} is also that of ${other}: each operation needs its own`,
      );
    routesById.set(operation.id, operation.route);
    return operation;
  });
}

function readOperation(spec: Spec, path: string, method: string): Operation {
  const at = ["paths", path, method];
  const paths = spec.document["paths"] as JsonObject;
  const item = spec.resolve(paths[path], ["paths", path]);
  const node = spec.resolve(item[method], at);
  const parameters = parametersOf(spec, item, node, at);
  return {
    ...nameOf(spec, node, path, at),
    method: method.toUpperCase(),
    path,
    route: `${method.toUpperCase()} ${path}`,
    pathParameters: pathParametersOf(spec, path, parameters, at),
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

/** The name of the operation in the document and in the client; ./names.ts makes the latter. */
function nameOf(
  spec: Spec,
  node: JsonObject,
  path: string,
  at: readonly string[],
): Pick<Operation, "id" | "resource" | "name"> {
  const { operationId: id, tags } = node;
  if (typeof id !== "string")
    throw spec.errorAt(
      at,
      "has no operationId, from which the name of the function is derived",
    );
  const [first] = listOf(tags);
  const tag = typeof first === "string" ? first : undefined;
  const naming = { id, tag, path };
  const resource = resourceName(naming);
  const name = methodName(naming);
  if (resource && CLIENT_MEMBERS.includes(resource))
    throw spec.errorAt(
      [...at, "tags"],
      `${resource} is already a member of the client: choose another tag`,
    );
  if (!name || !resource)
    throw spec.errorAt(
      [...at, "operationId"],
      `no name can be derived from the tag ${tag ?? "(none)"} and the operationId ${id}`,
    );
  if (!isFreeName(id))
    throw spec.errorAt(
      [...at, "operationId"],
      `${id} must consist of letters and digits, such as ListPods, and must not be the name of anything else`,
    );
  return { id, resource, name };
}

/** The names in braces. Each must be declared, and be used once. */
function pathParametersOf(
  spec: Spec,
  path: string,
  parameters: readonly JsonObject[],
  at: readonly string[],
): string[] {
  if (!/^\/[\w\-.~!$&'()*+,;=:@%/{}]*$/.test(path))
    throw spec.errorAt(
      at,
      "a path begins with / and consists of letters, digits and -._~!$&'()*+,;=:@%/: write anything else as %XX",
    );
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(
    ([, name = ""]) => name,
  );
  for (const [index, name] of names.entries()) {
    if (!isFreeParameter(name))
      throw spec.errorAt(at, `{${name}} is not possible as a parameter name`);
    if (names.indexOf(name) !== index)
      throw spec.errorAt(at, `the path contains {${name}} twice`);
    if (!parameters.some((p) => p["in"] === "path" && p["name"] === name))
      throw spec.errorAt(
        at,
        `the path contains {${name}}, but declares no path parameter of this name`,
      );
  }
  return names;
}

/** The parameters of the operation, and those of its path that the operation does not declare anew. */
function parametersOf(
  spec: Spec,
  item: JsonObject,
  node: JsonObject,
  at: readonly string[],
): JsonObject[] {
  const byName = new Map<string, JsonObject>();
  for (const list of [item["parameters"], node["parameters"]])
    for (const [index, entry] of listOf(list).entries()) {
      const parameter = spec.resolve(entry, [...at, "parameters", index]);
      const key = [textOf(parameter["in"]), textOf(parameter["name"])];
      byName.set(key.join(" "), parameter);
    }
  return [...byName.values()];
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
    throw spec.errorAt(
      [...at, "requestBody"],
      "has no schema for application/json, the only type of body that the client sends",
    );
  return { schema, required: body["required"] === true };
}

/** The schema of the response with the lowest 2xx status. An operation without such a response is refused. */
function answerOf(
  spec: Spec,
  node: Json | undefined,
  at: readonly string[],
): Json | undefined {
  const responses = spec.resolve(node, [...at, "responses"]);
  const success = Object.keys(responses)
    .filter((status) => /^2(\d\d|XX)$/.test(status))
    .sort()[0];
  if (success === undefined)
    throw spec.errorAt(
      [...at, "responses"],
      "lists no response for a success (2xx)",
    );
  return jsonSchemaOf(
    spec.resolve(responses[success], [...at, "responses", success]),
  );
}

function jsonSchemaOf({ content }: JsonObject): Json | undefined {
  if (!isObject(content)) return undefined;
  const json = Object.keys(content).find((type) =>
    /^application\/(.+\+)?json\b/i.test(type),
  );
  const media = json === undefined ? undefined : content[json];
  return isObject(media) ? media["schema"] : undefined;
}

function refuseDuplicateNames(
  spec: Spec,
  operations: readonly Operation[],
): void {
  const routes = new Map<string, string>();
  mapCollectingErrors(operations, ({ resource, name, path, method, route }) => {
    const call = `${resource}.${name}`;
    const other = routes.get(call);
    if (other !== undefined)
      throw spec.errorAt(
        ["paths", path, method.toLowerCase()],
        `${call} is also the name of ${other}: change the operationId or the tag of one`,
      );
    routes.set(call, route);
  });
}

/** Each schema becomes a type of its own name, beside those of the operations. */
function refuseSchemaNames(spec: Spec, operations: readonly Operation[]): void {
  const { schemas } = spec.document["components"] as { schemas: JsonObject };
  const taken = new Set(
    operations.flatMap(({ id, resource }) => [
      `${id}Query`,
      `${resource.charAt(0).toUpperCase()}${resource.slice(1)}Resource`,
    ]),
  );
  mapCollectingErrors(Object.keys(schemas), (name) => {
    if (isFreeName(name) && !taken.has(name)) return;
    throw spec.errorAt(
      ["components", "schemas", name],
      "is not possible as the name of a type: use letters and digits, and a name that nothing else has",
    );
  });
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
