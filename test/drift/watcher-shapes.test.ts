import { Ajv } from "ajv";
import fc from "fast-check";
import { buildSchema, parse } from "graphql";
import { describe, expect, test } from "vitest";
import { renderResponseShapes } from "../../packages/spec-tools/src/generate/render/response-shapes.js";
import { addDocument } from "../../packages/spec-tools/src/generate/render/document-shapes.js";
import { addSchema } from "../../packages/spec-tools/src/generate/render/schema-shapes.js";
import { ShapePool } from "../../packages/spec-tools/src/generate/render/shape-pool.js";
import type { Json } from "../../packages/spec-tools/src/document/json.js";
import { readDocument } from "../../packages/spec-tools/src/document/read-document.js";
import type { ResponseShape } from "../../generated/drift/responses.js";
import { compare } from "../../src/drift/compare.js";
import { linkShapes } from "../../src/drift/shapes.js";

type Shapes = ShapePool["shapes"];

/** What a comparison reports: `missing field data.id`. */
function differences(shapes: Shapes, index: number, value: unknown): string[] {
  // The generated file holds the shapes as JSON.
  const list = JSON.parse(JSON.stringify(shapes)) as readonly ResponseShape[];
  const shape = linkShapes(list)[index];
  if (!shape) throw new Error("no such shape");
  const found: string[] = [];
  compare(value, shape, (kind, { path }, expected) => {
    const isValue = kind === "new enum value";
    found.push(`${kind} ${path}${isValue ? `: ${expected}` : ""}`);
  });
  return found;
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
  const pool = new ShapePool();
  const index = addSchema(model.schemas, { ref: "It" }, pool);
  return differences(pool.shapes, index, value);
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
    ["null of OpenAPI 3.0", { type: "string", nullable: true }, null, []],
    ["null beside a reference", { nullable: true, allOf: [REF] }, null, []],
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
      "a value of no alternative",
      { oneOf: [REF, { type: "array", items: REF }] },
      "a",
      ["wrong type "],
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
    const pool = new ShapePool();
    const index = addDocument(schema, parse(document), pool);
    return differences(pool.shapes, index, { data });
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
    const pool = new ShapePool();
    const index = addDocument(schema, parse("{ pets { id } }"), pool);
    const answer = { data: null, errors: [{ message: "no", code: 1 }] };
    expect(differences(pool.shapes, index, answer)).toEqual([]);
    const found = differences(pool.shapes, index, { errors: [{}], more: 1 });
    expect(found).toEqual([
      "missing field errors[].message",
      "unknown field more",
    ]);
  });
});

test("the response shapes of two surfaces with the same route are separate", () => {
  const surface = (name: string, type: string) => {
    const content = { "application/problem+json": { schema: { type } } };
    const get = { responses: { "2XX": { content }, default: {} } };
    const document = { openapi: "3.1.0", paths: { "/pods": { get } } };
    return { name, model: readDocument(document).model };
  };
  const surfaces = [surface("one", "string"), surface("two", "integer")];
  const text = renderResponseShapes(
    surfaces,
    buildSchema("type Query { a: Int }"),
    [],
  );
  const place = (name: string) =>
    new RegExp(
      `\\["${name}","GET /pods",\\[\\["2XX",(\\d)\\],\\["DEFAULT",null`,
    ).exec(text)?.[1];
  expect([place("one"), place("two")]).toEqual(["0", "1"]);
});
