import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { measureClient, sum } from "../../scripts/size/measure.js";

let folder = "";
/** 1,024 hexadecimal digits that compress to half of that. */
const long = (letter: string) =>
  Array.from({ length: 8 }, (_, at) =>
    createHash("sha512").update(`${letter}${at}`).digest("hex"),
  ).join("");
const COMPRESSED = 512;
const FILES = {
  "index.js": `export { createClient } from "./chunk.js"; export const prices = "${long("p")}";`,
  "chunk.js": `export const shared = "${long("s")}";
    export const createClient = () => [import("./late.js"), import("./document.js")];`,
  "late.js": `import { shared } from "./chunk.js"; export const late = () => "${long("l")}" + shared;`,
  "document.js": `import { text } from "./text.js"; import { shared } from "./chunk.js";
    export const read = () => [text, shared, import("./text.js")];`,
  "text.js": `export const text = "${long("t")}";`,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "size-"));
  for (const [name, text] of Object.entries(FILES))
    await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

test("the size at once is that of what createClient loads statically, each file compressed", async () => {
  const { atOnce } = await measureClient(folder);
  expect(atOnce.every(({ isStatic }) => isStatic)).toBe(true);
  expect(atOnce.some(({ name }) => name.startsWith("late"))).toBe(false);
  const code = gzipSync(FILES["chunk.js"], { level: 9 }).length;
  expect(sum(atOnce)).toBeGreaterThan(code / 2);
  expect(sum(atOnce)).toBeLessThan(code * 3);
});

test("the size of the whole is that of one file without what only GraphQL needs", async () => {
  const { whole } = await measureClient(folder);
  expect(whole).toHaveLength(1);
  // Of p, s, l and t the last is left out.
  expect(sum(whole)).toBeGreaterThan(3 * COMPRESSED);
  expect(sum(whole)).toBeLessThan(4 * COMPRESSED);
});
