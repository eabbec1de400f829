import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCompared } from "../../src/compare/compared.js";
import { compareDocuments } from "../../src/compare/operations.js";
import { parseDocument } from "../../src/compare/parse-document.js";
import { DocumentError } from "../../src/document/references.js";
import { compareGraphql, compareOpenapi } from "../../src/drift/installed.js";
import { modelOf, mutate, readFixture } from "./corpus/fixture.js";
import { objectAt } from "./corpus/mutation.js";

describe("the comparer of installed specs", () => {
  test.each(["rest", "jobs"])(
    "finds no change in the document of %s that the package was generated from",
    async (surface) => {
      const text = await readFile(`specs/${surface}.openapi.yaml`, "utf8");
      expect(compareOpenapi(text, undefined)).toEqual([]);
      expect(compareOpenapi(text, surface)).toEqual([]);
    },
  );

  test("finds no change in the schema that the package was generated from", async () => {
    const text = await readFile("specs/schema.graphql", "utf8");
    expect(compareGraphql(text)).toEqual([]);
  });
});

describe("the comparer, given a document with mistakes", () => {
  test("compares what the document means", async () => {
    const fixture = await readFixture();
    const after = mutate(fixture, {
      apply: (document) => {
        const paths = objectAt(document, "paths");
        // Two operations have one id.
        objectAt(paths, "/boats/{boatId}", "patch")["operationId"] =
          "UpdateBoatByPost";
        // A map is described like an array, with a default of another type.
        const boat = objectAt(document, "components", "schemas", "Boat");
        objectAt(boat, "properties")["labels"] = {
          type: "object",
          items: { type: "string" },
          default: "none",
        };
        // An operation has no success response.
        const launch = objectAt(paths, "/boats/{boatId}/launch", "post");
        launch["responses"] = {};
      },
    });
    expect(compareDocuments(fixture.model, modelOf(after))).toEqual([]);
  });
});

describe("the comparer, given a hostile document", () => {
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
  const nested = (depth: number): object =>
    depth === 0 ? {} : { properties: { a: nested(depth - 1) } };

  test.each([
    ["nothing", {}, "openapi must name a version 3.x"],
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
      "references in a circle",
      documentWith({
        A: { $ref: "#/components/schemas/B" },
        B: { $ref: "#/components/schemas/A" },
      }),
      "refers to itself",
    ],
    [
      "a path that refers to itself",
      { openapi: "3.0.0", paths: { "/a": { $ref: "#/paths/~1a" } } },
      "refers to itself",
    ],
    [
      "a schema that is nested very deeply",
      documentWith({ A: nested(150) }),
      "nested deeper",
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

  test("compares recursive schemas, odd names and meaningless members", () => {
    const recursive = {
      A: {
        properties: {
          a: { $ref: "#/components/schemas/A" },
          b: { items: { $ref: "#/components/schemas/A" } },
        },
      },
    };
    const odd = JSON.parse(
      '{"A":{"properties":{"__proto__":{"type":"string"},"constructor":{},"a`\\n## b":true}}}',
    ) as object;
    const meaningless = {
      A: { type: 1, enum: 2, properties: 3, required: {}, anyOf: {} },
    };
    for (const schemas of [recursive, odd, meaningless])
      expect(compareWithItself(documentWith(schemas))).toEqual([]);
    const [before, after] = [{ A: {} }, odd].map((schemas) =>
      readCompared(documentWith(schemas)),
    );
    if (!before || !after) throw new Error("no model");
    const [change] = compareDocuments(before, after);
    expect(change?.line).not.toContain("\n");
    expect(Object.prototype).not.toHaveProperty("type");
  });

  test("rejects YAML of exponential size, and text that is neither JSON nor YAML", () => {
    const aliases = ["b", "c", "d", "e", "f", "g", "h", "i", "j"].map(
      (name, index) => {
        const previous = "abcdefghi".charAt(index);
        return `${name}: &${name} [${`*${previous}, `.repeat(9)}x]`;
      },
    );
    const exponential = ["a: &a [x, x, x]", ...aliases].join("\n");
    for (const text of [exponential, "[".repeat(100_000), "a: [", "{"])
      expect(() => parseDocument(text)).toThrow(DocumentError);
  });

  test("compares or rejects any JSON, and never fails in another way", () => {
    const json = fc.jsonValue({ maxDepth: 6 });
    const part = fc.oneof(
      json,
      fc.constant({ $ref: "#/components/schemas/A" }),
    );
    fc.assert(
      fc.property(
        json,
        part,
        fc.string(),
        part,
        (schema, inner, name, operation) => {
          const document = documentWith(
            { A: schema, B: { properties: { [name]: inner }, allOf: [inner] } },
            { $ref: "#/components/schemas/B" },
          );
          Object.assign(document, { security: inner });
          Object.assign(document.paths, {
            [`/${name}`]: { post: operation, parameters: inner },
          });
          try {
            expect(compareWithItself(document)).toEqual([]);
          } catch (error) {
            expect(error).toBeInstanceOf(DocumentError);
          }
        },
      ),
    );
  });
});
