import type { Operation } from "./operations.js";
import { docComment } from "./prose.js";
import {
  isObject,
  pointer,
  textOf,
  type Json,
  type JsonObject,
  type Spec,
} from "./spec.js";

/** Named interfaces of the schemas, an interface a resource, and one function per operation over `call`. */
export function renderFetchers(
  spec: Spec,
  operations: readonly Operation[],
  surface: Surface,
): string {
  const schemas = (spec.document["components"] as JsonObject)[
    "schemas"
  ] as JsonObject;
  const resources = [...new Set(operations.map(({ resource }) => resource))];
  const byResource = new Map(
    resources.map((name) => [
      name,
      operations.filter(({ resource }) => resource === name),
    ]),
  );
  const optionTypes = operations.some(({ synonym }) => synonym)
    ? "CallOptions, UpdateOptions"
    : "CallOptions";
  return [
    `import type { ${optionTypes} } from "../src/options.js";`,
    `import type { components, operations } from "./${surface.file}.types.js";`,
    TYPES,
    ...renderSchemas(spec, schemas, operations),
    NO_QUERY,
    ...operations
      .filter(({ queryParameters }) => queryParameters.length > 0)
      .map(renderQuery),
    ...[...byResource].map(([resource, members]) =>
      renderResource(resource, members, tagDescription(spec, resource)),
    ),
    renderSurface(surface, resources),
    renderCall(),
    renderFactory(surface, byResource),
  ].join("\n\n");
}

interface Surface {
  /** The name of the generated files: `rest` for `rest.ts` and `rest.types.ts`. */
  readonly file: string;
  /** The name in generated types: `Rest`. */
  readonly name: string;
}

const TYPES = `type Schemas = components["schemas"];
// An interface extends a name, not an indexed access.
type Shape<T> = T;
// In what is sent, undefined counts as not given.
type Given<T> = T extends readonly unknown[] ? T
  : T extends object ? { [K in keyof T]: object extends Pick<T, K> ? Given<T[K]> | undefined : Given<T[K]> }
  : T;`;

const NO_QUERY = `/** An operation without query parameters today. */
export type NoQuery = Record<string, never>;`;

/**
 * An interface a component, so that a hover says `Pod`. What is answered and addressed by an `id` always carries one:
 * there it is required, or no answer could be handed to the next call.
 */
function renderSchemas(
  spec: Spec,
  schemas: JsonObject,
  operations: readonly Operation[],
): string[] {
  const answered = new Set(
    operations.map(({ answer }) => namedType(answer)?.replace("[]", "")),
  );
  const used = new Set<string>();
  for (const { answer, body, queryParameters } of operations)
    collectSchemas(
      schemas,
      [answer ?? null, body?.schema ?? null, ...queryParameters],
      used,
    );
  const sent = new Set<string>();
  for (const { body } of operations)
    collectSchemas(schemas, body?.schema ?? null, sent);
  const wanted = Object.entries(schemas).filter(([name]) => used.has(name));
  return wanted.map(([name, schema]) => {
    const resolved = spec.resolve(schema, ["components", "schemas", name]);
    const comment = docComment([textOf(resolved["description"])]);
    const properties = resolved["properties"];
    if (!isObject(properties))
      return `${comment}export type ${name} = Schemas["${name}"];`;
    const id =
      answered.has(name) && isObject(properties["id"])
        ? properties["id"]
        : undefined;
    const members = id
      ? `\n${docComment([textOf(id["description"])], "  ")}  id: string;\n`
      : "";
    return `${comment}export interface ${name} extends ${sent.has(name) ? "Given" : "Shape"}<Schemas["${name}"]> {${members}}`;
  });
}

/** Adds the name of every schema reachable from `node`; what only failures answer needs no name. */
function collectSchemas(
  schemas: JsonObject,
  node: Json,
  used: Set<string>,
): void {
  if (Array.isArray(node)) {
    node.forEach((item) => collectSchemas(schemas, item, used));
    return;
  }
  if (!isObject(node)) return;
  const name =
    typeof node["$ref"] === "string" ? pointer(node["$ref"]).at(-1) : undefined;
  if (name !== undefined && !used.has(name)) {
    used.add(name);
    collectSchemas(schemas, schemas[name] ?? null, used);
  }
  Object.values(node).forEach((item) => collectSchemas(schemas, item, used));
}

function renderQuery({ id, resource, name }: Operation): string {
  const members = `operations["${id}"]["parameters"]["query"]`;
  return `/** The query parameters of \`${resource}.${name}\`. */
export interface ${id}Query extends Given<NonNullable<${members}>> {}`;
}

