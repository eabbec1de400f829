import { describe, expect, test } from "vitest";
import { comparePublicTypes } from "../../src/diff/public-types.js";

describe("the comparison of public types", () => {
  const report = (...sections: string[]) =>
    new Map([["index.api.md", sections.join("\n")]]);
  const section = (title: string, ...lines: string[]) =>
    `## ${title}\n\n\`\`\`ts\n${lines.join("\n")}\n\`\`\`\n`;
  const options = (...members: string[]) =>
    section("CallOptions", "interface CallOptions {", ...members, "}");

  test("reports each name that was removed, is new or has another type", () => {
    const before = report(
      options("  signal?: A;", "  timeout?: number;"),
      section("old", "const old: 1"),
    );
    const after = report(
      options("  retries?: number;", "  timeout?: string;"),
      section("fresh", "const fresh: 1"),
    );
    const changes = comparePublicTypes(before, after);
    expect(changes.map(({ verdict, line }) => `${verdict}: ${line}`)).toEqual([
      "breaking: Types: `old` was removed",
      "breaking: Types: `CallOptions.signal` was removed",
      "breaking: Types: `CallOptions.timeout` has another type",
      "new: Types: `CallOptions.retries` is new",
      "new: Types: `fresh` is new",
    ]);
  });

  test("reports a new required option as breaking", () => {
    const changes = comparePublicTypes(
      report(options("  timeout?: number;")),
      report(options("  retries: number;", "  timeout?: number;")),
    );
    expect(changes).toEqual([
      {
        verdict: "breaking",
        line: "Types: `CallOptions.retries` is new",
      },
    ]);
  });

  test("says of a generated type only that it changed, because its members follow from the specs", () => {
    const pod = (type: string) =>
      report(
        section(
          "Pod (from the specs)",
          "interface Pod {",
          `  id: ${type};`,
          "}",
        ),
      );
    expect(comparePublicTypes(pod("string"), pod("number"))).toEqual([
      {
        verdict: "compatible",
        line: "Types: `Pod` changed with the specs",
      },
    ]);
    expect(comparePublicTypes(pod("string"), pod("string"))).toEqual([]);
  });
});
