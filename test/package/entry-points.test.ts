import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ENTRY_POINTS, PACKAGES } from "../../scripts/build/entry-points.js";
import { manifestPart, stubs } from "../../scripts/build/manifest.js";

const read = (file: string) =>
  readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

test.each(PACKAGES)(
  "package.json of $name says of the entry points what their list gives",
  (each) => {
    const manifest = JSON.parse(read(`${each.folder}/package.json`)) as object;
    expect(manifest).toMatchObject(manifestPart(each));
  },
);

test("git ignores the folder of each further entry point, which the build writes", () => {
  const ignored = read(".gitignore").split("\n");
  const folders = ENTRY_POINTS.map(({ name }) => name.split("/", 1)[0] ?? "");
  for (const folder of folders.filter((name) => name !== ""))
    expect(ignored).toContain(`/${folder}/`);
});

test("the folder of an entry point leads to its CommonJS form", () => {
  const files = PACKAGES.flatMap((each) => [...stubs(each)]);
  const text = new Map(files).get("machines/package.json") ?? "";
  expect(JSON.parse(text)).toEqual({
    main: "../cjs/machines.js",
    types: "../cjs/types/src/machines/index.d.ts",
  });
});
