import { build, type Metafile } from "esbuild";
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

/** What the client weighs in a program that bundles it; every dependency is in it. */
interface ClientSize {
  /** A program that takes `createClient` alone: the files that are loaded at once. */
  readonly atOnce: readonly BundledFile[];
  /** A program that takes all of the main entry: every file but those that only GraphQL needs. */
  readonly whole: readonly BundledFile[];
}

/** Bundles `dist/index.js` for a browser and weighs what comes out. */
export async function measureClient(
  dist: string = resolve("dist"),
): Promise<ClientSize> {
  const index = JSON.stringify(resolve(dist, "index.js"));
  const one = await bundle(`export { createClient } from ${index}`);
  const whole = await bundle(`export * from ${index}`);
  return { atOnce: one.filter(({ isStatic }) => isStatic), whole };
}

export function sum(files: readonly BundledFile[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

/** The files of a program, those that only GraphQL needs left out. */
async function bundle(program: string): Promise<BundledFile[]> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: "." },
    ...{ bundle: true, splitting: true, minify: true, write: false },
    ...{ format: "esm", platform: "browser", target: "es2022" },
    ...{ outdir: "out", metafile: true, logLevel: "warning" },
  });
  const entry = "out/stdin.js";
  const atOnce = reached(metafile, entry, ({ kind }) => kind !== DYNAMIC);
  const wanted = reached(
    metafile,
    entry,
    ({ path }) => !isGraphql(metafile, path),
  );
  return outputFiles
    .map(({ path, contents }) => ({ path: relative(".", path), contents }))
    .filter(({ path }) => wanted.has(path))
    .map(({ path, contents }) => ({
      name: basename(path),
      bytes: gzipSync(contents, { level: 9 }).length,
      isStatic: atOnce.has(path),
    }));
}

const DYNAMIC = "dynamic-import";

type Import = Metafile["outputs"][string]["imports"][number];

function reached(
  { outputs }: Metafile,
  from: string,
  follows: (one: Import) => boolean,
): Set<string> {
  const found = new Set([from]);
  // A set goes on over what is added meanwhile.
  for (const path of found)
    for (const one of outputs[path]?.imports ?? [])
      if (!one.external && follows(one)) found.add(one.path);
  return found;
}

/** GraphQL's lazy part is what begins with `src/document.ts`. */
function isGraphql({ outputs }: Metafile, path: string): boolean {
  return outputs[path]?.entryPoint?.endsWith("document.js") ?? false;
}
