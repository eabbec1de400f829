import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { vi } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { surfaceVariables } from "../../generated/surfaces/addresses.js";
import type { Emulator } from "cloud-compute-emulator";
import { compilerErrors } from "./compile.js";
import { programsOf } from "./page-blocks.js";

/** The TypeScript of a page: each of its programs as a module. */
interface PageCode {
  /**
   * The compiler's messages, under the options of this project. A program that imports a package which this repository
   * does not install is left out.
   */
  readonly errorsOfInstalled: () => string[];
  /** The compiler's messages for every program, under the options of this project. */
  readonly errors: () => string[];
  /**
   * Runs the modules in order and returns what they printed, an entry for each call of `console.log`. `isRun` chooses
   * programs by their text.
   */
  readonly run: (isRun?: (program: string) => boolean) => Promise<unknown[][]>;
  /** Runs the first module whose text is wanted, and returns what it exports. */
  readonly load: (isWanted?: (program: string) => boolean) => Promise<unknown>;
}

/** The modules of several pages, which one program compiles. */
export interface PageCodes {
  readonly of: (page: string) => PageCode;
  /** Deletes the modules. */
  readonly remove: () => Promise<void>;
}

/** Writes each program of the pages into a module of its own. */
export async function writePageCodes(
  pages: readonly string[],
): Promise<PageCodes> {
  // Not in test/: a type check or a lint that runs at the same time must not see the modules.
  await mkdir(".cache", { recursive: true });
  const folder = await mkdtemp(join(process.cwd(), ".cache", "page-"));
  const modules = new Map<string, PageModule[]>();
  for (const page of pages) {
    const text = await readFile(page, "utf8");
    const ofPage: PageModule[] = [];
    for (const [index, program] of programsOf(text).entries()) {
      const file = join(folder, `${basename(page, ".md")}-${index + 1}.ts`);
      // Without an import or export, a file would be a script that shares its names with other pages.
      await writeFile(file, `${program}\nexport {};\n`);
      const isInstalled = foreignPackages(program).length === 0;
      ofPage.push({ file, program, isInstalled });
    }
    modules.set(page, ofPage);
  }
  const all = [...modules.values()].flat();
  let compiled: readonly string[] | undefined;
  /** The errors of the compiler in these modules. All are compiled at once, at the first call. */
  const errorsOf = (wanted: readonly PageModule[]) => {
    const unused = { noUnusedLocals: false };
    compiled ??= compilerErrors(
      all.map(({ file }) => file),
      unused,
    );
    return compiled.filter((line) =>
      wanted.some(({ file }) => line.includes(`/${basename(file)}(`)),
    );
  };
  return {
    of: (page) => {
      const ofPage = modules.get(page) ?? [];
      return {
        errors: () => errorsOf(ofPage),
        errorsOfInstalled: () =>
          errorsOf(ofPage.filter(({ isInstalled }) => isInstalled)),
        run: (isRun = () => true) =>
          captureLog(async () => {
            for (const { file, program } of ofPage)
              if (isRun(program)) await import(`${file}?run=${++runs}`);
          }),
        load: (isWanted = () => true) => {
          const wanted = ofPage.find(({ program }) => isWanted(program));
          return import(`${wanted?.file}?run=${++runs}`);
        },
      };
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** A module is evaluated again for each query. */
let runs = 0;

interface PageModule {
  readonly file: string;
  readonly program: string;
  readonly isInstalled: boolean;
}

/** The packages that a program imports and this repository does not install. */
function foreignPackages(program: string): string[] {
  const { name, dependencies, devDependencies } = packageJson;
  const installed = [
    name,
    ...Object.keys(dependencies),
    ...Object.keys(devDependencies),
  ];
  return [...program.matchAll(/\bfrom "([^"]+)"/g)]
    .map(([, specifier = ""]) => specifier)
    .filter(
      (specifier) =>
        !specifier.startsWith("node:") &&
        !installed.some((known) => `${specifier}/`.startsWith(`${known}/`)),
    );
}

/** Serves the emulator on loopback under the variables that a client reads; returns the function that ends both. */
export async function serveInEnvironment(
  emulator: Emulator,
): Promise<() => Promise<void>> {
  const { urls, s3 } = await emulator.listen({ port: 0 });
  vi.stubEnv("CLOUD_COMPUTE_API_KEY", emulator.apiKey);
  vi.stubEnv("CLOUD_COMPUTE_BASE_URL", urls.baseUrl);
  vi.stubEnv("CLOUD_COMPUTE_PUBLIC_BASE_URL", urls.publicBaseUrl);
  vi.stubEnv("CLOUD_COMPUTE_GRAPHQL_URL", urls.graphqlUrl);
  const further = Object.entries<{ baseUrl: string }>(urls.surfaces);
  for (const [name, { baseUrl }] of further)
    vi.stubEnv(surfaceVariables[name] ?? name, baseUrl);
  const proxyUrl = `${urls.publicBaseUrl}/proxy/{podId}/{port}`;
  vi.stubEnv("CLOUD_COMPUTE_PROXY_URL", proxyUrl);
  vi.stubEnv("CLOUD_COMPUTE_S3_ENDPOINT", s3.endpoint);
  vi.stubEnv("CLOUD_COMPUTE_S3_ACCESS_KEY_ID", s3.accessKeyId);
  vi.stubEnv("CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY", s3.secretAccessKey);
  return () => {
    vi.unstubAllEnvs();
    return emulator.close();
  };
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
