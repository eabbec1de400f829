import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { renderBadges } from "../../scripts/docs/badges.js";

test("the badges of the README are what `npm run docs -- badges` draws from package.json", () => {
  expect(readFileSync("guides/images/badges.svg", "utf8")).toBe(renderBadges());
});

test("the text beside the badges has their version and license", () => {
  const [, text = ""] =
    /!\[(version .*?)\]/.exec(readFileSync("README.md", "utf8")) ?? [];
  expect(text).toContain(`version ${packageJson.version}`);
  expect(text).toContain(`license ${packageJson.license}`);
});
