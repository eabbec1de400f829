import { build, type Metafile, type Plugin } from "esbuild";
import { basename, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";

/** A file of a bundle over this package. */
export interface BundledFile {
  readonly name: string;
  /** Minified and compressed (gzip, level 9). */
  readonly bytes: number;
  /** Whether it is loaded with the program, not with the first use of what is in it. */
  readonly isStatic: boolean;
}

/** What the client weighs in a program that bundles it; every dependency is in it, but for what only GraphQL needs. */
interface ClientSize {
  /** A program that takes `createClient` alone, bundled with splitting: the files that are loaded at once. */
  readonly atOnce: readonly BundledFile[];
  /** A program that takes all of the main entry, bundled into one file. */
  readonly whole: readonly BundledFile[];
}

/** Bundles `dist/index.js` for a browser and weighs what comes out. */
export async function measureClient(
  dist: string = resolve("dist"),
): Promise<ClientSize> {
  const index = JSON.stringify(resolve(dist, "index.js"));
  const split = await bundle(`export { createClient } from ${index}`, true);
  const whole = await bundle(`export * from ${index}`, false);
  return { atOnce: split.filter(({ isStatic }) => isStatic), whole };
}

export function sum(files: readonly BundledFile[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

async function bundle(
  program: string,
  splitting: boolean,
): Promise<BundledFile[]> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: "." },
    ...{ bundle: true, splitting, minify: true, write: false },
    ...{ format: "esm", platform: "browser", target: "es2022" },
    ...{ outdir: "out", metafile: true, logLevel: "warning" },
    // The compiler options of this project are not those of a program that installs it.
    tsconfigRaw: {},
    plugins: splitting ? [] : [WITHOUT_GRAPHQL],
  });
  const atOnce = reached(metafile, "out/stdin.js");
  return outputFiles
    .map(({ path, contents }) => ({ path: relative(".", path), contents }))
    .map(({ path, contents }) => ({
      name: basename(path),
      bytes: gzipSync(contents, { level: 9 }).length,
      isStatic: atOnce.has(path),
    }));
}

/** GraphQL's lazy part is what begins with `src/graphql/document.ts`. */
const WITHOUT_GRAPHQL: Plugin = {
  name: "without GraphQL's lazy part",
  setup: (made) => {
    made.onResolve({ filter: /\/document\.js$/ }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

/** The files that are loaded with the first one. */
function reached({ outputs }: Metafile, first: string): Set<string> {
  const found = new Set([first]);
  // A set goes on over what is added meanwhile.
  for (const path of found)
    for (const { kind, external, path: next } of outputs[path]?.imports ?? [])
      if (!external && kind !== "dynamic-import") found.add(next);
  return found;
}
