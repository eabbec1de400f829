import { describe, expect, test } from "vitest";
import { throwErrors } from "../../src/generate/parse/errors.js";
import { parseSpec, structureErrors } from "../../src/generate/parse/spec.js";

/** Reads a document with these parts; resolves with the parts that are kept. */
async function read(parts: object, openapi = "3.0.3") {
  const info = { title: "Harbor", version: "1" };
  const text = JSON.stringify({ openapi, info, paths: {}, ...parts });
  const spec = parseSpec("a.yaml", text);
  throwErrors(await structureErrors(spec));
  return spec.document;
}

/** Reads a document with one schema. */
function readSchema(schema: unknown, openapi?: string) {
  return read({ components: { schemas: { Boat: schema } } }, openapi);
}

const AT = "a.yaml:1: components › schemas › Boat › ";

describe("structureErrors", () => {
  test.each([
    [
      "an unknown keyword, with the nearest one",
      { maxLenght: 3 },
      "3.0.3",
      "maxLenght: Property `maxLenght` is not expected here. Did you mean `maxLength`?",
    ],
    [
      "a pattern that is none",
      { pattern: "(" },
      "3.0.3",
      "pattern: This is not a regular expression of JavaScript.",
    ],
    [
      "a keyword of another version",
      { nullable: true },
      "3.1.0",
      "nullable: Property `nullable` is not expected here.",
    ],
    [
      "a keyword that the generator does not support",
      { patternProperties: {} },
      "3.1.0",
      "patternProperties: The generator does not support this keyword.",
    ],
  ])("refuses %s", async (_, schema, openapi, message) => {
    await expect(readSchema(schema, openapi)).rejects.toThrow(AT + message);
  });
});

describe("parseSpec", () => {
  test.each([
    [
      "a number as the version",
      3,
      'a.yaml:1: openapi: must be 3.0 or 3.1, in quotes: "3.1.0"',
    ],
    [
      "a version that is not supported",
      "3.2.0",
      "a.yaml:1: openapi: must be 3.0 or 3.1",
    ],
  ])("refuses %s", async (_, openapi, message) => {
    await expect(read({ openapi })).rejects.toThrow(message);
  });

  test("refuses a text that is no OpenAPI document", () => {
    expect(() => parseSpec("a.yaml", "a: 1\n")).toThrow(
      "a.yaml:1: this is not an OpenAPI document: it has no member `openapi`",
    );
  });

  test("leaves out extensions and other parts that it does not use, and keeps the rest", async () => {
    const document = await readSchema({
      type: "object",
      externalDocs: 7,
      "x-form": { $ref: "#/nowhere" },
      properties: {
        "x-name": { type: "string", example: "kept" },
        example: { description: "A member." },
      },
    });
    expect(document["components"]).toEqual({
      schemas: {
        Boat: {
          type: "object",
          properties: {
            "x-name": { type: "string", example: "kept" },
            example: { description: "A member." },
          },
        },
      },
    });
  });
});
