import { Ajv } from "ajv";
import fc from "fast-check";
import { buildSchema, parse } from "graphql";
import { describe, expect, test } from "vitest";
import { renderResponseShapes } from "../../scripts/codegen/render/response-shapes.js";
import { addDocument } from "../../scripts/codegen/model/document-shapes.js";
import { addSchema } from "../../scripts/codegen/model/response-shapes.js";
import { ShapePool } from "../../scripts/codegen/model/shape-pool.js";
import { type Json } from "../../scripts/codegen/parse/json.js";
import { parseSpec } from "../../scripts/codegen/parse/spec.js";
import type { ResponseShape } from "../../generated/drift/responses.js";
import { compare } from "../../src/drift/compare.js";
import { linkShapes } from "../../src/drift/shapes.js";

type Rows = ReturnType<typeof ShapePool>["rows"];

/** What a comparison tells: `missing field data.id`. */
function told(rows: Rows, place: number, value: unknown): string[] {
  // What was rendered is read back: all that counts is in the text.
  const listed = JSON.parse(JSON.stringify(rows)) as readonly ResponseShape[];
  const shape = linkShapes(listed)[place];
  if (!shape) throw new Error("no such shape");
  const differences: string[] = [];
  compare(value, shape, (kind, path) => differences.push(`${kind} ${path}`));
  return differences;
}

/** What is told of a value by a schema, in a document with these components. */
function toldBySchema(schema: Json, value: unknown, schemas: Json = {}) {
  const document = { openapi: "3.1.0", components: { schemas } };
  const spec = parseSpec("spec", JSON.stringify(document));
  const pool = new ShapePool();
  return told(pool.shapes, addSchema(spec, schema, pool), value);
}

const name = fc.constantFrom("a", "b", "constructor");
const scalarType = fc.constantFrom("string", "integer", "number", "boolean");

/** Schemas of both versions, without what a watcher does not look at and without open enumerations. */
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
        ...{ type: "object", additionalProperties: rest },
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
        ...{ type: "object", additionalProperties: false },
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

describe("the shape of a schema", () => {
  test("is told of exactly where a validator refuses the value", () => {
    const ajv = new Ajv({ strict: false, ownProperties: true });
    let [refused, taken] = [0, 0];
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const isValid = ajv.validate(schema as object, value);
        if (isValid) taken++;
        else refused++;
        const differences = toldBySchema(schema, value);
        expect(differences.length === 0, differences.join()).toBe(isValid);
      }),
      { numRuns: 2000 },
    );
    expect(Math.min(refused, taken)).toBeGreaterThan(100);
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
    ["null by version 3.0", { type: "string", nullable: true }, null, []],
    ["null beside a reference", { nullable: true, allOf: [REF] }, null, []],
    [
      "an open name",
      { anyOf: [{ type: "string", enum: ["a"] }, { type: "string" }] },
      "b",
      ["new enum value "],
    ],
    [
      "a list with an enumeration",
      { type: ["string", "null"], enum: ["a", null] },
      null,
      [],
    ],
    [
      "a shape that reaches itself",
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
      "a field that is only sent",
      {
        properties: { key: { type: "string", writeOnly: true } },
        required: ["key"],
      },
      {},
      [],
    ],
    [
      "alternatives told apart by a constant",
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
      "no alternative",
      { oneOf: [REF, { type: "array", items: REF }] },
      "a",
      ["wrong type "],
    ],
    [
      "names by a pattern",
      { type: "object", properties: {}, patternProperties: { "^x": {} } },
      { x: 1 },
      [],
    ],
  ])("knows %s", (_, schema, value, expected) => {
    expect(toldBySchema(schema, value, { Pod: POD })).toEqual(expected);
  });

  test("is compared safely with what is deep, wide or branches without end", () => {
    const either = { oneOf: [REF, { ...POD, required: [] }] };
    const schemas = {
      Pod: { ...POD, properties: { ...POD.properties, parent: either } },
    };
    let deep: unknown = {};
    for (let depth = 0; depth < 5000; depth++) deep = { id: 1, parent: deep };
    expect(toldBySchema(REF, deep, { Pod: POD }).length).toBeLessThan(200);
    expect(toldBySchema(REF, deep, schemas).length).toBeLessThan(200_000);
    const wide = Object.fromEntries(
      Array.from({ length: 200_000 }, (_, index) => [`f${index}`, 1]),
    );
    expect(toldBySchema(REF, wide, { Pod: POD }).length).toBeLessThan(100_000);
  });
});

describe("the shape of a document", () => {
  const schema = buildSchema(`
    type Query { pets(first: Int): [Pet!]! owner: Owner }
    interface Pet { id: ID! name: String }
    enum Size { SMALL LARGE }
    type Dog implements Pet { id: ID! name: String size: Size! }
    type Cat implements Pet { id: ID! name: String lives: Int! }
    union Owner = Person | Club
    type Person { age: Float! }
    type Club { members: [Person] }
  `);
  const toldBy = (document: string, data: unknown) => {
    const pool = new ShapePool();
    const place = addDocument(schema, parse(document), pool);
    return told(pool.shapes, place, { data });
  };
  const PETS = `query ($all: Boolean!) {
    animals: pets { __typename id ...Details ... on Cat { lives } }
  } fragment Details on Dog { size name @include(if: $all) }`;

  test.each<readonly [string, unknown, readonly string[]]>([
    [
      "each type with its own fields",
      [
        { __typename: "Dog", id: "1", size: "SMALL" },
        { __typename: "Cat", id: "2", lives: 9 },
      ],
      [],
    ],
    [
      "a field of another type",
      [{ __typename: "Dog", id: "1", size: "SMALL", lives: 9 }],
      ["unknown field data.animals[].lives"],
    ],
    [
      "a new name",
      [{ __typename: "Dog", id: "1", size: "HUGE" }],
      ["new enum value data.animals[].size"],
    ],
    [
      "a new type",
      [{ __typename: "Fish", id: "1", lives: 1 }],
      ["new enum value data.animals[].__typename"],
    ],
    ["null in a list without", [null], ["wrong type data.animals[]"]],
    [
      "what a condition may leave out",
      [{ __typename: "Dog", id: "1", size: "LARGE", name: null }],
      [],
    ],
  ])("knows %s", (_, animals, expected) => {
    expect(toldBy(PETS, { animals })).toEqual(expected);
  });

  test.each<readonly [unknown, readonly string[]]>([
    [null, []],
    [{ age: 1.5 }, []],
    [{ members: [null, { age: 2 }] }, []],
    [{ members: [{}] }, ["missing field data.owner.members[].age"]],
  ])("knows the members of a union in %j", (owner, expected) => {
    const document = `{ owner { ... on Person { age } ... on Club { members { age } } } }`;
    expect(toldBy(document, { owner })).toEqual(expected);
  });

  test("knows that data is null beside errors", () => {
    const pool = new ShapePool();
    const place = addDocument(schema, parse("{ pets { id } }"), pool);
    const answer = { data: null, errors: [{ message: "no", code: 1 }] };
    expect(told(pool.shapes, place, answer)).toEqual([]);
    const found = told(pool.shapes, place, { errors: [{}], more: 1 });
    expect(found).toEqual([
      "missing field errors[].message",
      "unknown field more",
    ]);
  });
});

test("two surfaces with one route are kept apart", () => {
  const surface = (name: string, type: string) => {
    const content = { "application/problem+json": { schema: { type } } };
    const get = { responses: { "2XX": { content }, default: {} } };
    const document = { openapi: "3.1.0", paths: { "/pods": { get } } };
    return { name, spec: parseSpec(name, JSON.stringify(document)) };
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
