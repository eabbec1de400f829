import { beforeAll, describe, expect, test } from "vitest";
import {
  compareSchemas,
  findRejectedDocuments,
  readSchema,
} from "../../src/compare/graphql.js";
import { readSchemaFixture } from "./corpus/fixture.js";
import { GRAPHQL_CHANGES } from "./corpus/graphql-changes.js";

describe("the comparer of GraphQL schemas", () => {
  let before = "";
  beforeAll(async () => {
    before = await readSchemaFixture();
  });

  const linesBetween = (from: string, to: string) =>
    compareSchemas(readSchema(from), readSchema(to)).map(
      ({ verdict, line }) => `${verdict}: ${line}`,
    );

  test.each(GRAPHQL_CHANGES)("reports %s: %s", (verdict, line, from, to) => {
    expect(before).toContain(from);
    expect(linesBetween(before, before.replace(from, to))).toEqual([
      `${verdict}: GraphQL: ${line}`,
    ]);
  });

  test("reports nothing for a directive, a description, and a scalar of GraphQL that nothing uses any more", () => {
    const from = "directive @slow on OBJECT type Query { a: ID b: Int }";
    const to = '"All." type Query { a: ID }';
    expect(linesBetween(from, to)).toEqual([
      "breaking: GraphQL: `b` was removed",
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
      },
    ]);
  });
});
