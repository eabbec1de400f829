import { readFile, writeFile } from "node:fs/promises";
import packageJson from "../package.json" with { type: "json" };

// `npm version` runs this before it commits: the emulator, which is published together with the client, and the pages that
// name the version get that of package.json. A release without an entry in CHANGELOG.md is refused.

const { version } = packageJson;

const changelog = await readFile("CHANGELOG.md", "utf8");
const entries = [...changelog.matchAll(/^## (\S+)/gm)].map(([, name]) => name);
if (!entries.includes(version)) {
  console.error(
    `CHANGELOG.md has no entry "## ${version}". Undo what npm has written (git checkout package.json package-lock.json), commit the entry, and run npm version again`,
  );
  process.exit(1);
}

await replace("package.json", /("cloud-compute-emulator": ")[^"]*/);
await replace("packages/emulator/package.json", /("version": ")[^"]*/);
await replace(
  "packages/emulator/package.json",
  /("cloud-compute-sdk": ")\d[^"]*/,
);
await replace("README.md", /(!\[version )[^,]*/);
for (const page of [
  "README.md",
  "guides/quick-start.md",
  "guides/web-frameworks.md",
])
  await replace(page, /(cloud-compute-\S*?-)\d[\w.-]*(?=\.tgz)/g);

/** Writes the version after what the pattern captures. */
async function replace(file: string, pattern: RegExp): Promise<void> {
  const text = await readFile(file, "utf8");
  if (!pattern.test(text)) throw new Error(`${file} names no version`);
  await writeFile(file, text.replace(pattern, `$1${version}`));
}
