import { expect, it } from "vitest";
import { linksForSite } from "../../scripts/docs/content.js";

it("linksForSite leads links to pages of the site, and leaves code as it is", () => {
  const page = [
    "See [jobs](../jobs.md#wait) and [the type](https://example.com/a).",
    "```ts",
    "const row = /([a-z](?:[a-z ]*))/;",
    "```",
    "[home](../../README.md)",
  ];
  expect(
    linksForSite(page.join("\n"), "guides/recipes/a.md").split("\n"),
  ).toEqual([
    "See [jobs](/guides/jobs.md#wait) and [the type](https://example.com/a).",
    ...page.slice(1, 4),
    "[home](/index.md)",
  ]);
});
