import { forEvery } from "../parse/fault.js";
import {
  CLIENT_MEMBERS,
  isFreeName,
  isFreeParameter,
  methodName,
  resourceName,
} from "./names.js";
import { synonymsOf } from "./synonyms.js";
import {
  isObject,
  textOf,
  type Json,
  type JsonObject,
  type Spec,
} from "../parse/spec.js";

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

/** Every operation of the document, in its order; a POST synonym is folded into its PATCH. */
export function operationsOf(spec: Spec): Operation[] {
  const raw = rawOperations(spec);
  const synonyms = synonymsOf(spec, raw);
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
  refuseNames(spec, operations);
  return operations;
}

function rawOperations(spec: Spec): Operation[] {
  const { paths } = spec.document;
  if (!isObject(paths))
    throw spec.fault(["paths"], "the document has no paths");
  const routes = forEvery(Object.entries(paths), ([path, item]) =>
    Object.keys(spec.resolve(item, ["paths", path]))
      .filter((key) => METHODS.includes(key))
      .map((method) => [path, method] as const),
  ).flat();
  if (routes.length === 0)
    throw spec.fault(["paths"], "the document has no operations");
  const ids = new Map<string, string>();
  return forEvery(routes, ([path, method]) => {
    const operation = rawOperation(spec, path, method);
    const twin = ids.get(operation.id);
    if (twin)
      throw spec.fault(
        ["paths", path, method],
        `operationId ${operation.id} is also that of ${twin}`,
      );
    ids.set(operation.id, operation.route);
    return operation;
  });
}

function rawOperation(spec: Spec, path: string, method: string): Operation {
  const at = ["paths", path, method];
  const item = spec.resolve((spec.document["paths"] as JsonObject)[path], [
    "paths",
    path,
  ]);
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

/** What the operation is called: in the document, and in the client. */
function nameOf(
  spec: Spec,
  node: JsonObject,
  path: string,
  at: readonly string[],
): Pick<Operation, "id" | "resource" | "name"> {
  const { operationId: id, tags } = node;
  if (typeof id !== "string")
    throw spec.fault(at, "has no operationId to derive a name from");
  const [first] = listOf(tags);
  const tag = typeof first === "string" ? first : undefined;
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
  if (!isFreeName(id))
    throw spec.fault(
      [...at, "operationId"],
      `${id} must be a word of letters and digits that names nothing else: ListPods, say`,
    );
  return { id, resource, name };
}

/** The names in braces; a path is made of what an address may hold, and each of its names is declared and used once. */
function pathParametersOf(
  spec: Spec,
  path: string,
  parameters: readonly JsonObject[],
  at: readonly string[],
): string[] {
  if (!/^\/[\w\-.~!$&'()*+,;=:@%/{}]*$/.test(path))
    throw spec.fault(
      at,
      "a path begins with / and holds letters, digits and -._~!$&'()*+,;=:@%/ only: write anything else as %XX",
    );
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(
    ([, name = ""]) => name,
  );
  for (const [index, name] of names.entries()) {
    if (!isFreeParameter(name))
      throw spec.fault(at, `{${name}} is not a usable parameter name`);
    if (names.indexOf(name) !== index)
      throw spec.fault(at, `the path names {${name}} twice`);
    if (!parameters.some((p) => p["in"] === "path" && p["name"] === name))
      throw spec.fault(
        at,
        `the path names {${name}}, but no path parameter of that name is declared`,
      );
  }
  return names;
}

/** The parameters of the operation, and those of its path that it does not declare itself. */
function parametersOf(
  spec: Spec,
  item: JsonObject,
  node: JsonObject,
  at: readonly string[],
): JsonObject[] {
  const byName = new Map<string, JsonObject>();
  for (const list of [item["parameters"], node["parameters"]])
    for (const [index, parameter] of listOf(list).entries()) {
      const resolved = spec.resolve(parameter, [...at, "parameters", index]);
      if (typeof resolved["name"] !== "string")
        throw spec.fault([...at, "parameters", index], "has no name");
      byName.set(`${textOf(resolved["in"])} ${resolved["name"]}`, resolved);
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
    .filter((status) => /^2(\d\d|XX)$/.test(status))
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
  forEvery(operations, ({ resource, name, path, method, route }) => {
    const twin = seen.get(`${resource}.${name}`);
    if (twin) {
      const message = `${resource}.${name} is also the name of ${twin}`;
      throw spec.fault(["paths", path, method.toLowerCase()], message);
    }
    seen.set(`${resource}.${name}`, route);
  });
}

/** Each schema becomes a type of its own name, beside those of the operations. */
function refuseNames(spec: Spec, operations: readonly Operation[]): void {
  const { schemas } = spec.document["components"] as { schemas: JsonObject };
  const taken = new Set(
    operations.flatMap(({ id, resource }) => [
      `${id}Query`,
      `${resource.charAt(0).toUpperCase()}${resource.slice(1)}Resource`,
    ]),
  );
  forEvery(Object.keys(schemas), (name) => {
    if (isFreeName(name) && !taken.has(name)) return;
    throw spec.fault(
      ["components", "schemas", name],
      "cannot be the name of a type: rename it to letters and digits that name nothing else",
    );
  });
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
