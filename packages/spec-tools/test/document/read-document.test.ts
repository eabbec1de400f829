import { describe, expect, test } from "vitest";
import type { Json } from "../../src/document/json.js";
import type { Schema } from "../../src/document/model.js";
import { readDocument } from "../../src/document/read-document.js";

const TEXT = { type: "string" };
const PART = {
  type: "object",
  required: ["id"],
  properties: { id: TEXT, size: { type: "integer" } },
};

/** What the schema `It` of a document is read into, without the places. */
function schemaOf(it: Json, openapi = "3.1.0"): unknown {
  const schemas = {
    Part: PART,
    State: { type: "string", enum: ["on"] },
    It: it,
  };
  const document = { openapi, paths: {}, components: { schemas } };
  const { model } = readDocument(document);
  return withoutPlaces(model.schemas["It"] ?? {});
}

function withoutPlaces(schema: Schema): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key: string, value: unknown) =>
      key === "at" ? undefined : value,
    ),
  );
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const id = { types: ["string"] };

describe("readDocument reads", () => {
  test.each<[construct: string, node: Json, schema: object, openapi?: string]>([
    ["a schema that permits anything", true, {}],
    ["a schema that permits nothing", false, { conditions: [{ not: {} }] }],
    ["a name", ref("Part"), { ref: "Part" }],
    [
      "a name with a description",
      { ...ref("Part"), description: "One." },
      { ref: "Part", description: "One." },
    ],
    [
      "a reference with a limit beside it",
      { $ref: "#/components/schemas/Part/properties/id", maxLength: 3 },
      { types: ["string"], limits: { maxLength: 3 } },
    ],
    [
      "a name as the only part of allOf, which may be null in 3.0",
      { allOf: [ref("Part")], nullable: true },
      { ref: "Part", nullable: true },
      "3.0.3",
    ],
    [
      "a name beside null",
      { anyOf: [ref("Part"), { type: "null" }] },
      { ref: "Part", nullable: true },
    ],
    [
      "null of 3.0",
      { ...TEXT, nullable: true },
      { types: ["string"], nullable: true },
      "3.0.3",
    ],
    [
      "null of 3.1",
      { type: ["string", "null"] },
      { types: ["string"], nullable: true },
    ],
    [
      "an enumeration with null",
      { enum: ["a", null] },
      { types: ["string"], values: ["a"], nullable: true },
    ],
    [
      "a constant",
      { const: 1 },
      { types: ["number"], values: [1], isConstant: true },
    ],
    [
      "known values beside any text",
      { anyOf: [{ type: "string", enum: ["a"] }, TEXT] },
      { types: ["string"], values: ["a"], open: "always" },
    ],
    [
      "an exclusive limit of 3.0",
      { type: "integer", minimum: 0, exclusiveMinimum: true },
      { types: ["integer"], limits: { exclusiveMinimum: 0 } },
      "3.0.3",
    ],
    [
      "a map",
      { type: "object", additionalProperties: TEXT },
      { types: ["object"], additional: id },
    ],
    [
      "an object that permits no other members",
      { type: "object", properties: { id: TEXT }, additionalProperties: false },
      { types: ["object"], members: { id }, additional: false },
    ],
    [
      "what one part of allOf requires of another",
      { allOf: [ref("Part"), { required: ["size"] }] },
      {
        types: ["object"],
        members: { id, size: { types: ["integer"] } },
        required: ["id", "size"],
        parts: ["Part"],
      },
    ],
    [
      "parts of allOf that are closed together",
      {
        allOf: [ref("Part"), { type: "object", properties: { name: TEXT } }],
        unevaluatedProperties: false,
      },
      {
        types: ["object"],
        members: { id, size: { types: ["integer"] }, name: id },
        required: ["id"],
        additional: false,
        parts: ["Part"],
      },
    ],
    [
      "a member that two parts of allOf limit",
      {
        allOf: [
          { properties: { a: { type: "number", minimum: 1 } } },
          { properties: { a: { type: "integer", maximum: 9 } } },
        ],
      },
      {
        members: {
          a: { types: ["integer"], limits: { minimum: 1, maximum: 9 } },
        },
      },
    ],
    [
      "members beside alternatives, which hold for each of them",
      {
        properties: { id: TEXT },
        oneOf: [{ required: ["id"] }, ref("State")],
      },
      {
        anyOf: [
          { members: { id }, required: ["id"] },
          { members: { id }, types: ["string"], values: ["on"] },
        ],
        isExclusive: true,
      },
    ],
    [
      "a condition that says nothing about types",
      { type: "object", not: { required: ["id"] } },
      { types: ["object"], conditions: [{ not: { required: ["id"] } }] },
    ],
    [
      "what only one direction has",
      { ...TEXT, readOnly: true, writeOnly: false, default: "a" },
      { types: ["string"], readOnly: true, default: "a" },
    ],
  ])("%s", (_, node, schema, openapi) => {
    expect(schemaOf(node, openapi)).toEqual(schema);
  });

  test("where each schema stands", () => {
    const document = {
      openapi: "3.1.0",
      paths: {},
      components: { schemas: { Part: PART } },
    };
    const { members } = readDocument(document).model.schemas["Part"] ?? {};
    expect(members?.["size"]?.at).toEqual([
      "components",
      "schemas",
      "Part",
      "properties",
      "size",
    ]);
  });
});

test("readDocument gives each operation the signature of its function", () => {
  const parameter = (name: string, location: string, required = false) => {
    return { name, in: location, required, schema: TEXT };
  };
  const schema = { type: "array", items: ref("Part") };
  const content = { "application/json": { schema } };
  const document = {
    openapi: "3.1.0",
    components: { schemas: { Part: PART } },
    paths: {
      "/parts/{id}": {
        parameters: [parameter("id", "path", true)],
        put: {
          operationId: "ReplaceParts",
          tags: ["parts"],
          parameters: [parameter("dry", "query"), parameter("X-A", "header")],
          requestBody: { required: true, content },
          responses: { "200": { description: "The parts.", content } },
        },
      },
    },
  };
  const [operation] = readDocument(document).model.operations;
  expect(operation?.signature).toEqual({
    parameters: [
      { name: "id", type: "string", required: true },
      { name: "body", type: "Part[]", required: true },
      { name: "query", type: "ReplacePartsQuery", required: false },
      { name: "headers", type: "ReplacePartsHeaders", required: false },
      { name: "options", type: "CallOptions", required: false },
    ],
    returns: "Promise<Part[]>",
  });
});
