import { readFile, writeFile } from "node:fs/promises";
import { format } from "prettier";
import { manifestPart } from "./build/manifest.js";

// `npm run entries`: writes what package.json says about the entry points, from scripts/build/entry-points.ts.

const FILE = "package.json";
const manifest = JSON.parse(await readFile(FILE, "utf8")) as object;
const text = JSON.stringify({ ...manifest, ...manifestPart() });
await writeFile(FILE, await format(text, { parser: "json-stringify" }));
console.log(`written ${FILE}`);
