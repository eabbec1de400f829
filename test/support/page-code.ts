import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { vi } from "vitest";
import type { Emulator } from "../../src/emulator/index.js";

/** The TypeScript blocks of a Markdown page as one module, in a temporary folder. */
export interface PageCode {
  readonly text: string;
  /** The errors of the compiler, under the options of this project. */
  readonly compilerErrors: () => string[];
  /** Runs the module and returns the arguments of each call of `console.log`. */
  readonly run: () => Promise<unknown[][]>;
  /** Removes the folder. */
  readonly remove: () => Promise<void>;
}

/** The code blocks of one language in a Markdown page. */
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
    compilerErrors: () => compilerErrorsOf(file),
    run: () => linesLoggedBy(() => import(join(process.cwd(), file))),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Serves the emulator on loopback, under the variables that a client reads. Returns a function that ends both. */
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

function compilerErrorsOf(file: string): string[] {
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

async function linesLoggedBy(
  act: () => Promise<unknown>,
): Promise<unknown[][]> {
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
