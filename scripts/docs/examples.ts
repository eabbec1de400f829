import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";

const FOLDER = "examples";
/** The languages that the site highlights. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ".ts": "ts",
  ".tsx": "tsx",
  ".mjs": "js",
  ".json": "json",
  ".yml": "yaml",
  ".graphql": "graphql",
  Dockerfile: "docker",
};

/** Every program and project of `examples/`, by what a reader wants to do. */
const TASKS: Readonly<Record<string, readonly string[]>> = {
  "Run models and save files": [
    "image-to-file.ts",
    "many-prompts.ts",
    "resume.ts",
    "durable-batch.ts",
  ],
  "Find and rent machines": [
    "gpu-prices.ts",
    "find-capacity.ts",
    "train-on-gpu.ts",
    "growing-volume.ts",
    "sweep-workflow.yml",
  ],
  "Write a worker": ["worker-resize", "worker-load-balancer.ts"],
  "Serve visitors of a web page": [
    "route-handler.ts",
    "next",
    "hono",
    "express",
  ],
  "Test a program": ["vitest", "jest", "node-test", "docker"],
  "Send a GraphQL document of your own": ["typed-document"],
};

/** A page with every file of `examples/`, grouped by task; each file is folded until a reader opens it. */
export function renderExamples(): string {
  const entries = readdirSync(FOLDER);
  const listed = Object.values(TASKS).flat();
  const unlisted = entries.filter((entry) => !listed.includes(entry));
  if (unlisted.length > 0)
    throw new Error(`no task lists the examples ${unlisted.join(", ")}`);
  const sections = Object.entries(TASKS).map(
    ([task, names]) => `## ${task}\n\n${names.map(renderExample).join("\n\n")}`,
  );
  return `---
title: Examples
description: Whole programs, each of which runs against the emulator.
outline: [2, 3]
---

# Examples

The package holds these programs in \`examples/\`. In a clone, \`npm run demo\` runs one of them against the emulator.
[Recipes](/guides/recipes/pictures-from-csv.md) are programs with more explanation.

${sections.join("\n\n")}
`;
}

/** A program, or the files of a project. */
function renderExample(name: string): string {
  const files = statSync(join(FOLDER, name)).isFile() ? [name] : filesOf(name);
  const [first = ""] = files;
  const comment = /^(?:(?:\/\/|#) .*\n)+/.exec(read(first))?.[0] ?? "";
  const words = comment.replaceAll(/^(?:\/\/|#) /gm, "").split(/:?\n {2}/)[0];
  const folded = files.map((file) => {
    const language = languageOf(file) ?? "text";
    return `<details><summary>${file}</summary>\n\n\`\`\`${language}\n${read(file)}\`\`\`\n\n</details>`;
  });
  return [`### ${name}`, words?.trim(), ...folded]
    .filter((part) => part)
    .join("\n\n");
}

/** The language of a file that is shown. */
function languageOf(file: string): string | undefined {
  return LANGUAGES[extname(file)] ?? LANGUAGES[basename(file)];
}

function read(file: string): string {
  return readFileSync(join(FOLDER, file), "utf8");
}

/** The source files of a project, without what npm or the project itself writes there. */
function filesOf(project: string): string[] {
  return readdirSync(join(FOLDER, project), {
    recursive: true,
    encoding: "utf8",
  })
    .map((file) => join(project, file).replaceAll("\\", "/"))
    .filter(languageOf)
    .filter((file) => !/node_modules|package-lock|documents\.ts/.test(file))
    .sort();
}
