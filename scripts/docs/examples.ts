import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

const FOLDER = "examples";
/** The languages that the site highlights. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ".ts": "ts",
  ".tsx": "tsx",
  ".mjs": "js",
  ".json": "json",
  ".yml": "yaml",
  ".graphql": "graphql",
};

/** A page with every file of `examples/`: the programs first, then the files of each project. */
export function renderExamples(): string {
  const files = sourceFiles().map((file) => {
    const language = LANGUAGES[extname(file)] ?? "text";
    const text = readFileSync(join(FOLDER, file), "utf8");
    return `## ${file}\n\n\`\`\`${language}\n${text}\`\`\`\n`;
  });
  return `---
title: Examples
description: Whole programs, each of which runs against the emulator.
outline: 2
---

# Examples

The package holds these programs in \`examples/\`. In a clone, \`npm run example\` runs one of them against the emulator.

${files.join("\n")}`;
}

/** The files without what npm or an example writes there. */
function sourceFiles(): string[] {
  const depth = (file: string) => file.split("/").length;
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(FOLDER.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((file) => extname(file) in LANGUAGES)
    .filter((file) => !/node_modules|package-lock|documents\.ts/.test(file))
    .sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1));
}
