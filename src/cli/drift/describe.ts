import {
  DocumentError,
  type Description,
  type Field,
  type Operation,
  type Shape,
} from "./description.js";
import {
  entriesOf,
  isObject,
  keysOf,
  member,
  resolve,
  shortened,
  textOf,
} from "./json.js";
import { reachOf, routesOf, type Reach } from "./reach.js";
import { describeSchema, nameOf, type Reading } from "./schema.js";

/**
 * The description of a parsed OpenAPI document of version 3; `names` gives the operations their names in the client.
 *
 * @throws DocumentError where it is no such document, a reference leads nowhere, or it is nested without end
 */
export function describe(
  document: unknown,
  names: ReadonlyMap<string, string> = new Map(),
): Description {
  checkKind(document);
  const context = {
    document,
    reach: reachOf(document),
    wanted: new Set<string>(),
  };
  const operations = routesOf(document).map(({ route, item, operation }) => {
    const described = describeOperation(context, route, item, operation);
    const name = names.get(route);
    return [
      route,
      name === undefined ? described : { name, ...described },
    ] as const;
  });
  return {
    operations: Object.fromEntries(operations),
    schemas: describeWanted(context, answeredByName(context)),
  };
}

interface Context {
  readonly document: unknown;
  readonly reach: Reach;
  /** The references met so far. */
  readonly wanted: Set<string>;
}

function checkKind(document: unknown): void {
  const version = textOf(member(document, "openapi"));
  if (version === undefined || !/^3\.\d/.test(version))
    throw new DocumentError(
      "this is no OpenAPI 3 document: the member openapi must name a version 3.x",
    );
  if (!isObject(member(document, "paths")))
    throw new DocumentError("the document has no paths");
}

function describeOperation(
  context: Context,
  route: string,
  item: unknown,
  operation: unknown,
): Operation {
  const parameters = describeParameters(context, route, [
    ...listOf(member(item, "parameters")),
    ...listOf(member(operation, "parameters")),
  ]);
  const request = resolve(context.document, member(operation, "requestBody"));
  const body = jsonOf(sent(context), request);
  const { answer, failures } = describeAnswers(context, operation);
  return {
    ...(member(operation, "deprecated") === true && { deprecated: true }),
    ...(parameters.length > 0 && {
      parameters: Object.fromEntries(parameters),
    }),
    ...(body && { body: asField(body, member(request, "required") === true) }),
    ...(answer && { answer }),
    ...(failures.length > 0 && { failures: Object.fromEntries(failures) }),
  };
}

function describeParameters(
  context: Context,
  route: string,
  list: readonly unknown[],
): [string, Field][] {
  return list.flatMap((node) => {
    const parameter = resolve(context.document, node);
    const name = textOf(member(parameter, "name"));
    const place = textOf(member(parameter, "in"));
    if (name === undefined || place === undefined) return [];
    const schema =
      member(parameter, "schema") ?? mediaSchema(member(parameter, "content"));
    const shape = describeSchema(sent(context), schema ?? {});
    const required = member(parameter, "required") === true;
    const deprecated = member(parameter, "deprecated") === true;
    const field = asField(
      { ...shape, ...(deprecated && { deprecated }) },
      required,
    );
    return [[keyOf(route, place, name), field]];
  });
}

/** A parameter by its place and name; one of the path by its position, since its name may change. */
export function keyOf(route: string, place: string, name: string): string {
  if (place !== "path") return `${place} ${name}`;
  const names: readonly string[] = route.match(/\{[^{}]*\}/g) ?? [];
  return `path ${names.indexOf(`{${name}}`) + 1}`;
}

function describeAnswers(
  context: Context,
  operation: unknown,
): { answer: Shape | undefined; failures: [string, Shape][] } {
  const responses = entriesOf(member(operation, "responses")).sort(
    ([a], [b]) => (a < b ? -1 : 1),
  );
  const success = responses.find(([status]) => /^2(\d\d|XX)$/.test(status));
  const shapeOf = (node: unknown) =>
    jsonOf(answered(context), resolve(context.document, node));
  return {
    answer: success && shapeOf(success[1]),
    failures: responses
      .filter(([status]) => !status.startsWith("2"))
      .flatMap(([status, node]) => {
        const shape = shapeOf(node);
        return shape ? [[status, shape] as [string, Shape]] : [];
      }),
  };
}

function jsonOf(reading: Reading, node: unknown): Shape | undefined {
  const schema = mediaSchema(member(node, "content"));
  return schema === undefined ? undefined : describeSchema(reading, schema);
}

function sent({ document, wanted }: Context): Reading {
  return { document, wanted, isOpen: false, isSent: true };
}

/** The types of an answer open its named schemas alone: an enumeration within the operation itself stays closed. */
function answered({ document, wanted }: Context): Reading {
  return { document, wanted, isOpen: false, isSent: false };
}

/** The schema of the first JSON there is. */
function mediaSchema(content: unknown): unknown {
  const media = entriesOf(content).find(([type]) => /[/+]json\b/.test(type));
  return media && (member(media[1], "schema") ?? {});
}

function asField(shape: Shape, required: boolean): Field {
  return required ? { ...shape, required } : shape;
}

/** The schemas answered as such, or in a list: each of them has an `id`, if it names one. */
function answeredByName({ document }: Context): ReadonlySet<string> {
  const names = routesOf(document).flatMap(({ operation }) => {
    const responses = entriesOf(member(operation, "responses"));
    return responses
      .filter(([status]) => status.startsWith("2"))
      .map(([, node]) =>
        mediaSchema(member(resolve(document, node), "content")),
      )
      .flatMap((schema) => [schema, member(schema, "items")])
      .map((schema) => textOf(member(schema, "$ref")) ?? "");
  });
  return new Set(names);
}

function describeWanted(
  { document, reach, wanted }: Context,
  identified: ReadonlySet<string>,
): Record<string, Shape> {
  const schemas: [string, Shape][] = [];
  // What a schema refers to is added to the set while it is read.
  for (const ref of wanted) {
    const target = keysOf(ref).reduce<unknown>(
      (at, key) =>
        Array.isArray(at) ? (at as unknown[])[Number(key)] : member(at, key),
      document,
    );
    if (target === undefined)
      throw new DocumentError(
        `the reference ${shortened(ref)} points to nothing`,
      );
    const isSent = reach.sent.has(ref);
    const isOpen = !isSent && reach.answered.has(ref);
    const shape = describeSchema({ document, wanted, isSent, isOpen }, target);
    schemas.push([nameOf(ref), identified.has(ref) ? withId(shape) : shape]);
  }
  return Object.fromEntries(schemas);
}

/** What is answered and addressed by an `id` always carries one. */
function withId(shape: Shape): Shape {
  const id =
    shape.fields && Object.hasOwn(shape.fields, "id")
      ? shape.fields["id"]
      : undefined;
  return id
    ? { ...shape, fields: { ...shape.fields, id: { ...id, required: true } } }
    : shape;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
