import type { DocumentModel, Operation, Schema } from "../../document/model.js";
import { capitalize, propertyKey } from "../../document/names.js";
import { targetIn } from "../../document/targets.js";
import { queryTypeOf } from "../../document/type-names.js";
import { reachableNames } from "../../document/walk.js";
import { docComment } from "./doc-comment.js";
import { renderExample } from "./example.js";
import { byResourceOf, type Surface, type SurfaceModel } from "./fetchers.js";

/** The named types of the schemas, an interface for each resource, and an interface for the surface. */
export function renderResources(described: SurfaceModel): string {
  const { surface, model, functions } = described;
  const byResource = byResourceOf(functions);
  const code = [
    ...renderSchemas(model, functions),
    NO_QUERY,
    ...functions.flatMap((operation) => renderQuery(operation, surface)),
    ...Array.from(byResource, ([resource, members]) =>
      renderResource(described, resource, members),
    ),
    renderSurface(described, [...byResource.keys()]),
  ].join("\n\n");
  const types = [
    ...(/\bSchemas\["/.test(code)
      ? [`type Schemas = components["schemas"];`]
      : []),
    ...(code.includes("Shape<") ? [SHAPE] : []),
  ];
  return [renderImports(code), types.join("\n"), code].join("\n\n");
}

/** The imports of what the code uses. */
function renderImports(code: string): string {
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(code);
  const sources = [
    ["../../src/options.js", OPTION_TYPES.filter(uses)],
    ["../../src/rest/typed-client.js", HELPER_TYPES.filter(uses)],
    [
      "./types.js",
      ["components", "operations"].filter(
        (name) =>
          code.includes(`${name}["`) ||
          (name === "components" && code.includes('Schemas["')),
      ),
    ],
  ] as const;
  return sources
    .filter(([, names]) => names.length > 0)
    .map(
      ([from, names]) => `import type { ${names.join(", ")} } from "${from}";`,
    )
    .join("\n");
}

const OPTION_TYPES = ["CallOptions", "EventStreamOptions", "UpdateOptions"];

const HELPER_TYPES = ["BodyOf", "InputOf", "PagedList", "SuccessOf"];

/**
 * A second base without members. Of an interface with one base and no members of its own, the compiler's messages show the
 * members of the base; with two, they show the name.
 */
const NAMED = "Record<never, never>";

const SHAPE = `// An interface extends a name, not an indexed access.
type Shape<T> = T;`;

const NO_QUERY = `/** An operation without query parameters today. */
export type NoQuery = Record<string, never>;`;

/** A type per component, so that an editor shows `Pod`. */
function renderSchemas(
  model: DocumentModel,
  functions: readonly Operation[],
): string[] {
  const { schemas, typeNames } = model;
  const bodies = functions.flatMap(({ body }) => body?.sent?.schema ?? []);
  const used = functions.flatMap(({ answer, queryParameters }) => [
    ...answer.schemas,
    ...queryParameters.map(({ schema }) => schema),
  ]);
  const sent = reachableNames(bodies, schemas);
  const names = reachableNames([...bodies, ...used], schemas);
  return Object.entries(typeNames)
    .filter(([schema]) => names.has(schema))
    .map(([schema, name]) => renderSchema(model, schema, name, sent));
}

function renderSchema(
  model: DocumentModel,
  schema: string,
  name: string,
  sent: ReadonlySet<string>,
): string {
  const isSent = sent.has(schema);
  const target = targetIn(model.schemas)({ ref: schema });
  const { description = "", deprecated, members, additional, anyOf } = target;
  const tags = deprecated ? ["@deprecated"] : [];
  const comment = docComment([description], "", tags);
  const type = `Schemas[${JSON.stringify(schema)}]`;
  if (isPlainObject(target)) {
    const bases = isSent ? `InputOf<${type}>, ${NAMED}` : `Shape<${type}>`;
    const named = renderNamedMembers(model, target, isSent, sent);
    return `${comment}export interface ${name} extends ${bases} {${named}}`;
  }
  const isComposite = members ?? additional ?? anyOf;
  return `${comment}export type ${name} = ${isSent && isComposite ? `InputOf<${type}>` : type};`;
}

/** The members that hold an object with a name, so that an editor shows `CreateGpuConfig`. Their comments are inherited. */
function renderNamedMembers(
  { schemas, typeNames }: DocumentModel,
  { members = {}, required = [] }: Schema,
  isSent: boolean,
  sent: ReadonlySet<string>,
): string {
  const lines = Object.entries(members).flatMap(([member, schema]) => {
    const { ref = "", nullable, readOnly, additional } = schema;
    const name = typeNames[ref];
    // The type of what is also sent permits undefined, which no response holds.
    const isNamed = name !== undefined && sent.has(ref) === isSent;
    const isPlain = !nullable && !readOnly && additional === undefined;
    if (!isNamed || !isPlain) return [];
    if (!isPlainObject(targetIn(schemas)({ ref }))) return [];
    const key = propertyKey(member);
    if (required.includes(member)) return [`  ${key}: ${name};`];
    return [`  ${key}?: ${name}${isSent ? " | undefined" : ""};`];
  });
  return lines.length > 0 ? `\n${lines.join("\n")}\n` : "";
}

/** Whether an interface can extend the type of a schema: the type is one object with known members. */
function isPlainObject({ types, members, anyOf, nullable }: Schema): boolean {
  const isObject = types === undefined || types.join() === "object";
  return isObject && members !== undefined && !anyOf && !nullable;
}

function renderQuery(
  { id, resource, name, queryParameters }: Operation,
  { prefix }: Surface,
): string[] {
  if (queryParameters.length === 0) return [];
  const members = `operations["${id}"]["parameters"]["query"]`;
  return [
    `/** The query parameters of \`${prefix}${resource}.${name}\`. */
export interface ${queryTypeOf(id)} extends InputOf<NonNullable<${members}>>, ${NAMED} {}`,
  ];
}

function renderResource(
  described: SurfaceModel,
  resource: string,
  members: readonly Operation[],
): string {
  const signatures = members.map((operation) => {
    const { name, signature } = operation;
    const documentation = renderDocumentation(described, operation);
    // A member of the name `new` without quotes would be a constructor.
    const member = name === "new" ? '"new"' : name;
    return `${documentation}  ${member}(${parametersOf(signature).join(", ")}): ${signature.returns};`;
  });
  const description = tagDescription(described, resource);
  return `${docComment([description])}export interface ${interfaceName(resource)} {\n${signatures.join("\n\n")}\n}`;
}

function renderDocumentation(
  described: SurfaceModel,
  operation: Operation,
): string {
  const { summary = "", description = "", method, path } = operation;
  const { synonym, answer } = operation;
  const sent = synonym
    ? `Sends \`${method} ${path}\` or, with \`updateMethod: "post"\`, \`${synonym}\`.`
    : `Sends \`${method} ${path}\`.`;
  const pages = answer.list?.isPaged ? PAGES : "";
  const events = answer.kind === "events" ? EVENTS : "";
  return docComment(
    [summary.replace(/[^.]$/, "$&."), description, pages, events, sent],
    "  ",
    [
      ...(operation.deprecated
        ? ["@deprecated The service's document marks this operation so."]
        : []),
      ...THROWS,
      `@example\n${renderExample(described, operation)}`,
    ],
  );
}

const PAGES =
  "`await` returns the items of the first page, with `nextCursor`. `for await` iterates over the items of all pages, and requests each page when the loop reaches the page.";

const EVENTS =
  "Iterate over the events with `for await`; the request is sent when the iteration begins. A connection that ends early is resumed after the last event.";

const THROWS: readonly string[] = [
  "@throws InputError when an argument cannot be sent; nothing was sent",
  "@throws ResponseError when the service refuses the call, or its answer does not match the document",
  "@throws ConnectionError when no response came",
  "@throws TimeoutError when no response came in time",
];

/** The parameters of a function as text. An optional parameter before a required one takes `undefined`. */
function parametersOf({ parameters }: Operation["signature"]): string[] {
  const lastRequired = parameters.findLastIndex(({ required }) => required);
  return parameters.map(({ name, type, required }, index) => {
    if (required) return `${name}: ${type}`;
    return index < lastRequired
      ? `${name}: ${type} | undefined`
      : `${name}?: ${type}`;
  });
}

function renderSurface(
  described: SurfaceModel,
  resources: readonly string[],
): string {
  const { name } = described.surface;
  const members = resources.map(
    (resource) =>
      `${docComment([tagDescription(described, resource)], "  ")}  readonly ${resource}: ${interfaceName(resource)};`,
  );
  return `/** Every resource of the surface. */\nexport interface ${name}Resources {\n${members.join("\n")}\n}`;
}

function interfaceName(resource: string): string {
  return `${capitalize(resource)}Resource`;
}

function tagDescription({ model }: SurfaceModel, resource: string): string {
  const tag = model.tags.find(
    ({ name }) =>
      name.replaceAll(" ", "").toLowerCase() === resource.toLowerCase(),
  );
  return tag?.description ?? "";
}
