import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PACKAGES } from "../../scripts/build/entry-points.js";
import { manifestPart } from "../../scripts/build/manifest.js";

const read = (file: string) =>
  readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

test.each(PACKAGES)(
  "package.json of $name says of the entry points what their list gives",
  (each) => {
    const manifest = JSON.parse(read(`${each.folder}/package.json`)) as object;
    expect(manifest).toMatchObject(manifestPart(each));
  },
);
