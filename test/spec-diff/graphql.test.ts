import { describe, expect, test } from "vitest";
import { diffDocuments } from "../../scripts/diff/documents.js";
import { compareSchemas, readSchema } from "../../src/cli/drift/graphql.js";

describe("a change of GraphQL", () => {
  const before = `type Query { gpuTypes(input: Filter, kind: Kind): [GpuType] myself: User }
    input Filter { id: String } enum Kind { A B } enum Stock { HIGH LOW } scalar Port
    type GpuType { id: String! memoryInGb: Int stock: Stock price: Price } type Price { low: Float } type User { id: ID }`;
  test.each([
    [
      "new",
      "`gpuTypes.throughput` is new",
      "memoryInGb: Int",
      "memoryInGb: Int throughput: Int",
    ],
    ["breaking", "`gpuTypes.memoryInGb` is gone", "memoryInGb: Int", ""],
    ["breaking", "`Price.low` is now `String`", "low: Float", "low: String"],
    ["compatible", "`Price.low` is now `Float!`", "low: Float", "low: Float!"],
    ["breaking", "`gpuTypes` no longer takes `kind`", ", kind: Kind", ""],
    [
      "new",
      "`gpuTypes` now takes `max`",
      "kind: Kind)",
      "kind: Kind, max: Int)",
    ],
    [
      "breaking",
      "`gpuTypes` now needs `max`",
      "kind: Kind)",
      "kind: Kind, max: Int!)",
    ],
    [
      "breaking",
      "`kind` of `gpuTypes` is now `Kind!`",
      "kind: Kind)",
      "kind: Kind!)",
    ],
    [
      "breaking",
      "`Filter` now needs `name`",
      "id: String }",
      "id: String name: String! }",
    ],
    [
      "breaking",
      "`Filter` no longer takes `id`",
      "{ id: String }",
      "{ name: String }",
    ],
    ["breaking", "`Kind` no longer names `B`", "A B", "A"],
    ["new", "`Kind` now names `C`", "A B", "A B C"],
    ["compatible", "`Stock` no longer names `LOW`", "HIGH LOW", "HIGH"],
    ["new", "`Stock` now names `NONE`", "HIGH LOW", "HIGH LOW NONE"],
    [
      "deprecated",
      "`gpuTypes.memoryInGb` is deprecated",
      "memoryInGb: Int",
      "memoryInGb: Int @deprecated",
    ],
    ["breaking", "`Port` is gone", "scalar Port", ""],
    ["new", "`Void` is new", "scalar Port", "scalar Port scalar Void"],
  ])("is %s: %s", (verdict, line, from, to) => {
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    const changes = compareSchemas(readSchema(before), readSchema(after));
    expect(changes).toContainEqual({ verdict, line: `GraphQL: ${line}` });
    expect(
      changes.filter((change) => change.verdict === "breaking").length,
    ).toBe(Number(verdict === "breaking"));
  });

  test("is told of the shipped documents as of the functions that they are", () => {
    const text =
      "query pods($a: Int, $b: Int!) { myself { id pods { name } } }";
    const documents = (...texts: string[]) =>
      new Map(texts.map((it, i) => [String(i), it]));
    const lines = (...texts: string[]) =>
      diffDocuments(documents(text), documents(...texts)).map(
        ({ verdict, line }) => `${verdict}: ${line}`,
      );
    expect(lines(text)).toEqual([]);
    expect(lines(text, "mutation stop { stop }")).toEqual([
      "new: `graphql.stop` is new",
    ]);
    expect(lines("query other { myself { id } }")).toEqual([
      "breaking: `graphql.pods` is gone",
      "new: `graphql.other` is new",
    ]);
    expect(
      lines("query pods($a: Int!, $c: Int) { myself { id host } }"),
    ).toEqual([
      "breaking: `graphql.pods` no longer takes `b`",
      "breaking: `graphql.pods` now needs `a`",
      "new: `graphql.pods` now takes `c`",
      "breaking: `graphql.pods().myself.pods` is gone",
      "new: `graphql.pods().myself.host` is new",
    ]);
  });
});
