import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { formatCount, type Figure } from "./figure.js";

/** The files of jobs that concern the files of outputs. */
const OUTPUT_FILES =
  /[/\\](download|download-file|file-name|inline-file|outputs|save-file|save-folder)\.ts$/;

/** What is counted together, and the aim of the design in lines. */
const GROUPS: readonly {
  readonly folders: readonly string[];
  readonly aim: string;
  /** What the group is called where it is not all of its folders. */
  readonly title?: string;
  readonly isCounted?: (file: string) => boolean;
}[] = [
  { folders: ["src/http", "src/rest", "src/graphql"], aim: "2,850 lines" },
  {
    folders: ["src/jobs"],
    title: "`src/jobs` without files of outputs",
    isCounted: (file) => !OUTPUT_FILES.test(file),
    aim: "2,550 lines",
  },
  {
    folders: ["src/jobs"],
    title: "`src/jobs`, files of outputs",
    isCounted: (file) => OUTPUT_FILES.test(file),
    aim: "900 lines",
  },
  { folders: ["src/machines"], aim: "3,300 lines" },
  { folders: ["src/batch"], aim: "5,000 lines" },
  { folders: ["src/files"], aim: "" },
  {
    folders: ["src/spend", "src/webhooks", "src/worker", "src/otel"],
    aim: "2,550 lines",
  },
  { folders: ["src/cli", "bin"], aim: "2,000 lines" },
  { folders: ["packages/spec-tools/src", "src/drift"], aim: "10,500 lines" },
  {
    folders: [
      "packages/emulator/src",
      "packages/emulator/page",
      "packages/emulator/bin",
    ],
    aim: "17,500 lines",
  },
  {
    folders: ["test", "packages/emulator/test", "packages/spec-tools/test"],
    aim: "45,000 lines",
  },
];

/** How many lines of the tree hold code, and in how many files. */
export function lineFigures(tree: string): Figure[] {
  return GROUPS.map(({ folders, title, isCounted = () => true, aim }) => {
    const files = folders
      .flatMap((folder) => sourceFiles(join(tree, folder)))
      .filter(isCounted);
    const lines = files
      .map((file) => countCodeLines(readFileSync(file, "utf8"), file))
      .reduce((sum, count) => sum + count, 0);
    return {
      title: title ?? folders.map((folder) => `\`${folder}\``).join(" + "),
      value: `${formatCount(lines)} lines in ${files.length} files`,
      aim,
    };
  });
}

/** A folder that an older or a newer tree does not have holds no files. */
function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[cm]?[jt]sx?$/.test(name))
    .map((name) => join(folder, name));
}

/**
 * Counts the lines that a token touches; comments and white space are no tokens. The scanner alone cannot tell a regular
 * expression from a division, so the tokens are those that the parser has asked the scanner for.
 */
export function countCodeLines(text: string, name: string): number {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lines = new Set<number>();
  const lineAt = (position: number) =>
    file.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node) => {
    if (ts.isJSDoc(node)) return;
    const parts = node.getChildren(file);
    for (const part of parts) visit(part);
    const start = node.getStart(file);
    if (parts.length > 0 || start === node.end) return;
    for (let line = lineAt(start); line <= lineAt(node.end); line++)
      lines.add(line);
  };
  visit(file);
  return lines.size;
}
