import { byResourceOf, type Surface } from "./fetchers.js";
import type { Operation } from "../model/operations.js";
import { docComment } from "./doc-comment.js";
import { isObject, textOf, type Json, type JsonObject } from "../parse/json.js";
import { parsePointer } from "../parse/references.js";
import { type Spec } from "../parse/spec.js";

/** Named interfaces of the schemas, an interface a resource, and one of the surface. */
export function renderResources(
  spec: Spec,
  operations: readonly Operation[],
  surface: Surface,
): string {
  const { components } = spec.document;
  const schemas =
    isObject(components) && isObject(components["schemas"])
      ? components["schemas"]
      : {};
  const byResource = byResourceOf(operations);
  const optionTypes = operations.some(({ synonym }) => synonym)
    ? "CallOptions, UpdateOptions"
    : "CallOptions";
  const code = [
    ...renderSchemas(spec, schemas, operations),
    NO_QUERY,
    ...operations
      .filter(({ queryParameters }) => queryParameters.length > 0)
      .map((operation) => renderQuery(operation, surface)),
    ...[...byResource].map(([resource, members]) =>
      renderResource(resource, members, tagDescription(spec, resource)),
    ),
    renderSurface(spec, surface, [...byResource.keys()]),
  ].join("\n\n");
  const uses = (name: string) => code.includes(name);
  const sources = ["components", "operations"].filter(
    (name) => uses(`${name}[`) || (name === "components" && uses("Schemas[")),
  );
  const helpers = ["BodyOf", "InputOf", "SuccessOf"].filter((name) =>
    uses(`${name}<`),
  );
  const imports = [
    `import type { ${optionTypes} } from "../../src/options.js";`,
    ...(helpers.length > 0
      ? [
          `import type { ${helpers.join(", ")} } from "../../src/rest/typed-client.js";`,
        ]
      : []),
    ...(sources.length > 0
      ? [`import type { ${sources.join(", ")} } from "./types.js";`]
      : []),
  ];
  const types = [
    ...(uses("Schemas[") ? [`type Schemas = components["schemas"];`] : []),
    ...(uses("Shape<") ? [SHAPE] : []),
  ];
  return [imports.join("\n"), types.join("\n"), code].join("\n\n");
}

const SHAPE = `// An interface extends a name, not an indexed access.
type Shape<T> = T;`;

const NO_QUERY = `/** An operation without query parameters today. */
export type NoQuery = Record<string, never>;`;

/** An interface per component, so that an editor shows `Pod`. */
function renderSchemas(
  spec: Spec,
  schemas: JsonObject,
  operations: readonly Operation[],
): string[] {
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
    if (!isObject(resolved["properties"]))
      return `${comment}export type ${name} = Schemas["${name}"];`;
    const base = sent.has(name) ? "InputOf" : "Shape";
    return `${comment}export interface ${name} extends ${base}<Schemas["${name}"]> {}`;
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
    typeof node["$ref"] === "string"
      ? parsePointer(node["$ref"]).at(-1)
      : undefined;
  if (name !== undefined && !used.has(name)) {
    used.add(name);
    collectSchemas(schemas, schemas[name] ?? null, used);
  }
  Object.values(node).forEach((item) => collectSchemas(schemas, item, used));
}

function renderQuery(
  { id, resource, name }: Operation,
  { prefix }: Surface,
): string {
  const members = `operations["${id}"]["parameters"]["query"]`;
  return `/** The query parameters of \`${prefix}${resource}.${name}\`. */
export interface ${id}Query extends InputOf<NonNullable<${members}>> {}`;
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
  return namedType(body?.schema) ?? `BodyOf<operations["${id}"]>`;
}

function promiseOf({ answer, id }: Operation): string {
  if (answer === undefined) return "Promise<void>";
  return `Promise<${namedType(answer) ?? `SuccessOf<operations["${id}"]>`}>`;
}

/** `Pod` for a reference to that schema, `Pod[]` for an array of such references. */
export function namedType(schema: Json | undefined): string | undefined {
  if (!isObject(schema)) return undefined;
  if (typeof schema["$ref"] === "string")
    return parsePointer(schema["$ref"]).at(-1);
  if (schema["type"] !== "array") return undefined;
  const item = namedType(schema["items"]);
  return item && `${item}[]`;
}

function renderSurface(
  spec: Spec,
  { name }: Surface,
  resources: readonly string[],
): string {
  const members = resources.map(
    (resource) =>
      `${docComment([tagDescription(spec, resource)], "  ")}  readonly ${resource}: ${interfaceName(resource)};`,
  );
  return `/** Every resource of the surface. */\nexport interface ${name}Resources {\n${members.join("\n")}\n}`;
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
