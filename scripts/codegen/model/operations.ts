import { isObject, textOf, type Json, type JsonObject } from "../parse/json.js";
import type { Spec } from "../parse/spec.js";
import {
  errorsOf,
  mapCollectingErrors,
  SpecError,
  throwErrors,
} from "../parse/spec-error.js";
import { answerOf, containerIn, type Answer } from "./answers.js";
import { bodyContentOf, mediaTypesOf, type Content } from "./messages.js";
import {
  CLIENT_MEMBERS,
  isFreeName,
  isFreeParameter,
  methodName,
  resourceName,
  toUsableName,
} from "./names.js";
import {
  parameterOf,
  parametersIn,
  problemOfParameter,
  queryParameterOf,
  type Parameter,
  type QueryParameter,
} from "./parameters.js";
import type { SurfaceRules } from "./rules.js";
import { findSynonyms } from "./synonyms.js";
import { typeNamesOf } from "./type-names.js";
import {
  problemsOfForm,
  problemsOfReadOnly,
  problemsOfSecurity,
  problemsOfServers,
  problemsOfWriteOnly,
} from "./unsupported.js";

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
  readonly queryParameters: readonly QueryParameter[];
  /** Without the headers that the client writes itself, and without `Last-Event-ID` of a stream of events. */
  readonly headerParameters: readonly Parameter[];
  /** The names of the header parameters that are left out. */
  readonly hiddenHeaders: readonly string[];
  readonly body: Body | undefined;
  readonly answer: Answer;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** The route of the POST synonym, if the operation is a PATCH with a synonym. */
  readonly synonym: string | undefined;
}

/** The body of a request. */
export interface Body extends Content {
  readonly required: boolean;
  /** Whether the body is JSON that the schema permits as an object only. */
  readonly isObject: boolean;
}

/** An operation that no function can be generated for, because the generator does not support a part of it. */
class UnsupportedError extends SpecError {
  override name = "UnsupportedError";
}

/** The methods that the generator supports, as a document spells them. */
const METHODS: readonly string[] = ["get", "put", "post", "delete", "patch"];

/**
 * Every operation of a document, in its order. A PATCH and its POST synonym are one operation, which has the name of
 * the POST: the last segment of the path, `update`.
 * @throws {SpecError} where an operation cannot become a function, or its name is taken
 */
export function operationsOf(
  spec: Spec,
  rules: SurfaceRules = {},
): Operation[] {
  const all = readOperations(spec, rules);
  const synonyms = findSynonyms(
    spec.resolve,
    all.map(({ method, path, route, body }) => {
      const described = body && { ...body };
      return { method, path, route, body: described };
    }),
  );
  const synonymRoutes = new Set(synonyms.values());
  const operations = all
    .filter(({ route }) => !synonymRoutes.has(route))
    .map((operation) => withSynonym(operation, synonyms.get(operation.route)));
  throwErrors([
    ...errorsOf(() => refuseDuplicateNames(spec, operations)),
    ...errorsOf(() => typeNamesOf(spec, operations, rules)),
  ]);
  return operations;
}

/** Every operation that the generator does not support: its route, and the lines that say why. */
export function findUnsupported(
  spec: Spec,
): { readonly path: string; readonly method: string; readonly why: string }[] {
  return routesOf(spec).flatMap(([path, method]) => {
    const [error] = errorsOf(() => readOperation(spec, path, method, {}));
    return error instanceof UnsupportedError
      ? [{ path, method, why: error.message }]
      : [];
  });
}

function withSynonym(
  operation: Operation,
  synonym: string | undefined,
): Operation {
  if (synonym === undefined) return operation;
  const name = synonym.split("/").at(-1) ?? "";
  return { ...operation, name, synonym };
}

function routesOf(spec: Spec): (readonly [path: string, method: string])[] {
  const { paths } = spec.document;
  if (!isObject(paths))
    throw spec.errorAt(["paths"], "the document has no paths");
  return mapCollectingErrors(Object.entries(paths), ([path, item]) =>
    Object.keys(spec.resolve(item, ["paths", path]))
      .filter((key) => METHODS.includes(key))
      .map((method) => [path, method] as const),
  ).flat();
}

function readOperations(spec: Spec, rules: SurfaceRules): Operation[] {
  const routes = routesOf(spec);
  if (routes.length === 0)
    throw spec.errorAt(["paths"], "the document has no operations");
  const firstById = new Map<string, string>();
  return mapCollectingErrors(routes, ([path, method]) => {
    const operation = readOperation(spec, path, method, rules);
    const other = firstById.get(operation.id);
    if (other !== undefined)
      throw spec.errorAt(
        ["paths", path, method],
        `the operationId ${operation.id} is also that of ${other}: each operation needs its own`,
      );
    const place = spec.placeOf(["paths", path, method]);
    firstById.set(operation.id, `${operation.route} (${place})`);
    return operation;
  });
}

