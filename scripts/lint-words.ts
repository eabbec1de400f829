import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { lintWords } from "./lint/words.js";

/** The handwritten files. The specs are not checked: they describe the service in the words of the service. */
const OURS =
  /^((src|test|scripts|lab|guides|examples|\.github)\/|[^/]*$).*\.(tsx?|css|js|mjs|cjs|sh|md|yml|graphql)$/;
/** Lists of the words themselves, records of other programs, and the history of the package. */
const EXCEPT =
  /^((scripts|test)\/lint\/words\.(test\.)?ts|test\/.*\/__snapshots__\/.*|lab\/results\/.*|(README|CHANGELOG)\.md)$/;

/** A part of `npm run lint`: names, comments and texts use the standard terms of the field. */
const files = execFileSync("git", ["ls-files"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => OURS.test(file) && !EXCEPT.test(file));
const problems = files.flatMap((file) =>
  lintWords(file, readFileSync(file, "utf8")),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
