import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staticBytes } from "../shared/bundle.js";
import { measureClient } from "./measure.js";

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
    export const createClient = () => [import("./lazy.js"), import("./document.js")];`,
  "lazy.js": `import { shared } from "./chunk.js"; export const part = () => "${long("l")}" + shared;`,
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

test("measureClient marks what createClient loads statically, each file compressed", async () => {
  const { client } = await measureClient(folder);
  const lazy = client.filter(({ isStatic }) => !isStatic);
  expect(lazy.some(({ name }) => name.startsWith("lazy"))).toBe(true);
  const code = gzipSync(FILES["chunk.js"], { level: 9 }).length;
  expect(staticBytes(client)).toBeGreaterThan(code / 2);
  expect(staticBytes(client)).toBeLessThan(code * 3);
});

test("measureClient bundles the whole into one file without GraphQL's lazy part", async () => {
  const { whole } = await measureClient(folder);
  expect(whole).toHaveLength(1);
  // The texts p, s and l are in the file; t is not.
  expect(staticBytes(whole)).toBeGreaterThan(3 * COMPRESSED);
  expect(staticBytes(whole)).toBeLessThan(4 * COMPRESSED);
});
