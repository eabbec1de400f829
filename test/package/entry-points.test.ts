import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ENTRY_POINTS } from "../../scripts/build/entry-points.js";
import { manifestPart, stubs } from "../../scripts/build/manifest.js";

const read = (file: string) =>
  readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

test("package.json says of the entry points what their list gives", () => {
  const manifest = JSON.parse(read("package.json")) as object;
  expect(manifest).toMatchObject(manifestPart());
});

test("git ignores the folder of each further entry point, which the build writes", () => {
  const ignored = read(".gitignore").split("\n");
  const folders = ENTRY_POINTS.map(({ name }) => name.split("/", 1)[0] ?? "");
  for (const folder of folders.filter((name) => name !== ""))
    expect(ignored).toContain(`/${folder}/`);
});

test("the folder of an entry point leads to its CommonJS form", () => {
  expect(JSON.parse(stubs().get("emulator/package.json") ?? "")).toEqual({
    main: "../cjs/emulator.js",
    types: "../cjs/types/src/emulator/index.d.ts",
  });
});
