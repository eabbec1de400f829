import { build, type Message } from "esbuild";
import { createRequire } from "node:module";
import { join } from "node:path";

/** What to bundle, and for where; `folder` holds the installed package. */
export interface Order {
  readonly folder: string;
  readonly source: string;
  readonly target: "browser" | "neutral" | "node";
  /** Where the bundle goes: `main.js` and what it loads on first use. */
  readonly out: string;
}

/** Bundles, and resolves with each warning and the file it names. */
export type Bundler = (order: Order) => Promise<Warning[]>;

export interface Warning {
  readonly file: string;
  readonly text: string;
}

/** The bundlers by name; all but esbuild are loaded from these modules. */
export function bundlersOf(modules: string): Record<string, Bundler> {
  const load = createRequire(join(modules, "bundlers.cjs"));
  return {
    esbuild: byEsbuild,
    rollup: (order) =>
      byRollup(
        order,
        load("rollup") as Rollup,
        load("@rollup/plugin-node-resolve") as NodeResolve,
      ),
    webpack: (order) => byWebpack(order, load("webpack") as Webpack),
  };
}

async function byEsbuild(order: Order): Promise<Warning[]> {
  const { folder, source, target, out } = order;
  const { warnings } = await build({
    absWorkingDir: folder,
    entryPoints: { main: source },
    ...{ bundle: true, format: "esm", splitting: true, outdir: out },
    platform: target,
    // Without a platform esbuild looks for no main file of a package.
    ...(target === "neutral" ? { mainFields: ["module", "main"] } : {}),
    logLevel: "silent",
  });
  return warnings.map(({ text, location }: Message) => ({
    ...{ text, file: location?.file ?? "" },
  }));
}

/** As far as it is used: it is not among the modules that this repository compiles with. */
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

async function byRollup(
  { source, target, out }: Order,
  { rollup }: Rollup,
  { nodeResolve }: NodeResolve,
): Promise<Warning[]> {
  const warnings: Warning[] = [];
  const bundle = await rollup({
    input: { main: source },
    plugins: [nodeResolve({ browser: target === "browser" })],
    external: target === "node" ? /^node:/ : [],
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
  done: (fault: Error | null, stats?: WebpackStats) => void,
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

function byWebpack(
  { folder, source, target, out }: Order,
  webpack: Webpack,
): Promise<Warning[]> {
  const places = { browser: "web", neutral: "es2022", node: "node20" };
  const options = {
    ...{ context: folder, mode: "production", entry: { main: source } },
    // A page loads what it needs later from where it was loaded itself; here that is a file.
    target: target === "browser" ? ["web", "es2022"] : places[target],
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
    webpack(options, (fault, stats) => {
      if (fault) reject(fault);
      const { errors = [], warnings = [] } = stats?.toJson({}) ?? {};
      if (errors[0]) reject(new Error(errors[0].message));
      resolve(
        warnings.map(({ message, moduleName = "" }) => ({
          ...{ text: message, file: moduleName },
        })),
      );
    });
  });
}
