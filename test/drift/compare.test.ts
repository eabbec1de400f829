import { Ajv } from "ajv";
import fc from "fast-check";
import { buildSchema, parse } from "graphql";
import { describe, expect, test } from "vitest";
import { documentResponse } from "../../packages/spec-tools/src/generate/render/graphql-responses.js";
import { responseSchema } from "../../packages/spec-tools/src/generate/render/responses.js";
import type { Json } from "../../packages/spec-tools/src/document/json.js";
import { readDocument } from "../../packages/spec-tools/src/document/read-document.js";
import { compare, type ResponseSchema } from "../../src/drift/compare.js";

/** What a comparison reports: `missing field data.id`. */
function differences(
  schema: ResponseSchema,
  value: unknown,
  schemas: Readonly<Record<string, ResponseSchema>> = {},
): string[] {
  return compare(value, schema, schemas).map(({ kind, path, expected }) =>
    kind === "new enum value"
      ? `${kind} ${path}: ${expected}`
      : `${kind} ${path}`,
  );
}

/** What a comparison with a schema reports, in a document with these components. */
function differencesFromSchema(
  schema: Json,
  value: unknown,
  schemas: Json = {},
) {
  const components = { schemas: { ...(schemas as object), It: schema } };
  const document = { openapi: "3.1.0", paths: {}, components };
  const { model } = readDocument(document);
  const named = Object.entries(model.schemas).map(
    ([name, each]) => [name, responseSchema(each)] as const,
  );
  return differences({ ref: "It" }, value, Object.fromEntries(named));
}

const name = fc.constantFrom("a", "b", "constructor");
const scalarType = fc.constantFrom("string", "integer", "number", "boolean");

/** Schemas of OpenAPI 3.0 and 3.1, without limits, which a watcher does not compare, and without open enumerations. */
const { schema: anySchema } = fc.letrec<{ schema: Json; closed: Json }>(
  (tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      scalarType.map((type) => ({ type })),
      scalarType.map((type) => ({ type: [type, "null"] })),
      fc.constant<Json>({ type: "string", enum: ["a", "b"] }),
      fc.constant({ const: "a" }),
      fc.constant({ type: "object" }),
      fc.constant({}),
      tie("schema").map((items) => ({ type: "array", items })),
      tie("schema").map((rest) => ({
        type: "object",
        additionalProperties: rest,
      })),
      tie("schema").map((only) => ({ allOf: [only, {}] })),
      tie("schema").map((only) => ({ anyOf: [only, { type: "null" }] })),
      fc.tuple(tie("schema"), tie("closed")).map(([items, object]) => ({
        oneOf: [{ type: "array", items }, object, { type: "number" }],
      })),
      tie("closed"),
    ),
    closed: fc
      .record({
        fields: fc.array(fc.tuple(name, tie("schema")), { maxLength: 3 }),
        required: fc.uniqueArray(name, { maxLength: 2 }),
      })
      .map(({ fields, required }) => ({
        type: "object",
        additionalProperties: false,
        properties: Object.fromEntries(fields),
        required: required.filter((each) => fields.some(([n]) => n === each)),
      })),
  }),
);

const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 1, 1.5, "a", "c"),
    fc.array(tie("value"), { maxLength: 2 }),
    fc
      .array(fc.tuple(name, tie("value")), { maxLength: 3 })
      .map((members) => Object.fromEntries(members)),
  ),
})).value;

