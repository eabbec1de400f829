import { readFile } from "node:fs/promises";

// `npm version` runs this before it changes a file, with the next version in the environment: a release without an entry
// in CHANGELOG.md is refused.

const { npm_new_version: version = "" } = process.env;
const changelog = await readFile("CHANGELOG.md", "utf8");

const entries = [...changelog.matchAll(/^## (\S+)/gm)].map(([, name]) => name);
if (!entries.includes(version)) {
  console.error(
    `CHANGELOG.md has no entry "## ${version}": write it, commit it, and run npm version again`,
  );
  process.exitCode = 1;
}
