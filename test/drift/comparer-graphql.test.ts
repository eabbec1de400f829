import { beforeAll, describe, expect, test } from "vitest";
import {
  compareSchemas,
  findRejectedDocuments,
  readSchema,
} from "../../src/compare/graphql.js";
import { readSchemaFixture } from "./corpus/fixture.js";

describe("the comparer of GraphQL schemas", () => {
  let before = "";
  beforeAll(async () => {
    before = await readSchemaFixture();
  });

  const compare = (from: string, to: string) => {
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    return compareSchemas(readSchema(before), readSchema(after));
  };

  test.each([
    ["new", "`boats.draft` is new", "berths: Int!", "berths: Int! draft: Int"],
    ["breaking", "`boats.length` was removed", "length: Float\n", ""],
    [
      "breaking",
      "`Price.perHour` is now `String`",
      "perHour: Float",
      "perHour: String",
    ],
    [
      "compatible",
      "`Price.perHour` is now `Float!`",
      "perHour: Float",
      "perHour: Float!",
    ],
    ["breaking", "`boats` no longer accepts `kind`", ", kind: Kind = SAIL", ""],
    ["new", "`boats` now accepts `max`", "= SAIL)", "= SAIL, max: Int)"],
    ["breaking", "`boats` now requires `max`", "= SAIL)", "= SAIL, max: Int!)"],
    [
      "breaking",
      "`kind` of `boats` is now `Kind!`",
      "kind: Kind =",
      "kind: Kind! =",
    ],
    [
      "compatible",
      "`text` of `search` is now `String`",
      "text: String!",
      "text: String",
    ],
    [
      "compatible",
      "`kind` of `boats` has another default",
      "Kind = SAIL",
      "Kind = ROW",
    ],
    [
      "breaking",
      "`BoatFilter` now requires `name`",
      "order: Order\n",
      "order: Order name: String!\n",
    ],
    [
      "breaking",
      "`BoatFilter` no longer accepts `order`",
      "order: Order\n",
      "\n",
    ],
    [
      "compatible",
      "`name` of `BoatInput` is now `String`",
      "name: String!\n  kind",
      "name: String\n  kind",
    ],
    ["breaking", "`Order` no longer lists `DESC`", "  DESC\n", ""],
    ["new", "`Order` now lists `NONE`", "  DESC\n", "  DESC\n  NONE\n"],
    ["breaking", "`Kind` now lists `RAFT`", "  ROW\n", "  ROW\n  RAFT\n"],
    ["compatible", "`State` no longer lists `SAILING`", "  SAILING\n", ""],
    ["new", "`State` now lists `SUNK`", "  SAILING\n", "  SAILING\n  SUNK\n"],
    [
      "deprecated",
      "`boats.berths` is deprecated",
      "berths: Int!",
      "berths: Int! @deprecated",
    ],
    [
      "deprecated",
      "`ROW` of `Kind` is deprecated",
      "  ROW\n",
      "  ROW @deprecated\n",
    ],
    ["new", "`Time` is new", "scalar Date", "scalar Date scalar Time"],
    [
      "breaking",
      "`Found` no longer includes `Person`",
      "Boat | Person",
      "Boat",
    ],
    [
      "compatible",
      "`Found` now includes `Owner`",
      "Boat | Person",
      "Boat | Person | Owner",
    ],
    [
      "breaking",
      "`Boat` no longer implements `Vessel`",
      " implements Vessel",
      "",
    ],
    [
      "breaking",
      "`Fuel` is now a scalar",
      "enum Fuel {\n  DIESEL\n  ELECTRIC\n}",
      "scalar Fuel",
    ],
    [
      "breaking",
      "`@slow` is no longer allowed on `FIELD`",
      "on QUERY | FIELD",
      "on QUERY",
    ],
    ["breaking", "`@slow` may no longer be repeated", " repeatable", ""],
  ])("reports %s: %s", (verdict, line, from, to) => {
    const changes = compare(from, to);
    const found = changes.find((change) => change.line === `GraphQL: ${line}`);
    expect(found).toMatchObject({
      verdict,
      kind: expect.any(String) as string,
    });
    const breaking = changes.filter((change) => change.verdict === "breaking");
    expect(breaking).toHaveLength(Number(verdict === "breaking"));
  });

  test.each([
    ["a directive for schemas only", "directive @source(name: String!)", ""],
    ["a description", "type Price {", '"What a boat costs."\ntype Price {'],
    [
      "a scalar of GraphQL that nothing uses any more",
      "age: Int\n",
      "age: Int @deprecated\n",
    ],
  ])("reports nothing breaking for %s", (_, from, to) => {
    const source = from.startsWith("directive");
    const after = source
      ? before
          .replace(/^directive @source.*$/m, "")
          .replaceAll(/@source\([^)]*\)/g, "")
      : before.replace(from, to);
    expect(after).not.toBe(before);
    const changes = compareSchemas(readSchema(before), readSchema(after));
    expect(changes.filter(({ verdict }) => verdict === "breaking")).toEqual([]);
  });

  test("says what each change was and is", () => {
    const changes = (from: string, to: string) =>
      compare(from, to).map(({ kind, before: was, after: is }) => [
        kind,
        was,
        is,
      ]);
    expect(changes("berths: Int!\n", "berths: Int\n")).toEqual([
      ["response type changed", "Int!", "Int"],
    ]);
    expect(changes("  ELECTRIC\n", "")).toEqual([
      ["value removed", "ELECTRIC", undefined],
    ]);
  });

  test("names each document that the new schema rejects, with the reason", () => {
    const after = readSchema(before.replace("berths: Int!\n", ""));
    const documents = {
      boats: "query boats { boats { berths } }",
      names: "query names { boats { name } }",
    };
    expect(findRejectedDocuments(after, documents)).toEqual([
      {
        verdict: "breaking",
        line: '`graphql.boats` is no longer valid: Cannot query field "berths" on type "Boat"',
        kind: "shipped document rejected",
        operation: "graphql.boats",
      },
    ]);
  });
});
