import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import ts from "typescript";
import { vi } from "vitest";
import type { Emulator } from "../../src/emulator/index.js";

/** The TypeScript of a page: all its blocks as one module. */
export interface PageCode {
  readonly text: string;
  /** The compiler's messages, under the options of this project. */
  readonly errors: () => string[];
  /** Runs the module and returns what it printed, an entry for each call of `console.log`. */
  readonly run: () => Promise<unknown[][]>;
}

/** The modules of several pages, which one program compiles. */
export interface PageCodes {
  readonly of: (page: string) => PageCode;
  /** Deletes the modules. */
  readonly remove: () => Promise<void>;
}

/** The blocks of one language in a page. */
export function blocksOf(page: string, language: string): string[] {
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms");
  return [...page.matchAll(block)].map(([, code]) => code ?? "");
}

/** Writes the code of each page into a module of its own. */
export async function writePageCodes(
  pages: readonly string[],
): Promise<PageCodes> {
  const folder = await mkdtemp(join("test", "page-"));
  const texts = new Map<string, string>();
  const fileOf = (page: string) => join(folder, `${basename(page, ".md")}.ts`);
  for (const page of pages) {
    const text = blocksOf(await readFile(page, "utf8"), "ts").join("\n");
    texts.set(page, text);
    // Without an import or export, a file would be a script that shares its names with other pages.
    await writeFile(fileOf(page), `${text}\nexport {};\n`);
  }
  const program = createProgram(pages.map(fileOf));
  return {
    of: (page) => ({
      text: texts.get(page) ?? "",
      errors: () => errorsOf(program, fileOf(page)),
      run: () => captureLog(() => import(join(process.cwd(), fileOf(page)))),
    }),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Serves the emulator on loopback under the variables that a client reads; returns the function that ends both. */
export async function serveInEnvironment(
  emulator: Emulator,
): Promise<() => Promise<void>> {
  const { urls } = await emulator.listen({ port: 0 });
  vi.stubEnv("CLOUD_COMPUTE_API_KEY", emulator.apiKey);
  vi.stubEnv("CLOUD_COMPUTE_BASE_URL", urls.baseUrl);
  vi.stubEnv("CLOUD_COMPUTE_PUBLIC_BASE_URL", urls.publicBaseUrl);
  vi.stubEnv("CLOUD_COMPUTE_GRAPHQL_URL", urls.graphqlUrl);
  vi.stubEnv("CLOUD_COMPUTE_V2_BASE_URL", urls.surfaces.v2.baseUrl);
  const proxyUrl = `${urls.publicBaseUrl}/proxy/{podId}/{port}`;
  vi.stubEnv("CLOUD_COMPUTE_PROXY_URL", proxyUrl);
  return () => {
    vi.unstubAllEnvs();
    return emulator.close();
  };
}

function createProgram(files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile("tsconfig.json", (name) =>
    ts.sys.readFile(name),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, noUnusedLocals: false },
    ".",
  );
  return ts.createProgram(files, options);
}

function errorsOf(program: ts.Program, file: string): string[] {
  const source = program.getSourceFile(file);
  if (!source) throw new Error(`${file} is not in the program`);
  return ts
    .getPreEmitDiagnostics(program, source)
    .map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    );
}

async function captureLog(act: () => Promise<unknown>): Promise<unknown[][]> {
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
