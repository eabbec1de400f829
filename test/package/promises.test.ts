import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the promises of SECURITY.md name tests that exist", () => {
  const page = readFileSync("SECURITY.md", "utf8");
  const named = page.match(/(packages\/\w+\/)?test\/[\w./-]+\.ts/g) ?? [];
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
