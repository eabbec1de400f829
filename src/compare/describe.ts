import type {
  Description,
  Field,
  Operation,
  Parameter,
  Security,
  Shape,
} from "./description.js";
import {
  DocumentError,
  entriesOf,
  isObject,
  listOf,
  lookUp,
  member,
  resolve,
  textOf,
} from "./document.js";
import {
  findReach,
  rawOperations,
  type RawOperation,
  type Reach,
} from "./reach.js";
import { describeSchema, schemaName, type SchemaContext } from "./schema.js";

/**
 * Describes a parsed OpenAPI 3 document. `names` holds the name in the client of each route.
 *
 * @throws DocumentError when the value is no such document, a reference points to nothing, or a schema is nested
 * without end
 */
export function describeDocument(
  document: unknown,
  names: ReadonlyMap<string, string> = new Map(),
): Description {
  checkKind(document);
  const context: Context = {
    document,
    reach: findReach(document),
    refs: new Set(),
  };
  const operations = rawOperations(document).map((raw) => {
    const name = names.get(raw.route);
    const operation = describeOperation(context, raw);
    return [raw.route, name === undefined ? operation : { name, ...operation }];
  });
  const security = describeSecurity(document, member(document, "security"));
  return {
    operations: Object.fromEntries(operations) as Description["operations"],
    schemas: describeReferenced(context),
    ...(security && security.length > 0 && { security }),
  };
}

interface Context {
  readonly document: unknown;
  readonly reach: Reach;
  /** The references found so far. */
  readonly refs: Set<string>;
}

function checkKind(document: unknown): void {
  const version = textOf(member(document, "openapi"));
  if (version === undefined || !/^3\.\d/.test(version))
    throw new DocumentError(
      "this is not an OpenAPI 3 document: its member openapi must name a version 3.x",
    );
  if (!isObject(member(document, "paths")))
    throw new DocumentError("the document has no paths");
}

function describeOperation(
  context: Context,
  { route, item, operation }: RawOperation,
): Operation {
  const { document } = context;
  const parameters = [
    ...listOf(member(item, "parameters")),
    ...listOf(member(operation, "parameters")),
  ].flatMap((node) => describeParameter(context, route, node));
  const request = resolve(document, member(operation, "requestBody"));
  const body = describeJson(requestContext(context), request);
  const isBodyRequired = member(request, "required") === true;
  const responses = responsesOf(context, operation);
  const successes = responses
    .filter(({ status }) => isSuccess(status))
    .map(({ response: success }) => success);
  const filled = successes.filter(hasContent);
  const response = describeSuccesses(responseContext(context), filled);
  const errors = responses
    .filter(({ status }) => !status.startsWith("2"))
    .flatMap(({ status, response: error }): [string, Shape][] => {
      const shape = describeJson(responseContext(context), error);
      return shape ? [[status, shape]] : [];
    });
  const security = describeSecurity(document, member(operation, "security"));
  return {
    ...(member(operation, "deprecated") === true && { deprecated: true }),
    ...(parameters.length > 0 && {
      parameters: Object.fromEntries(parameters),
    }),
    ...(body && { body: asField(body, isBodyRequired) }),
    ...mediaTypes("bodyTypes", request),
    ...(response && { response }),
    ...(filled.length > 0 &&
      filled.length < successes.length && { mayBeEmpty: true }),
    ...mediaTypes("responseTypes", ...filled),
    ...(errors.length > 0 && { errors: Object.fromEntries(errors) }),
    ...(security && { security }),
  };
}

/** A parameter with its key in the description; an empty list for one without a name or a place. */
function describeParameter(
  context: Context,
  route: string,
  node: unknown,
): [string, Parameter][] {
  const parameter = resolve(context.document, node);
  const name = textOf(member(parameter, "name"));
  const place = textOf(member(parameter, "in"));
  if (name === undefined || place === undefined) return [];
  const schema =
    member(parameter, "schema") ?? jsonSchema(member(parameter, "content"));
  const shape = describeSchema(requestContext(context), schema ?? {});
  const isDeprecated = member(parameter, "deprecated") === true;
  const isRequired = member(parameter, "required") === true;
  const serialization = describeSerialization(parameter, place);
  const described: Parameter = {
    ...asField(shape, isRequired),
    ...(isDeprecated && { deprecated: true }),
    ...(serialization !== "" && { serialization }),
  };
  return [[parameterKey(route, place, name), described]];
}

/** A path parameter is known by its position, because a client passes it by position and its name may change. */
function parameterKey(route: string, place: string, name: string): string {
  if (place !== "path") return `${place} ${name}`;
  const names: readonly string[] = route.match(/\{[^{}]*\}/g) ?? [];
  return `path ${names.indexOf(`{${name}}`) + 1}`;
}

/** How a parameter is serialized; empty for the default of its place. */
function describeSerialization(parameter: unknown, place: string): string {
  const [type] = entriesOf(member(parameter, "content"))[0] ?? [];
  if (type !== undefined) return type;
  const isForm = place === "query" || place === "cookie";
  const defaultStyle = isForm ? "form" : "simple";
  const style = textOf(member(parameter, "style")) ?? defaultStyle;
  const explode = member(parameter, "explode");
  const parts: string[] = [];
  if (style !== defaultStyle) parts.push(`style ${style}`);
  const isExplodeDefault = style === "form";
  if (explode === !isExplodeDefault) parts.push(`explode ${explode}`);
  if (member(parameter, "allowReserved") === true)
    parts.push("allowReserved true");
  return parts.join(", ");
}

/** The responses of an operation, by status in ascending order. */
function responsesOf(
  { document }: Context,
  operation: unknown,
): { status: string; response: unknown }[] {
  return entriesOf(member(operation, "responses"))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, node]) => ({ status, response: resolve(document, node) }));
}

