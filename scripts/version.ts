import { readFile, writeFile } from "node:fs/promises";
import packageJson from "../package.json" with { type: "json" };

// `npm version` runs this before it commits: the emulator, which is published together with the client, and the README
// get the new version of package.json.

const { version } = packageJson;

await replace("package.json", /("cloud-compute-emulator": ")[^"]*/);
await replace("packages/emulator/package.json", /("version": ")[^"]*/);
await replace(
  "packages/emulator/package.json",
  /("cloud-compute-sdk": ")\d[^"]*/,
);
await replace("README.md", /(!\[version )[^,]*/);

/** Writes the version after what the pattern captures. */
async function replace(file: string, pattern: RegExp): Promise<void> {
  const text = await readFile(file, "utf8");
  if (!pattern.test(text)) throw new Error(`${file} names no version`);
  await writeFile(file, text.replace(pattern, `$1${version}`));
}