describe("the response shape of a schema", () => {
  test("reports a difference exactly when a validator rejects the value", () => {
    const ajv = new Ajv({ strict: false, ownProperties: true });
    let rejected = 0;
    let accepted = 0;
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const isValid = ajv.validate(schema as object, value);
        if (isValid) accepted++;
        else rejected++;
        const differences = differencesFromSchema(schema, value);
        expect(differences.length === 0, differences.join()).toBe(isValid);
      }),
      { numRuns: 600 },
    );
    expect(Math.min(rejected, accepted)).toBeGreaterThan(100);
  });

  const POD = {
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "string" },
      parent: { $ref: "#/components/schemas/Pod" },
    },
  };
  const REF = { $ref: "#/components/schemas/Pod" };

  test.each<readonly [string, Json, unknown, readonly string[]]>([
    [
      "an open enumeration",
      { anyOf: [{ type: "string", enum: ["a"] }, { type: "string" }] },
      "b",
      ["new enum value : the known value a"],
    ],
    [
      "an enumeration with null",
      { type: ["string", "null"], enum: ["a", null] },
      null,
      [],
    ],
    [
      "a recursive schema",
      REF,
      { id: "a", parent: { id: "b", parent: {} } },
      ["missing field parent.parent.id"],
    ],
    [
      "fields of two schemas",
      { allOf: [REF, { properties: { size: { type: "integer" } } }] },
      { id: "a", size: "b", x: 1 },
      ["wrong type size", "unknown field x"],
    ],
    [
      "alternatives with different constants",
      {
        oneOf: [
          {
            type: "object",
            properties: { kind: { const: "a" }, size: { type: "integer" } },
          },
          {
            type: "object",
            properties: { kind: { const: "b" }, text: { type: "string" } },
          },
        ],
      },
      { kind: "b", text: 7, size: 1 },
      ["wrong type text", "unknown field size"],
    ],
    [
      "a constant of no alternative",
      {
        oneOf: [
          { type: "object", properties: { kind: { const: "a" } } },
          { type: "object", properties: { kind: { const: "b" } } },
        ],
      },
      { kind: "c" },
      ["new enum value kind: the known value a or the known value b"],
    ],
    [
      "names that match a pattern",
      { type: "object", properties: {}, patternProperties: { "^x": {} } },
      { x: 1 },
      [],
    ],
  ])("knows %s", (_, schema, value, expected) => {
    expect(differencesFromSchema(schema, value, { Pod: POD })).toEqual(
      expected,
    );
  });
});

describe("the response shape of a GraphQL document", () => {
  const schema = buildSchema(`
    type Query { pets(first: Int): [Pet!]! owner: Owner }
    enum Size { SMALL LARGE }
    type Pet { id: ID! name: String size: Size! }
    union Owner = Person | Club
    type Person { age: Float! }
    type Club { members: [Person] }
  `);
  const differencesFrom = (document: string, data: unknown) => {
    return differences(documentResponse(schema, parse(document)), { data });
  };
  const PETS = "{ animals: pets { id name size } }";

  test.each<readonly [string, unknown, readonly string[]]>([
    ["its fields", [{ id: "1", name: null, size: "SMALL" }], []],
    [
      "a field that it lacks",
      [{ id: "1", name: "Rex", size: "SMALL", lives: 9 }],
      ["unknown field data.animals[].lives"],
    ],
    [
      "a new value",
      [{ id: "1", name: "Rex", size: "HUGE" }],
      [
        "new enum value data.animals[].size: one of 2 known values (SMALL, LARGE)",
      ],
    ],
    [
      "null in a list of values that are never null",
      [null],
      ["wrong type data.animals[]"],
    ],
  ])("knows %s", (_, animals, expected) => {
    expect(differencesFrom(PETS, { animals })).toEqual(expected);
  });

  test.each([
    "{ owner { ... on Person { age } } }",
    "query ($all: Boolean!) { owner @include(if: $all) { __typename } }",
  ])(
    "permits anything where %s selects by type or by condition",
    (document) => {
      expect(differencesFrom(document, { owner: { more: 1 } })).toEqual([]);
    },
  );

  test("knows that data is null beside errors", () => {
    const response = documentResponse(schema, parse("{ pets { id } }"));
    const answer = { data: null, errors: [{ message: "no", code: 1 }] };
    expect(differences(response, answer)).toEqual([]);
    const found = differences(response, { errors: [{}], more: 1 });
    expect(found).toEqual([
      "missing field errors[].message",
      "unknown field more",
    ]);
  });
});
