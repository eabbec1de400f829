import { describe, expect, test } from "vitest";
import { compareShippedDocuments } from "../../src/diff/shipped-documents.js";

describe("the comparison of shipped documents", () => {
  const before =
    "query pods($a: Int, $b: Int!) { myself { id pods { name } } }";
  const filesOf = (texts: readonly string[]) =>
    new Map(texts.map((text, index) => [String(index), text]));

  test.each<[string, readonly string[], readonly string[]]>([
    ["nothing for equal documents", [before], []],
    [
      "a new function",
      [before, "mutation stopPod { podStop }"],
      ["new: `graphql.stopPod` is new"],
    ],
    [
      "a function with another name",
      ["query other { myself { id } }"],
      ["breaking: `graphql.pods` was removed", "new: `graphql.other` is new"],
    ],
    [
      "variables and fields of a function",
      ["query pods($a: Int!, $c: Int) { myself { id host } }"],
      [
        "breaking: `graphql.pods` no longer accepts `b`",
        "breaking: `graphql.pods` now requires `a`",
        "new: `graphql.pods` now accepts `c`",
        "breaking: `graphql.pods().myself.pods` was removed",
        "new: `graphql.pods().myself.host` is new",
      ],
    ],
  ])("reports %s", (_, after, lines) => {
    const changes = compareShippedDocuments(filesOf([before]), filesOf(after));
    expect(changes.map(({ verdict, line }) => `${verdict}: ${line}`)).toEqual(
      lines,
    );
  });
});
