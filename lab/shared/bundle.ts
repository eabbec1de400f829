import { build, type Plugin } from "esbuild";
import { basename, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "./paths.js";

/** A file of a bundle. */
export interface BundledFile {
  readonly name: string;
  /** Minified and compressed by gzip, level 9. */
  readonly bytes: number;
  /** Whether the file is loaded with the program, not with the first use of its content. */
  readonly isStatic: boolean;
}

interface BundleOptions {
  /** The source text of the program. */
  readonly program: string;
  /** Where the imports of the program are resolved from. */
  readonly resolveDir: string;
  /** Whether what is imported dynamically gets files of its own. */
  readonly splitting: boolean;
  readonly external?: readonly string[];
  readonly plugins?: Plugin[];
}

/** Bundles a program for a browser, as a user would, and measures every file of the bundle. */
export async function measureBundle({
  program,
  resolveDir,
  splitting,
  external = [],
  plugins = [],
}: BundleOptions): Promise<BundledFile[]> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    stdin: { contents: program, resolveDir },
    bundle: true,
    splitting,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    outdir: "out",
    metafile: true,
    logLevel: "error",
    // The compiler options of this repository are not those of a program that installs the package.
    tsconfigRaw: {},
    external: [...external],
    plugins,
  });
  const reached = new Set(["out/stdin.js"]);
  // The loop also visits the elements that it adds.
  for (const path of reached)
    for (const entry of metafile.outputs[path]?.imports ?? [])
      if (entry.kind !== "dynamic-import" && entry.external !== true)
        reached.add(entry.path);
  return outputFiles.map(({ path, contents }) => ({
    name: basename(path),
    bytes: gzipSync(contents, { level: 9 }).length,
    isStatic: reached.has(relative(ROOT, path)),
  }));
}

/** The bytes of all files that are loaded with the program. */
export function staticBytes(files: readonly BundledFile[]): number {
  return files
    .filter(({ isStatic }) => isStatic)
    .reduce((total, { bytes }) => total + bytes, 0);
}
