import { readdirSync, readFileSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import {
  DocumentReflection,
  normalizePath,
  type ProjectReflection,
} from "typedoc";

/** Adds a page with every file of `examples/`. Links to the folder lead to this page. */
export function addExamples(project: ProjectReflection): void {
  const text = sourceFiles().map(
    (file) =>
      `## ${file}\n\n\`\`\`${LANGUAGES[extname(file)] ?? ""}\n${readFileSync(join(FOLDER, file), "utf8")}\`\`\`\n`,
  );
  const content = [{ kind: "text" as const, text: text.join("\n") }];
  const page = new DocumentReflection("Examples", project, content, {});
  project.addChild(page);
  const path = normalizePath(resolve(FOLDER));
  project.registerReflection(page, undefined, path);
}

const FOLDER = "examples";
/** The languages that the site highlights. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ".ts": "ts",
  ".mjs": "js",
  ".json": "json",
  ".graphql": "",
};

/** The programs, then the files of each project, without what npm or an example writes there. */
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
