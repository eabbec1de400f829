import { capitalize } from "../model/names.js";
import type { Operation } from "../model/operations.js";
import { schemasOf, typeNamesOf } from "../model/type-names.js";
import {
  bodyType,
  collectSchemas,
  isPlainObject,
  returnType,
  type TypeContext,
} from "../model/types.js";
import type { SurfaceRules } from "../model/rules.js";
import { isObject, textOf } from "../parse/json.js";
import { type Spec } from "../parse/spec.js";
import { docComment } from "./doc-comment.js";
import { renderExample } from "./example.js";
import { byResourceOf, type Surface } from "./fetchers.js";

/** The named types of the schemas, an interface for each resource, and an interface for the surface. */
export function renderResources(
  spec: Spec,
  operations: readonly Operation[],
  surface: Surface,
  rules: SurfaceRules = {},
): string {
  const context = {
    spec,
    typeNames: typeNamesOf(spec, operations, rules),
  };
  const byResource = byResourceOf(operations);
  const code = [
    ...renderSchemas(context, operations),
    NO_QUERY,
    ...operations.flatMap((operation) => [
      ...renderQuery(operation, surface),
      ...renderHeaders(operation, surface),
    ]),
    ...Array.from(byResource, ([resource, members]) =>
      renderResource(context, surface, resource, members),
    ),
    renderSurface(spec, surface, [...byResource.keys()]),
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

const HELPER_TYPES = [
  "BinaryBody",
  "BodyOf",
  "InputOf",
  "PagedList",
  "SuccessOf",
];

const SHAPE = `// An interface extends a name, not an indexed access.
type Shape<T> = T;`;

const NO_QUERY = `/** An operation without query parameters today. */
export type NoQuery = Record<string, never>;`;

/** A type per component, so that an editor shows `Pod`. */
function renderSchemas(
  context: TypeContext,
  operations: readonly Operation[],
): string[] {
  const { spec, typeNames } = context;
  const used = new Set<string>();
  const sent = new Set<string>();
  for (const {
    answer,
    body,
    queryParameters,
    headerParameters,
  } of operations) {
    const parameters = [...queryParameters, ...headerParameters];
    const schemas = parameters.map(({ schema }) => schema);
    collectSchemas(
      spec,
      [...answer.schemas, body?.schema ?? null, ...schemas],
      used,
    );
    collectSchemas(spec, body?.schema ?? null, sent);
  }
  return [...typeNames]
    .filter(([schema]) => used.has(schema))
    .map(([schema, name]) =>
      renderSchema(spec, schema, name, sent.has(schema)),
    );
}

function renderSchema(
  spec: Spec,
  schema: string,
  name: string,
  isSent: boolean,
): string {
  const path = ["components", "schemas", schema];
  const resolved = spec.resolve(schemasOf(spec)[schema], path);
  const tags = resolved["deprecated"] === true ? ["@deprecated"] : [];
  const comment = docComment([textOf(resolved["description"])], "", tags);
  const type = `Schemas[${JSON.stringify(schema)}]`;
  if (isPlainObject(spec, resolved))
    return `${comment}export interface ${name} extends ${isSent ? "InputOf" : "Shape"}<${type}> {}`;
  const isComposite = ["allOf", "anyOf", "oneOf", "properties"].some(
    (keyword) => keyword in resolved,
  );
  return `${comment}export type ${name} = ${isSent && isComposite ? `InputOf<${type}>` : type};`;
}

function renderQuery(
  { id, resource, name, queryParameters }: Operation,
  { prefix }: Surface,
): string[] {
  if (queryParameters.length === 0) return [];
  const members = `operations["${id}"]["parameters"]["query"]`;
  return [
    `/** The query parameters of \`${prefix}${resource}.${name}\`. */
export interface ${capitalize(id)}Query extends InputOf<NonNullable<${members}>> {}`,
  ];
}

function renderHeaders(
  { id, resource, name, headerParameters, hiddenHeaders }: Operation,
  { prefix }: Surface,
): string[] {
  if (headerParameters.length === 0) return [];
  const hidden = hiddenHeaders.map((header) => JSON.stringify(header));
  const members = `operations["${id}"]["parameters"]["header"]`;
  const declared = `NonNullable<${members}>`;
  const all =
    hidden.length > 0 ? `Omit<${declared}, ${hidden.join(" | ")}>` : declared;
  return [
    `/** The header parameters of \`${prefix}${resource}.${name}\`. */
export interface ${capitalize(id)}Headers extends InputOf<${all}> {}`,
  ];
}

function renderResource(
  context: TypeContext,
  surface: Surface,
  resource: string,
  members: readonly Operation[],
): string {
  const signatures = members.map((operation) => {
    const documentation = renderDocumentation(context, surface, operation);
    const parameters = parametersOf(context, operation).join(", ");
    return `${documentation}  ${operation.name}(${parameters}): ${returnType(context, operation)};`;
  });
  const description = tagDescription(context.spec, resource);
  return `${docComment([description])}export interface ${interfaceName(resource)} {\n${signatures.join("\n\n")}\n}`;
}

function renderDocumentation(
  context: TypeContext,
  surface: Surface,
  operation: Operation,
): string {
  const { summary, description, method, path, synonym, answer } = operation;
  const sent = synonym
    ? `Sends \`${method} ${path}\` or, with \`updateMethod: "post"\`, \`${synonym}\`.`
    : `Sends \`${method} ${path}\`.`;
  const pages = answer.list?.isPaged ? PAGES : "";
  const events = answer.kind === "events" ? EVENTS : "";
  return docComment(
    [summary.replace(/\.?$/, "."), description, pages, events, sent],
    "  ",
    [
      ...(operation.deprecated
        ? ["@deprecated The service's document marks this operation so."]
        : []),
      ...THROWS,
      `@example\n${renderExample(context, surface, operation)}`,
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

/** A parameter of a function. */
interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** The parameters of a function as text. An optional parameter before a required one takes `undefined`. */
function parametersOf(context: TypeContext, operation: Operation): string[] {
  const all = listParameters(context, operation);
  const lastRequired = all.findLastIndex(({ required }) => required);
  return all.map(({ name, type, required }, index) => {
    if (required) return `${name}: ${type}`;
    return index < lastRequired
      ? `${name}: ${type} | undefined`
      : `${name}?: ${type}`;
  });
}

function listParameters(
  context: TypeContext,
  operation: Operation,
): Parameter[] {
  const { pathParameters, body, queryParameters, headerParameters, id } =
    operation;
  const hasQuery = queryParameters.length > 0;
  const isRequired = ({ required }: { readonly required: boolean }) => required;
  return [
    ...pathParameters.map((name) => ({
      name,
      type: "string",
      required: true,
    })),
    ...(body
      ? [
          {
            name: "body",
            type: bodyType(context, operation),
            required: body.required,
          },
        ]
      : []),
    ...(operation.method === "GET" || hasQuery
      ? [
          {
            name: "query",
            type: hasQuery ? `${capitalize(id)}Query` : "NoQuery",
            required: queryParameters.some(isRequired),
          },
        ]
      : []),
    ...(headerParameters.length > 0
      ? [
          {
            name: "headers",
            type: `${capitalize(id)}Headers`,
            required: headerParameters.some(isRequired),
          },
        ]
      : []),
    { name: "options", type: optionsType(operation), required: false },
  ];
}

function optionsType({ synonym, answer }: Operation): string {
  if (answer.kind === "events") return "EventStreamOptions";
  return synonym === undefined ? "CallOptions" : "UpdateOptions";
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
  return `${capitalize(resource)}Resource`;
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