function isSuccess(status: string): boolean {
  return /^2(\d\d|XX)$/.test(status);
}

/** The shape of the JSON body of a request or a response; undefined when it has none. */
function describeJson(
  context: SchemaContext,
  node: unknown,
): Shape | undefined {
  const schema = jsonSchema(member(node, "content"));
  return schema === undefined ? undefined : describeSchema(context, schema);
}

function hasContent(node: unknown): boolean {
  return entriesOf(member(node, "content")).length > 0;
}

/** The shape of the JSON of all successes; undefined where none has JSON. */
function describeSuccesses(
  context: SchemaContext,
  successes: readonly unknown[],
): Shape | undefined {
  const schemas = successes.flatMap((success) => {
    const schema = jsonSchema(member(success, "content"));
    return schema === undefined
      ? []
      : [[JSON.stringify(schema), schema] as const];
  });
  const [first, ...others] = [...new Map(schemas).values()];
  if (schemas.length === 0) return undefined;
  const schema = others.length === 0 ? first : { anyOf: [first, ...others] };
  return describeSchema(context, schema);
}

/** The schema of the first JSON media type. */
function jsonSchema(content: unknown): unknown {
  const media = entriesOf(content).find(([type]) => /[/+]json\b/.test(type));
  return media && (member(media[1], "schema") ?? {});
}

function mediaTypes(
  key: "bodyTypes" | "responseTypes",
  ...nodes: readonly unknown[]
): Pick<Operation, "bodyTypes" | "responseTypes"> {
  const types = nodes
    .flatMap((node) => entriesOf(member(node, "content")))
    .map(([type]) => type.replace(/\s*;.*$/, "").toLowerCase());
  const unique = [...new Set(types)].sort();
  const isJsonOnly = unique.every((type) => type === "application/json");
  return isJsonOnly ? {} : { [key]: unique };
}

function requestContext({ document, refs }: Context): SchemaContext {
  return { document, refs, isOpen: false, hasLimits: true };
}

/** A response may have values that its document does not list: the generated types say the same. */
function responseContext({ document, refs }: Context): SchemaContext {
  return { document, refs, isOpen: true, hasLimits: false };
}

function asField(shape: Shape, isRequired: boolean): Field {
  return isRequired ? { ...shape, required: true } : shape;
}

/** The alternatives of a `security` member; undefined when the member is absent. */
function describeSecurity(
  document: unknown,
  security: unknown,
): Security | undefined {
  if (!Array.isArray(security)) return undefined;
  const alternatives = security.map((requirement) =>
    entriesOf(requirement).flatMap(([scheme, scopes]) => {
      const name = describeScheme(document, scheme);
      const needed = listOf(scopes).filter(
        (scope) => typeof scope === "string",
      );
      return [name, ...needed.map((scope) => `${name} scope ${scope}`)];
    }),
  );
  // An empty requirement lets anyone in.
  return alternatives.some((parts) => parts.length === 0) ? [] : alternatives;
}

/** `"http bearer"`, `"apiKey query api_key"`: what a client has to do, whatever the scheme is called. */
function describeScheme(document: unknown, scheme: string): string {
  const schemes = member(member(document, "components"), "securitySchemes");
  const node = resolve(document, member(schemes, scheme));
  const values = ["type", "scheme", "in", "name", "openIdConnectUrl"].flatMap(
    (key) => textOf(member(node, key)) ?? [],
  );
  return values.length > 0 ? values.join(" ") : scheme;
}

function describeReferenced(context: Context): Record<string, Shape> {
  const { document, reach, refs } = context;
  const identified = identifiedSchemas(context);
  const schemas: [string, Shape][] = [];
  // The loop also visits the references that it adds itself.
  for (const ref of refs) {
    const hasLimits = reach.request.has(ref);
    const isOpen = !hasLimits && reach.response.has(ref);
    const shape = describeSchema(
      { document, refs, hasLimits, isOpen },
      lookUp(document, ref),
    );
    const isIdentified = identified.has(ref);
    schemas.push([schemaName(ref), isIdentified ? requireId(shape) : shape]);
  }
  return Object.fromEntries(schemas);
}

/**
 * The references of the schemas that a success response returns directly or as the items of a list. The list may be a
 * named schema itself.
 */
function identifiedSchemas(context: Context): ReadonlySet<string> {
  const { document } = context;
  const schemas = rawOperations(document).flatMap(({ operation }) =>
    responsesOf(context, operation)
      .filter(({ status }) => status.startsWith("2"))
      .map(({ response }) => jsonSchema(member(response, "content")))
      .flatMap((schema) => [
        schema,
        member(resolve(document, schema), "items"),
      ]),
  );
  return new Set(schemas.flatMap((schema) => refsOfChain(document, schema)));
}

/**
 * The reference in a schema, the reference in the target of that reference, and so on until a target is not a
 * reference.
 */
function refsOfChain(document: unknown, schema: unknown): string[] {
  const refs: string[] = [];
  let at = schema;
  for (;;) {
    const ref = textOf(member(at, "$ref"));
    if (ref === undefined || refs.includes(ref)) return refs;
    refs.push(ref);
    at = lookUp(document, ref);
  }
}

/** A resource that a response returns always has its `id`, whatever the document says: the generated types do the same. */
function requireId(shape: Shape): Shape {
  const { fields = {} } = shape;
  const id = Object.hasOwn(fields, "id") ? fields["id"] : undefined;
  const isText = id?.type === "string" && !id.values && !id.nullable;
  if (!isText) return shape;
  return { ...shape, fields: { ...fields, id: { ...id, required: true } } };
}
