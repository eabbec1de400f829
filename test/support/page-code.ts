import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { vi } from "vitest";
import type { Emulator } from "../../src/emulator/index.js";

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

/** The emulator on loopback, under the variables that a client reads; returns the act that ends both. */
export async function serveInEnvironment(
  emulator: Emulator,
): Promise<() => Promise<void>> {
  const { urls } = await emulator.listen({ port: 0 });
  vi.stubEnv("CLOUD_COMPUTE_API_KEY", emulator.apiKey);
  vi.stubEnv("CLOUD_COMPUTE_BASE_URL", urls.baseUrl);
  vi.stubEnv("CLOUD_COMPUTE_PUBLIC_BASE_URL", urls.publicBaseUrl);
  vi.stubEnv("CLOUD_COMPUTE_GRAPHQL_URL", urls.graphqlUrl);
  return () => {
    vi.unstubAllEnvs();
    return emulator.close();
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
