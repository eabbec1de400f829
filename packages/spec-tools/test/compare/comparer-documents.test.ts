import { describe, expect, test } from "vitest";
import { DocumentError } from "../../src/document/error.js";
import { readCompared } from "../../src/compare/compared.js";
import { compareDocuments } from "../../src/compare/operations.js";
import { readFixture, setAt } from "./corpus/fixture.js";

describe("the comparer, given a document with mistakes", () => {
  test("compares what the document means", async () => {
    const before = await readFixture();
    const after = structuredClone(before);
    // Two operations have one id.
    setAt(after, "/boats/{boatId} patch operationId", "UpdateBoatByPost");
    // A map is described like an array, with a default of another type.
    const map = { type: "object", items: { type: "string" }, default: "none" };
    setAt(after, "Boat properties labels", map);
    // An operation has no success response.
    setAt(after, "/boats/{boatId}/launch post responses", {});
    const changes = compareDocuments(readCompared(before), readCompared(after));
    expect(changes).toEqual([]);
  });
});

describe("the comparer, given a document that cannot be compared", () => {
  const documentWith = (
    schemas: object,
    schema: unknown = { $ref: "#/components/schemas/A" },
  ) => ({
    openapi: "3.1.0",
    paths: {
      "/a": {
        get: {
          responses: { 200: { content: { "application/json": { schema } } } },
        },
      },
    },
    components: { schemas },
  });
  const compareWithItself = (document: object) => {
    const model = readCompared(document);
    return compareDocuments(model, model);
  };

  test.each([
    ["no paths", { openapi: "3.0.0" }, "no paths"],
    [
      "another version",
      { openapi: "2.0", paths: {} },
      "openapi must name a version 3.x",
    ],
    [
      "a reference to nothing",
      documentWith({}),
      "the reference #/components/schemas/A points to nothing",
    ],
    [
      "a reference to another document",
      documentWith({}, { $ref: "https://example.com/a" }),
      "not within the document",
    ],
    [
      "a path that refers to itself",
      { openapi: "3.0.0", paths: { "/a": { $ref: "#/paths/~1a" } } },
      "refers to itself",
    ],
    [
      "a schema that consists of itself",
      documentWith({
        A: { allOf: [{ $ref: "#/components/schemas/A" }, { properties: {} }] },
      }),
      "is a part of itself",
    ],
  ])("rejects a document with %s in one line", (_, document, message) => {
    const act = () => compareWithItself(document);
    expect(act).toThrow(DocumentError);
    expect(act).toThrow(message);
    expect(act).not.toThrow("\n");
  });
});
