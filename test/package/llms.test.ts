import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readGuides } from "../../scripts/docs/guides.js";
import { renderLlms } from "../../scripts/docs/llms.js";

test("llms.txt is what `npm run docs -- llms` writes from the guides", () => {
  expect(readFileSync("llms.txt", "utf8")).toBe(renderLlms());
});

test("the list of guides names every guide once", () => {
  const listed = readGuides().flatMap(({ guides }) => guides);
  const files = readdirSync("guides", { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md"));
  expect(listed.map(({ name }) => `${name}.md`).toSorted()).toEqual(
    files.toSorted(),
  );
});

/** A guide that is a list of rules, and shows no program. */
const RULES = "stability";

test.each(
  readGuides()
    .flatMap(({ guides }) => guides)
    .filter(({ name }) => name !== RULES),
)("the guide $name has code among its first lines", ({ text }) => {
  const before = text.slice(0, text.indexOf("\n```"));
  expect(before.split("\n").length).toBeLessThan(15);
});
