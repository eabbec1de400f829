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
  const types = TYPES.filter(
    ({ use }) =>
      code.includes(use) || (use === "Given<" && code.includes("Sent<")),
  );
  const sources = ["components", "operations"].filter(
    (name) =>
      code.includes(`${name}[`) ||
      types.some(({ text }) => text.includes(`${name}[`)),
  );
  const imports = [
    `import type { ${optionTypes} } from "../../src/options.js";`,
    ...(sources.length > 0
      ? [`import type { ${sources.join(", ")} } from "./types.js";`]
      : []),
  ];
  return [
    imports.join("\n"),
    types.map(({ text }) => text).join("\n"),
    code,
  ].join("\n\n");
}

/** Types of the generated module itself, each where it is used. */
const TYPES = [
  { use: "Schemas[", text: `type Schemas = components["schemas"];` },
  {
    use: "Shape<",
    text: `// An interface extends a name, not an indexed access.
type Shape<T> = T;`,
  },
  {
    use: "Given<",
    text: `// In what is sent, undefined counts as not given.
type Given<T> = T extends string | readonly unknown[] ? T
  : T extends object ? { [K in keyof T]: object extends Pick<T, K> ? Given<T[K]> | undefined : Given<T[K]> }
  : T;`,
  },
  {
    use: "Sent<",
    text: `// The body of a request that has no name.
type Sent<T> = T extends { requestBody?: infer B } ? NonNullable<B> extends { content: infer C } ? Given<C[keyof C]> : never : never;`,
  },
  {
    use: "Answered<",
    text: `// The body of a success that has no name.
type Answered<T> = T extends { responses: infer R } ? R[keyof R & (200 | 201 | 202 | 203)] extends { content: infer C } ? C[keyof C] : never : never;`,
  },
];

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
      answered.has(name) && isText(properties["id"])
        ? properties["id"]
        : undefined;
    const members = id
      ? `\n${docComment([textOf(id["description"])], "  ")}  id: string;\n`
      : "";
    return `${comment}export interface ${name} extends ${sent.has(name) ? "Given" : "Shape"}<Schemas["${name}"]> {${members}}`;
  });
}

/** Whether a member is text of any kind, so that it can be declared as such. */
function isText(schema: Json | undefined): schema is JsonObject {
  return (
    isObject(schema) &&
    schema["type"] === "string" &&
    schema["nullable"] !== true &&
    !("enum" in schema || "const" in schema)
  );
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
  return namedType(body?.schema) ?? `Sent<operations["${id}"]>`;
}

function promiseOf({ answer, id }: Operation): string {
  if (answer === undefined) return "Promise<void>";
  return `Promise<${namedType(answer) ?? `Answered<operations["${id}"]>`}>`;
}

/** `Pod` for a reference to it, `Pod[]` for an array of such. */
function namedType(schema: Json | undefined): string | undefined {
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
