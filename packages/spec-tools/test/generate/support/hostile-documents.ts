import fc from "fast-check";

const PAYLOADS = [
  "*/ globalThis.pwned = 1; /*",
  '"; globalThis.pwned = 1; //',
  "'; globalThis.pwned = 1; //",
  "`; globalThis.pwned = 1; `",
  "${globalThis.pwned = 1}",
  "\\",
  '\\"; globalThis.pwned = 1; //',
  "a\nglobalThis.pwned = 1;\n",
  "a\u2028globalThis.pwned = 1;",
  "\r\nglobalThis.pwned = 1",
  "</script><script>globalThis.pwned = 1</script>",
  "*\\/ /* */",
  "/** @ts-ignore */",
  "@ts-expect-error",
  "@ts-nocheck",
  "(() => { globalThis.pwned = 1 })()",
  "[Symbol.iterator]: globalThis.pwned = 1",
];

const NAMES = [
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "..",
  ".",
  "",
  " ",
  "a b",
  "a-b",
  "0",
  "1a",
  "class",
  "await",
  "null",
  "перечень",
  "🦀",
  "\u0000",
  "a\u200bb",
  "é",
  "$ref",
  "x-y",
  "default",
  "Schemas",
  "Given",
  "Call",
  "components",
  "validate0",
  "schema1",
];

/** Text that would do harm if it were taken for code. */
const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PAYLOADS) },
  { weight: 2, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
);

const hostileName = fc.oneof(hostileText, fc.constant("__proto__"));

/** A name that is usually right, so that not every document is refused for its names. */
function nameOr(right: string, hostility: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant(right) },
    { weight: hostility, arbitrary: hostileName },
  );
}

const scalar = (text: fc.Arbitrary<string>) =>
  fc.record(
    {
      type: fc.constantFrom("string", "integer", "boolean", "number"),
      description: fc.oneof(text, fc.integer(), fc.constant(null)),
      title: text,
      format: text,
      default: fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
      example: fc.oneof(text, fc.dictionary(text, text)),
      "x-code": fc.oneof(text, fc.record({ $ref: text })),
      deprecated: fc.boolean(),
    },
    { requiredKeys: ["type"] },
  );

function schemaOf(text: fc.Arbitrary<string>): fc.Arbitrary<object> {
  // hostile.test.ts tries the names of members that every object has, which are refused.
  const key = text.filter((name) => !(name in Object.prototype));
  const { schema } = fc.letrec<{ schema: object }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      scalar(text),
      fc.record({
        type: fc.constant("string"),
        enum: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ const: text }),
      fc.constant({ $ref: "#/components/schemas/Thing" }),
      fc.record({ type: fc.constant("array"), items: tie("schema") }),
      fc.record({
        type: fc.constant("object"),
        properties: fc.dictionary(key, tie("schema"), { maxKeys: 3 }),
        required: fc.array(text, { maxLength: 2 }),
        description: text,
      }),
      fc.record({ additionalProperties: tie("schema") }),
      fc.record({
        anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
      }),
      fc.record({
        type: fc.constant(["string", "null"]),
        description: text,
      }),
      fc.record({
        type: fc.constant("array"),
        prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
      }),
    ),
  }));
  return schema;
}

/** A schema that a query can hold: no lists or objects within another. */
function flatSchemaOf(text: fc.Arbitrary<string>): fc.Arbitrary<object> {
  const key = text.filter((name) => !(name in Object.prototype));
  return fc.oneof(
    scalar(text),
    fc.record({
      type: fc.constant("string"),
      enum: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ const: text }),
    fc.record({ type: fc.constant("array"), items: scalar(text) }),
    fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(key, scalar(text), { maxKeys: 3 }),
      required: fc.array(text, { maxLength: 2 }),
      description: text,
    }),
  );
}

/** A document full of hostile texts. `hostility` is how many of about 30 names are hostile as well. */
export function hostileDocument(hostility: number): fc.Arbitrary<object> {
  const text = hostileText;
  const schema = schemaOf(text);
  const parameter = (
    name: string,
    place: string,
    schema: fc.Arbitrary<object>,
  ) =>
    fc.record({
      name: fc.constant(name),
      in: fc.constant(place),
      description: text,
      schema,
    });
  const operation = (id: string, hasBody: boolean) =>
    fc.record({
      operationId: nameOr(id, hostility),
      tags: fc.tuple(nameOr("things", hostility)),
      summary: text,
      description: text,
      parameters: fc.uniqueArray(text, { maxLength: 3 }).chain((names) =>
        fc.tuple(
          ...names.map((name) =>
            fc.oneof(
              parameter(name, "query", flatSchemaOf(text)),
              // A header holds a single value.
              parameter(name, "header", scalar(text)),
            ),
          ),
        ),
      ),
      ...(hasBody
        ? {
            requestBody: fc.record({
              content: fc.record({ "application/json": fc.record({ schema }) }),
            }),
          }
        : {}),
      responses: fc.record({
        "200": fc.record({
          description: text,
          content: fc.record({ "application/json": fc.record({ schema }) }),
        }),
      }),
      "x-code": text,
    });
  return fc
    .record({
      list: operation("ListThings", false),
      create: operation("CreateThing", true),
      get: operation("GetThing", false),
      path: nameOr("/things", hostility),
      name: nameOr("Thing", hostility),
      parameter: nameOr("thingId", hostility),
      other: nameOr("Other", hostility),
      schemas: fc.tuple(schema, schema),
      text,
    })
    .map(({ list, create, get, path, name, other, ...parts }) => ({
      openapi: "3.1.0",
      info: { title: parts.text, version: "1", description: parts.text },
      servers: [{ url: parts.text }],
      tags: [{ name: "things", description: parts.text }],
      paths: {
        [path]: { get: list, post: create },
        [`${path}/{${parts.parameter}}`]: {
          parameters: [
            {
              name: parts.parameter,
              in: "path",
              required: true,
              description: parts.text,
              schema: { type: "string" },
            },
          ],
          get,
        },
      },
      components: {
        schemas: entries([
          ["Thing", { type: "object", properties: { id: parts.schemas[0] } }],
          [name, parts.schemas[0]],
          [other, parts.schemas[1]],
        ]),
      },
      webhooks: { [parts.text]: parts.text },
    }));
}

/** As `Object.fromEntries`, but the first entry of a name counts. */
function entries(list: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries([...list].reverse());
}