function readOperation(
  spec: Spec,
  path: string,
  method: string,
  rules: SurfaceRules,
): Operation {
  const at = ["paths", path, method];
  const paths = spec.document["paths"] as JsonObject;
  const item = spec.resolve(paths[path], ["paths", path]);
  const node = spec.resolve(item[method], at);
  const declared = parametersOf(spec, item, node, at);
  refuseUnsupported(spec, at, item, node, declared);
  const queryParameters = parametersIn(declared, "query").map((parameter) =>
    queryParameterOf(spec, parameter),
  );
  const hasCursor = queryParameters.some(({ name }) => name === "cursor");
  const answer = supported(() =>
    answerOf(spec, node["responses"], at, rules, hasCursor),
  );
  const headerParameters = parametersIn(declared, "header")
    .map((parameter) => parameterOf(spec, parameter))
    .filter(
      ({ name }) =>
        answer.kind !== "events" || name.toLowerCase() !== "last-event-id",
    );
  const hidden = answer.schemas.flatMap((schema) =>
    problemsOfWriteOnly(spec, schema),
  );
  refuse(spec, at, hidden);
  const shownHeaders = headerParameters.map(({ name }) => name);
  return {
    ...nameOf(spec, node, path, method, rules),
    method: method.toUpperCase(),
    path,
    route: `${method.toUpperCase()} ${path}`,
    pathParameters: supported(() => pathParametersOf(spec, path, declared, at)),
    queryParameters,
    headerParameters,
    hiddenHeaders: declared
      .filter((parameter) => parameter["in"] === "header")
      .map(({ name }) => textOf(name))
      .filter((name) => !shownHeaders.includes(name)),
    body: bodyOf(spec, node["requestBody"], at),
    answer,
    summary: textOf(node["summary"]),
    description: textOf(node["description"]),
    deprecated: node["deprecated"] === true,
    synonym: undefined,
  };
}

/** Runs a step that reads one operation, and turns a `SpecError` of the step into an `UnsupportedError`. */
function supported<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SpecError) throw new UnsupportedError(error.message);
    throw error;
  }
}

/** Throws one `UnsupportedError` with everything in a request that the generator does not support. */
function refuseUnsupported(
  spec: Spec,
  at: readonly string[],
  item: JsonObject,
  node: JsonObject,
  parameters: readonly JsonObject[],
): void {
  refuse(spec, at, [
    ...problemsOfServers(spec, item, node),
    ...problemsOfSecurity(spec, node),
    ...parameters.flatMap(
      (parameter) => problemOfParameter(spec, parameter) ?? [],
    ),
    ...problemsOfBody(spec, at, node["requestBody"]),
  ]);
}

function refuse(
  spec: Spec,
  at: readonly string[],
  problems: readonly string[],
): void {
  const errors = problems.map((problem) => spec.errorAt(at, problem).message);
  if (errors.length > 0) throw new UnsupportedError(errors.join("\n"));
}

function problemsOfBody(
  spec: Spec,
  at: readonly string[],
  node: Json | undefined,
): string[] {
  if (node === undefined) return [];
  if (at.at(-1) === "get")
    return ["is a GET with a body: `fetch` refuses a body in a GET"];
  const body = spec.resolve(node, [...at, "requestBody"]);
  const content = bodyContentOf(body);
  if (content)
    return [
      ...problemsOfForm(spec, content),
      ...problemsOfReadOnly(spec, content.schema),
    ];
  const types = mediaTypesOf(body);
  return types.length === 0
    ? ["has a body without a media type"]
    : [
        `has a body of ${types.join(", ")}, which the client cannot send: it sends JSON, forms, text and bytes`,
      ];
}

/** The name of the operation in the document and in the client; ./names.ts makes the latter. */
function nameOf(
  spec: Spec,
  node: JsonObject,
  path: string,
  method: string,
  { names = {} }: SurfaceRules,
): Pick<Operation, "id" | "resource" | "name"> {
  const at = ["paths", path, method];
  const { operationId: id, tags } = node;
  if (typeof id !== "string")
    throw spec.errorAt(
      at,
      "has no operationId, from which the name of the function is derived",
    );
  if (!isFreeName(id))
    throw spec.errorAt(
      [...at, "operationId"],
      `${id} must consist of letters and digits, such as ListPods, and must not be a reserved name`,
    );
  const [first] = listOf(tags);
  const tag = typeof first === "string" ? first : undefined;
  const naming = { id, tag, path };
  const route = `${method.toUpperCase()} ${path}`;
  const [resource, name] = Object.hasOwn(names, route)
    ? (names[route] ?? "").split(".").map(toUsableName)
    : [resourceName(naming), methodName(naming)];
  if (resource && CLIENT_MEMBERS.includes(resource))
    throw spec.errorAt(
      [...at, "tags"],
      `${resource} is already a member of the client: choose another tag, or ${hintFor(route)}`,
    );
  if (!name || !resource)
    throw spec.errorAt(
      [...at, "operationId"],
      `no name can be derived from the tag ${tag ?? "(none)"} and the operationId ${id}: change one, or ${hintFor(route)}`,
    );
  return { id, resource, name };
}

/** How to name a function by hand. */
function hintFor(route: string): string {
  return `name the function in specs/surfaces.yaml: names: { ${JSON.stringify(route)}: resource.name }`;
}

/** The names in braces. Each name must be declared as a path parameter, and occur once in the path. */
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
): Body | undefined {
  if (node === undefined) return undefined;
  const body = spec.resolve(node, [...at, "requestBody"]);
  const content = bodyContentOf(body);
  if (!content) return undefined;
  return {
    ...content,
    required: body["required"] === true,
    isObject: containerIn(spec, [content.schema]) === "object",
  };
}

function refuseDuplicateNames(
  spec: Spec,
  operations: readonly Operation[],
): void {
  const firstByCall = new Map<string, string>();
  mapCollectingErrors(operations, ({ resource, name, path, method, route }) => {
    const call = `${resource}.${name}`;
    const at = ["paths", path, method.toLowerCase()];
    const other = firstByCall.get(call);
    if (other !== undefined)
      throw spec.errorAt(
        at,
        `${call} is also the name of ${other}: change the operationId or the tag of one, or ${hintFor(route)}`,
      );
    firstByCall.set(call, `${route} (${spec.placeOf(at)})`);
  });
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
