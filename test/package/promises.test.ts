import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test.each(["SECURITY.md", "guides/errors.md"])(
  "the promises of %s name tests that exist",
  (page) => {
    const named = readFileSync(page, "utf8").match(/test\/[\w./-]+\.ts/g) ?? [];
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  },
);
