import { build, type Message } from "esbuild";
import { createRequire } from "node:module";
import { join } from "node:path";
import { LAB } from "../shared/paths.js";

/** What to bundle. */
export interface BundleJob {
  /** Holds the installed package. */
  readonly folder: string;
  readonly source: string;
  readonly target: "browser" | "neutral" | "node";
  /** The folder of the bundle: `main.js`, and what `main.js` loads on first use. */
  readonly out: string;
}

/** Bundles, and resolves with every warning and the file that the warning names. */
export type Bundler = (job: BundleJob) => Promise<Warning[]>;

export interface Warning {
  readonly file: string;
  readonly text: string;
}

/** Loads the bundlers that lab/ has installed, by name. */
export function loadBundlers(): Record<string, Bundler> {
  const load = createRequire(join(LAB, "package.json"));
  return {
    esbuild: bundleWithEsbuild,
    rollup: (job) =>
      bundleWithRollup(
        job,
        load("rollup") as Rollup,
        load("@rollup/plugin-node-resolve") as NodeResolve,
      ),
    webpack: (job) => bundleWithWebpack(job, load("webpack") as Webpack),
  };
}

async function bundleWithEsbuild({
  folder,
  source,
  target,
  out,
}: BundleJob): Promise<Warning[]> {
  const { warnings } = await build({
    absWorkingDir: folder,
    entryPoints: { main: source },
    bundle: true,
    format: "esm",
    splitting: true,
    outdir: out,
    platform: target,
    // Without a platform esbuild reads no main field of a package.
    ...(target === "neutral" ? { mainFields: ["module", "main"] } : {}),
    logLevel: "silent",
  });
  return warnings.map(({ text, location }: Message) => ({
    text,
    file: location?.file ?? "",
  }));
}

/** The part of rollup that this file uses. The types of rollup are not installed where this file is compiled. */
interface Rollup {
  readonly rollup: (options: object) => Promise<{
    write(options: object): Promise<unknown>;
    close(): Promise<void>;
  }>;
}

interface NodeResolve {
  readonly nodeResolve: (options: object) => object;
}

interface RollupLog {
  readonly message: string;
  readonly ids?: readonly string[];
  readonly id?: string;
}

async function bundleWithRollup(
  { source, target, out }: BundleJob,
  { rollup }: Rollup,
  { nodeResolve }: NodeResolve,
): Promise<Warning[]> {
  const warnings: Warning[] = [];
  const bundle = await rollup({
    input: { main: source },
    plugins: [nodeResolve({ browser: target === "browser" })],
    // pg is CommonJS, for which rollup needs a plugin: servers leave it outside of their bundle.
    external: target === "node" ? [/^node:/, "pg"] : [],
    onLog: (_: string, { message, ids = [], id = "" }: RollupLog) => {
      warnings.push({ text: message, file: [id, ...ids].join(" ") });
    },
  });
  await bundle.write({ dir: out, format: "esm" });
  await bundle.close();
  return warnings;
}

type Webpack = (
  options: object,
  done: (error: Error | null, stats?: WebpackStats) => void,
) => void;

interface WebpackStats {
  toJson(options: object): {
    readonly errors: readonly WebpackMessage[];
    readonly warnings: readonly WebpackMessage[];
  };
}

interface WebpackMessage {
  readonly message: string;
  readonly moduleName?: string;
}

function bundleWithWebpack(
  { folder, source, target, out }: BundleJob,
  webpack: Webpack,
): Promise<Warning[]> {
  const targets = {
    // In a page webpack loads lazy parts from the address of the page; here that is a file.
    browser: ["web", "es2022"],
    neutral: "es2022",
    node: "node20",
  };
  const options = {
    context: folder,
    mode: "production",
    entry: { main: source },
    target: targets[target],
    output: {
      path: out,
      filename: "[name].js",
      chunkFilename: "[name].js",
      module: true,
      library: { type: "module" },
      chunkFormat: "module",
      chunkLoading: "import",
    },
    experiments: { outputModule: true },
  };
  return new Promise((resolve, reject) => {
    webpack(options, (error, stats) => {
      if (error) reject(error);
      const { errors = [], warnings = [] } = stats?.toJson({}) ?? {};
      if (errors[0]) reject(new Error(errors[0].message));
      resolve(
        warnings.map(({ message, moduleName = "" }) => ({
          text: message,
          file: moduleName,
        })),
      );
    });
  });
}