function renderResource(
  resource: string,
  members: readonly Operation[],
  description: string,
): string {
  const signatures = members.map(
    (operation) =>
      `${documentation(operation)}  ${operation.name}(${parametersOf(operation)}): ${promiseOf(operation)};`,
  );
  return `${docComment([description])}export interface ${interfaceName(resource)} {\n${signatures.join("\n\n")}\n}`;
}

function documentation({
  summary,
  description,
  method,
  path,
  synonym,
}: Operation): string {
  const sent = synonym
    ? `Sends \`${method} ${path}\` or, with \`updateMethod: "post"\`, \`${synonym}\`.`
    : `Sends \`${method} ${path}\`.`;
  return docComment([summary.replace(/\.?$/, "."), description, sent], "  ");
}

function parametersOf(operation: Operation): string {
  const { pathParameters, body, queryParameters, method, synonym, id } =
    operation;
  const query = queryParameters.length > 0 ? `${id}Query` : "NoQuery";
  const queryNeeded = queryParameters.some(({ required }) => required === true);
  return [
    ...pathParameters.map((name) => `${name}: string`),
    ...(body
      ? [`body${body.required ? "" : "?"}: ${bodyType(operation)}`]
      : []),
    ...(method === "GET" || queryParameters.length > 0
      ? [`query${queryNeeded ? "" : "?"}: ${query}`]
      : []),
    `options?: ${synonym ? "UpdateOptions" : "CallOptions"}`,
  ].join(", ");
}

function bodyType({ body, id }: Operation): string {
  return (
    namedType(body?.schema) ??
    `operations["${id}"]["requestBody"]["content"]["application/json"]`
  );
}

function promiseOf({ answer, id }: Operation): string {
  if (answer === undefined) return "Promise<void>";
  const inline = `operations["${id}"]["responses"] extends Record<200 | 201, { content: { "application/json": infer T } }> ? T : unknown`;
  return `Promise<${namedType(answer) ?? inline}>`;
}

/** `Pod` for a reference to it, `Pod[]` for an array of such. */
function namedType(schema: Json | undefined): string | undefined {
  if (!isObject(schema)) return undefined;
  if (typeof schema["$ref"] === "string") return pointer(schema["$ref"]).at(-1);
  if (schema["type"] !== "array") return undefined;
  const item = namedType(schema["items"]);
  return item && `${item}[]`;
}

function renderSurface(
  { name }: Surface,
  resources: readonly string[],
): string {
  const members = resources.map(
    (resource) => `  readonly ${resource}: ${interfaceName(resource)};`,
  );
  return `/** Every resource of the surface. */\nexport interface ${name}Resources {\n${members.join("\n")}\n}`;
}

function renderCall(): string {
  return `/** What goes into a request; \`expects\` is given where the answer has no body. */
export interface Parts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly expects?: "nothing";
}

/** Sends one operation; \`route\` is its key in the types, \`operation\` its name in the client. */
export type Call = <T>(
  operation: string,
  route: string,
  parts: Parts,
  options: CallOptions | undefined,
) => Promise<T>;`;
}

function renderFactory(
  { name }: Surface,
  byResource: Map<string, readonly Operation[]>,
): string {
  const resources = [...byResource].map(
    ([resource, members]) =>
      `    ${resource}: {\n${members.map(renderFunction).join("\n")}\n    },`,
  );
  return `/** One function per operation, all of them through \`call\`. */
export function create${name}Resources(call: Call): ${name}Resources {
  return {
${resources.join("\n")}
  };
}`;
}

function renderFunction({
  resource,
  name,
  route,
  pathParameters,
  body,
  queryParameters,
  method,
  answer,
}: Operation): string {
  const hasQuery = method === "GET" || queryParameters.length > 0;
  const names = [
    ...pathParameters,
    ...(body ? ["body"] : []),
    ...(hasQuery ? ["query"] : []),
    "options",
  ];
  const parts = [
    ...(pathParameters.length > 0
      ? [`path: { ${pathParameters.join(", ")} }`]
      : []),
    ...(hasQuery ? ["query"] : []),
    ...(body ? ["body"] : []),
    ...(answer === undefined ? ['expects: "nothing"'] : []),
  ];
  const object = parts.length > 0 ? `{ ${parts.join(", ")} }` : "{}";
  return `      ${name}: (${names.join(", ")}) => call("${resource}.${name}", "${route}", ${object}, options),`;
}

function interfaceName(resource: string): string {
  return `${resource.charAt(0).toUpperCase()}${resource.slice(1)}Resource`;
}

function tagDescription({ document }: Spec, resource: string): string {
  const tags = Array.isArray(document["tags"])
    ? document["tags"].filter(isObject)
    : [];
  const tag = tags.find(
    ({ name }) =>
      textOf(name).replaceAll(" ", "").toLowerCase() === resource.toLowerCase(),
  );
  return textOf(tag?.["description"]);
}
