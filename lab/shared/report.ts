import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { format } from "oxfmt";
import { RESULTS } from "./paths.js";

/** What a bench found. */
export interface Report {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** Bounds that a figure exceeds. A warning fails nothing. */
  readonly warnings: readonly string[];
}

/** Prints a report, and writes it into `results/` with date and machine. */
export async function publish(
  name: string,
  { title, text, warnings }: Report,
): Promise<void> {
  const page = [
    `# ${title}`,
    `Written by \`npm run lab bench ${name}\` on ${today()}: ${machine()}.`,
    text,
    listOf(warnings),
  ].join("\n\n");
  console.log(`\n${page}`);
  if (process.env["GITHUB_ACTIONS"])
    for (const warning of warnings)
      console.log(`::warning::${name}: ${warning}`);
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${name}.md`), await pretty(`${name}.md`, page));
}

/** The warnings in Markdown, below a sentence that says what they are. */
function listOf(warnings: readonly string[]): string {
  if (warnings.length === 0) return "";
  const lines = warnings.map((warning) => `- ${warning}`).join("\n");
  return `This project sets targets for its own figures. These figures miss their targets, which fails no check:\n\n${lines}`;
}

/** A table in Markdown; every column but the first is aligned to the right. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const rule = head.map((_, index) => (index === 0 ? "---" : "---:"));
  return [head, rule, ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** The text of a file as the formatter of the repo writes it. */
export async function pretty(file: string, text: string): Promise<string> {
  const { code } = await format(file, text, { printWidth: 80 });
  return code;
}

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

export function machine(): string {
  const [cpu, ...others] = cpus();
  return `${others.length + 1} × ${cpu?.model.trim() ?? "unknown"}, Node ${process.version}, ${process.platform}`;
}
