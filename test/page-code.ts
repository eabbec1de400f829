import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { vi } from "vitest";

/** The TypeScript of a page, all its blocks as one module, in a folder of its own until it is removed. */
export interface PageCode {
  readonly text: string;
  /** What the compiler finds, under the options of this project. */
  readonly faults: () => string[];
  /** Runs it and returns what it printed, a call of `console.log` each. */
  readonly run: () => Promise<unknown[][]>;
  readonly remove: () => Promise<void>;
}

/** The blocks of one language in a page. */
export function blocksOf(page: string, language: string): string[] {
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms");
  return [...page.matchAll(block)].map(([, code]) => code ?? "");
}

export async function codeOf(page: string): Promise<PageCode> {
  const text = blocksOf(await readFile(page, "utf8"), "ts").join("\n");
  const folder = await mkdtemp(join("test", "page-"));
  const file = join(folder, "page.ts");
  await writeFile(file, text);
  return {
    text,
    faults: () => faultsIn(file),
    run: () => printedBy(() => import(join(process.cwd(), file))),
    remove: () => rm(folder, { recursive: true }),
  };
}

function faultsIn(file: string): string[] {
  const { config } = ts.readConfigFile("tsconfig.json", (name) =>
    ts.sys.readFile(name),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, noUnusedLocals: false },
    ".",
  );
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options))
    .map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    );
}

async function printedBy(act: () => Promise<unknown>): Promise<unknown[][]> {
  const lines: unknown[][] = [];
  const log = vi.spyOn(console, "log").mockImplementation((...line) => {
    lines.push(line);
  });
  try {
    await act();
  } finally {
    log.mockRestore();
  }
  return lines;
}
