import type { ProjectReflection } from "typedoc";
import { expect, test } from "vitest";
import { pagesOf } from "../../scripts/docs/reference/pages.js";

test("pagesOf shows the further entry points in the order of the list of their pages", () => {
  // Typedoc names an entry point by its folder.
  const names = [
    "packages/emulator/src",
    "src/batch/sqlite",
    "src/batch",
    "src",
    "src/machines",
  ];
  const children = names.map((name) => ({ name, children: [] }));
  const project = { children } as unknown as ProjectReflection;
  const pages = pagesOf(project, () => "");
  const further = pages.filter(({ entry }) => entry !== undefined);
  expect(further.map(({ title }) => title)).toEqual([
    "Machines",
    "Batches",
    "Batches in SQLite",
    "Emulator",
  ]);
});

test("pagesOf throws for an entry point without a page", () => {
  const children = [{ name: "src" }, { name: "src/lighthouse" }];
  const project = { children } as unknown as ProjectReflection;
  expect(() => pagesOf(project, () => "")).toThrow(
    "no page for src/lighthouse",
  );
});
