import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compareDescriptions } from "../../src/cli/drift/compare.js";
import { describe as describeDocument } from "../../src/cli/drift/describe.js";
import { DocumentError } from "../../src/cli/drift/description.js";
import { compareOpenapi } from "../../src/cli/drift/installed.js";
import { parseDocument } from "../../src/cli/drift/parse.js";

describe("a document with slips", () => {
  test("is compared for what it means", async () => {
    const rest = await readFile("specs/rest.openapi.yaml", "utf8");
    const document = parse(rest) as Slipped;
    const paths = document.paths;
    const update = paths["/pods/{podId}/update"]?.["post"];
    const patch = paths["/pods/{podId}"]?.["patch"];
    if (update && patch) patch.operationId = update.operationId ?? "";
    const { env } = document.components.schemas["Pod"]?.properties ?? {};
    if (env)
      Object.assign(env, {
        items: { type: "string" },
        default: "none",
        additionalProperties: undefined,
      });
    delete paths["/pods/{podId}/stop"]?.["post"]?.responses["200"];
    expect(compareOpenapi(JSON.stringify(document), "rest")).toEqual([]);
  });

  interface Slipped {
    paths: Record<
      string,
      Record<
        string,
        { operationId?: string; responses: Record<string, unknown> }
      >
    >;
    components: {
      schemas: Record<string, { properties: Record<string, object> }>;
    };
  }
});

describe("a hostile document", () => {
  const around = (
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
  const compare = (document: object) => {
    const description = describeDocument(document);
    return compareDescriptions(description, description);
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
    ["a reference to nothing", around({}), "points to nothing"],
    [
      "a reference elsewhere",
      around({}, { $ref: "https://example.com/a" }),
      "not within the document",
    ],
    [
      "references in a circle",
      around({
        A: { $ref: "#/components/schemas/B" },
        B: { $ref: "#/components/schemas/A" },
      }),
      "leads nowhere",
    ],
    [
      "an answer that refers to itself",
      { openapi: "3.0.0", paths: { "/a": { $ref: "#/paths/~1a" } } },
      "points to itself",
    ],
    [
      "a schema nested without end",
      around({ A: nested(3000) }),
      "nested deeper",
    ],
    [
      "a schema made of itself",
      around({
        A: { allOf: [{ $ref: "#/components/schemas/A" }, { properties: {} }] },
      }),
      "nested deeper",
    ],
  ])("with %s is refused in one line", (_, document, message) => {
    const act = () => compare(document);
    expect(act).toThrow(DocumentError);
    expect(act).toThrow(message);
  });

  test("of recursive schemas, odd names and no meaning is compared", () => {
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
    for (const schemas of [
      recursive,
      odd,
      { A: { type: 1, enum: 2, properties: 3, required: {}, anyOf: {} } },
    ])
      expect(compare(around(schemas))).toEqual([]);
    const [change] = compareDescriptions(
      describeDocument(around({ A: {} })),
      describeDocument(around(odd)),
    );
    expect(change?.line).not.toContain("\n");
    expect(Object.prototype).not.toHaveProperty("type");
  });

  test("of many aliases, or nested too deep to be read, is no document", () => {
    const laughs = [
      "a: &a [x, x, x]",
      ..."b c d e f g h i j"
        .split(" ")
        .map(
          (name, i) =>
            `${name}: &${name} [${`*${"abcdefghi"[i] ?? ""}, `.repeat(9)}x]`,
        ),
    ];
    for (const text of [laughs.join("\n"), "[".repeat(100_000), "a: [", "{"])
      expect(() => parseDocument(text)).toThrow(DocumentError);
  });

  test("of any JSON at all is compared or refused, never more than that", () => {
    const anything = fc.jsonValue({ maxDepth: 6 });
    const member = fc.oneof(
      anything,
      fc.constant({ $ref: "#/components/schemas/A" }),
    );
    fc.assert(
      fc.property(
        anything,
        member,
        fc.string(),
        member,
        (schema, inner, name, operation) => {
          const document = around(
            { A: schema, B: { properties: { [name]: inner }, allOf: [inner] } },
            { $ref: "#/components/schemas/B" },
          );
          Object.assign(document.paths, {
            [`/${name}`]: { post: operation, parameters: inner },
          });
          try {
            expect(compare(document)).toEqual([]);
          } catch (error) {
            expect(error).toBeInstanceOf(DocumentError);
          }
        },
      ),
    );
  });
});
