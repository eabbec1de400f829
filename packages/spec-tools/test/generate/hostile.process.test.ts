import { describe, expect, test } from "vitest";
import { SpecError } from "../../src/generate/parse/spec-error.js";
import { parseSchema } from "../../src/generate/parse/graphql.js";
import { detectKind } from "../../src/import/detect-kind.js";
import {
  compilerErrors,
  modulesOf,
  runModules,
} from "./support/generated-modules.js";

const DEPTH = 10_000;

describe("the generator", () => {
  test.each([
    ["a reference to itself", schemas({ A: ref("A") }), /refers to itself/],
    [
      "references in a circle",
      schemas({ A: ref("B"), B: ref("C"), C: ref("A") }),
      /A: the reference #\/components\/schemas\/\w refers to itself/,
    ],
    [
      "a schema that is one of its own alternatives",
      schemas({
        A: { oneOf: [{ type: "string" }, ref("B")] },
        B: { anyOf: [{ allOf: [ref("A")] }] },
      }),
      /A: is a part of itself/,
    ],
    [
      "a path item that is itself",
      document({ "/things": { $ref: "#/paths/~1things" } }),
      /refers to itself/,
    ],
    [
      "a parameter that is itself",
      document(
        { "/things": { get: operation({ parameters: [loop("parameters")] }) } },
        { parameters: { A: loop("parameters") } },
      ),
      /refers to itself/,
    ],
    [
      "a broken escape in a reference",
      schemas({ A: { $ref: "#/components/%E0%A4%A" } }),
      /points to nothing/,
    ],
    [
      "a reference to what every object has",
      schemas({ A: { $ref: "#/components/schemas/constructor" } }),
      /points to nothing/,
    ],
    [
      "a reference to a file",
      schemas({ A: { $ref: "../../etc/passwd" } }),
      /is not within the document/,
    ],
    [
      "a name that sets a prototype",
      '{"openapi":"3.0.3","paths":{},"components":{"schemas":{"__proto__":{"type":"string"}}}}',
      /__proto__: is not possible as a name/,
    ],
    [
      "lists within lists",
      `openapi: 3.0.3\nx-deep: ${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}`,
      /nested too deeply/,
    ],
    [
      "objects within objects",
      `{"openapi":"3.0.3","paths":${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}}`,
      /nested too deeply/,
    ],
    [
      "schemas within schemas",
      schemas({ A: nested(500) }),
      /is nested more than 200 levels deep/,
    ],
    [
      "an alias within what it stands for",
      "openapi: 3.0.3\npaths: &a\n  b: *a\n",
      /an alias refers to a part that contains the alias/,
    ],
    [
      "aliases that unfold without end",
      `openapi: 3.0.3\nx-0: &x0 [1]\n${Array.from({ length: 30 }, (_, i) => `x-${i + 1}: &x${i + 1} [*x${i}, *x${i}, *x${i}]`).join("\n")}\n`,
      /alias/i,
    ],
    [
      "a path that ends its own quotes",
      document({ '/a"; globalThis.pwned = 1; //': { get: operation() } }),
      /a path begins with \/ and consists/,
    ],
  ])("refuses %s by a clear error", async (_, text, reason) => {
    const refused = await modulesOf(text).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SpecError);
    expect((refused as SpecError).message).toMatch(reason);
    expect((refused as SpecError).message.length).toBeLessThan(2000);
  });

  test("accepts schemas that refer to each other in a circle, and to themselves", async () => {
    const child = { type: "object", properties: { child: ref("B") } };
    const text = schemas({
      A: child,
      B: { type: "array", items: ref("A") },
      C: { anyOf: [{ additionalProperties: ref("C") }, { type: "string" }] },
    });
    const modules = await modulesOf(text);
    expect(compilerErrors(modules)).toEqual([]);
    expect(runModules(modules)).toBeUndefined();
  });

  test("makes types of schemas that are nested 60 levels deep", async () => {
    const modules = await modulesOf(schemas({ A: nested(60) }));
    expect(compilerErrors(modules)).toEqual([]);
  });
});

test("parseSchema refuses a GraphQL schema that is nested too deeply by a clear error", () => {
  const sdl = `type Query { a: ${"[".repeat(DEPTH * 10)}Int${"]".repeat(DEPTH * 10)} }`;
  expect(() => parseSchema("deep.graphql", sdl)).toThrow(SpecError);
});

test.each([
  ["Swagger 2", "swagger: '2.0'\n", /this is Swagger 2/],
  ["plain JSON", '{"a": 1}', /this is neither an OpenAPI document/],
  ["half an introspection", '{"__schema": {}}', /this is not a GraphQL schema/],
])("detectKind refuses %s by a clear error", (_, text, reason) => {
  expect(() => detectKind({ name: "a", text })).toThrow(reason);
});

function document(paths: object, components: object = {}): string {
  const info = { title: "Things", version: "1" };
  return JSON.stringify({ openapi: "3.1.0", info, paths, components });
}

/** A document whose one operation answers the schema `A`, and takes it. */
function schemas(all: Record<string, object>): string {
  const content = { "application/json": { schema: ref("A") } };
  const post = { ...operation(), operationId: "CreateThing" };
  return document(
    { "/things": { post: { ...post, requestBody: { content } } } },
    { schemas: all },
  );
}

function operation(parts: object = {}): object {
  return {
    operationId: "ListThings",
    tags: ["things"],
    responses: { "204": { description: "Done." } },
    ...parts,
  };
}

function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

function loop(group: string): object {
  return { $ref: `#/components/${group}/A` };
}

function nested(levels: number): object {
  let schema: object = { type: "string" };
  for (let level = 0; level < levels; level++)
    schema = { type: "array", items: schema };
  return schema;
}
