import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { formatCount, type Figure } from "./figure.js";

/** What is counted together, and the aim of the design. */
const GROUPS = [
  {
    folders: ["src/http", "src/rest", "src/graphql"],
    aim: "2,700 lines in 28 files",
  },
  { folders: ["src/jobs"], aim: "3,100 lines in 22 files" },
  { folders: ["src/machines"], aim: "no more, with placement" },
  { folders: ["src/batch"], aim: "5,000 lines in 35 files, with Postgres" },
  {
    folders: [
      "packages/emulator/src",
      "packages/emulator/page",
      "packages/emulator/bin",
    ],
    aim: "17,500 lines",
  },
  {
    folders: ["scripts", "packages/spec-tools/src", "src/drift"],
    aim: "9,500 lines",
  },
  {
    folders: ["test", "packages/emulator/test", "packages/spec-tools/test"],
    aim: "42,000 lines",
  },
] as const;

/** How many lines of the tree hold code, and in how many files. */
export function lineFigures(tree: string): Figure[] {
  return GROUPS.map(({ folders, aim }) => {
    const files = folders.flatMap((folder) => sourceFiles(join(tree, folder)));
    const lines = files
      .map((file) => countCodeLines(readFileSync(file, "utf8"), file))
      .reduce((sum, count) => sum + count, 0);
    return {
      title: folders.map((folder) => `\`${folder}\``).join(" + "),
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
