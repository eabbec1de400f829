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
    ["new", "`Boat.draft` is new", "berths: Int!", "berths: Int! draft: Int"],
    ["breaking", "`Boat.length` was removed", "length: Float\n", ""],
    [
      "breaking",
      "`Price.perHour` changed type from Float to String",
      "perHour: Float",
      "perHour: String",
    ],
    [
      "compatible",
      "`Price.perHour` changed type from Float to Float!",
      "perHour: Float",
      "perHour: Float!",
    ],
    ["breaking", "`boats` arg kind was removed", ", kind: Kind = SAIL", ""],
    [
      "new",
      "An optional arg max on `boats` was added",
      "= SAIL)",
      "= SAIL, max: Int)",
    ],
    [
      "compatible",
      "`search` arg text changed type from String! to String",
      "text: String!",
      "text: String",
    ],
    [
      "compatible",
      "`boats` arg kind changed defaultValue from SAIL to ROW",
      "Kind = SAIL",
      "Kind = ROW",
    ],
    [
      "new",
      "An optional field name on input type BoatFilter was added",
      "order: Order\n",
      "order: Order name: String\n",
    ],
    ["breaking", "DESC was removed from enum type Order", "  DESC\n", ""],
    [
      "new",
      "NONE was added to enum type Order",
      "  DESC\n",
      "  DESC\n  NONE\n",
    ],
    [
      "breaking",
      "RAFT was added to enum type Kind",
      "  ROW\n",
      "  ROW\n  RAFT\n",
    ],
    [
      "compatible",
      "SAILING was removed from enum type State: comparisons with it never match again",
      "  SAILING\n",
      "",
    ],
    [
      "new",
      "SUNK was added to enum type State",
      "  SAILING\n",
      "  SAILING\n  SUNK\n",
    ],
    [
      "deprecated",
      "`Boat.berths` is deprecated",
      "berths: Int!",
      "berths: Int! @deprecated",
    ],
    [
      "deprecated",
      "`Kind.ROW` is deprecated",
      "  ROW\n",
      "  ROW @deprecated\n",
    ],
    ["new", "Time is new", "scalar Date", "scalar Date scalar Time"],
    [
      "compatible",
      "Owner was added to union type Found",
      "Boat | Person",
      "Boat | Person | Owner",
    ],
    [
      "breaking",
      "Boat no longer implements interface Vessel",
      " implements Vessel",
      "",
    ],
    [
      "breaking",
      "Fuel changed from an Enum type to a Scalar type",
      "enum Fuel {\n  DIESEL\n  ELECTRIC\n}",
      "scalar Fuel",
    ],
  ])("reports %s: %s", (verdict, line, from, to) => {
    const changes = compare(from, to);
    expect(changes).toEqual([
      expect.objectContaining({ verdict, line: `GraphQL: ${line}` }),
    ]);
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
      },
    ]);
  });
});
