import { expect, test } from "vitest";
import type { Json } from "../../src/document/json.js";
import { readDocument } from "../../src/document/read-document.js";

const TEXT = { type: "string" };
const PART = { type: "object", required: ["id"], properties: { id: TEXT } };

/** What the schema `It` of a document is read into, without the places. */
function schemaOf(It: Json): unknown {
  const components = { schemas: { Part: PART, It } };
  const { model } = readDocument({ openapi: "3.1.0", paths: {}, components });
  const text = JSON.stringify(
    model.schemas["It"],
    (key: string, value: unknown) => (key === "at" ? undefined : value),
  );
  return JSON.parse(text);
}

// What the tests of the generator and of the comparison do not show.
test.each<[construct: string, node: Json, schema: object]>([
  ["a schema that permits nothing", false, { conditions: [{ not: {} }] }],
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
    "the names of the parts of allOf, and what each of them requires",
    { allOf: [{ $ref: "#/components/schemas/Part" }, { required: ["size"] }] },
    {
      types: ["object"],
      members: { id: { types: ["string"] } },
      required: ["id", "size"],
      parts: ["Part"],
    },
  ],
])("readDocument reads %s", (_, node, schema) => {
  expect(schemaOf(node)).toEqual(schema);
});
