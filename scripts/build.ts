import { build, transform, type Metafile } from "esbuild";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { unhandledRoutes } from "../packages/emulator/src/server/route-table.js";
import { buildCommonJs, checkManifest, writeStubs } from "./build/commonjs.js";
import { emitDeclarations } from "./build/declarations.js";
import {
  entriesOf,
  outputOf,
  PACKAGES,
  sourceOf,
  type EntryPoint,
  type Group,
  type PublishedPackage,
} from "./build/entry-points.js";
import { mergeChunks } from "./build/merge-chunks.js";
import { LINE_LIMIT } from "./build/line-limit.js";

type Outputs = Metafile["outputs"];

/** The entry points of the client's group that work without a client. */
const LIGHT_ENTRIES = ["models", "otel", "webhooks", "worker"].map(
  (name) => `dist/${name}.js`,
);

/**
 * `npm run build`: writes every entry point of each package, and the modules that an entry point loads at first use, as ES
 * modules into `dist/` and as CommonJS into `cjs/`. Writes the declarations by the TypeScript compiler. With `entries`, the
 * build first writes what each package.json says about its entry points.
 */
if (process.argv.includes("entries")) await import("./entries.js");
for (const each of PACKAGES) await checkManifest(each);
for (const each of PACKAGES) await buildPackage(each);
for (const route of unhandledRoutes)
  console.warn(`warning: the emulator answers 501 at ${route}: no handler`);

async function buildPackage(of: PublishedPackage): Promise<void> {
  const { name, folder, command } = of;
  const entries = entriesOf(of);
  const dist = join(folder, "dist");
  await rm(dist, { recursive: true, force: true });
  const built: Outputs = {};
  for (const group of new Set(
    [...entries, command].map((each) => each.group),
  )) {
    console.log(`${name}: building the ${group} as ES modules`);
    Object.assign(built, await buildGroup(group, of, dist));
  }
  console.log(`${name}: writing the declarations`);
  emitDeclarations(entries);
  console.log(`${name}: writing CommonJS`);
  await buildCommonJs(of, reachedFrom(entries, dist, built));
  await writeStubs(of);
  // The license of what is bundled asks for its notice.
  for (const name of of.command.bundles)
    await cp(`node_modules/${name}/LICENSE`, join(dist, `LICENSE-${name}`));
}

/** The modules that entry points load, at once or on first use: all but those of the command. */
function reachedFrom(
  entries: readonly EntryPoint[],
  dist: string,
  built: Outputs,
): string[] {
  const reached = new Set(
    entries.map((entry) => join(dist, `${outputOf(entry)}.js`)),
  );
  // The loop also visits the elements that it adds.
  for (const file of reached)
    for (const { path, external } of built[file]?.imports ?? [])
      if (!external) reached.add(path);
  return [...reached].map((file) => basename(file));
}

async function buildGroup(
  group: Group,
  of: PublishedPackage,
  outdir: string,
): Promise<Outputs> {
  const { command } = of;
  const entryPoints = Object.fromEntries(
    entriesOf(of)
      .filter((entry) => entry.group === group)
      .map((entry) => [outputOf(entry), sourceOf(entry)]),
  );
  if (command.group === group) entryPoints[command.output] = command.source;
  // Spaces and long names would make the generated checks of the emulator, and the command, too large.
  const isShort = command.group === group;
  const { metafile } = await build({
    entryPoints,
    metafile: true,
    bundle: true,
    format: "esm",
    target: "es2022",
    // The parsers of React Native do not support static blocks of classes.
    supported: { "class-static-blocks": false },
    platform: "neutral",
    external: ["node:*", ...(await installedWith(of))],
    // The paths of this repository are not those of a program that installs the package.
    tsconfigRaw: {},
    minifySyntax: true,
    splitting: true,
    outdir,
    chunkNames: `${group}-[name]-[hash]`,
    logLevel: "warning",
  });
  if (isShort) await shorten(Object.keys(metafile.outputs));
  const { outputs } = metafile;
  return group === "client"
    ? mergeChunks(outputs, join(outdir, "index.js"), LIGHT_ENTRIES)
    : outputs;
}

/** The packages that an install of a package brings or expects. Others are bundled. */
async function installedWith({ folder }: PublishedPackage): Promise<string[]> {
  const text = await readFile(join(folder, "package.json"), "utf8");
  const { dependencies, peerDependencies = {} } = JSON.parse(text) as {
    readonly dependencies: object;
    readonly peerDependencies?: object;
  };
  return Object.keys({ ...dependencies, ...peerDependencies }).flatMap(
    (name) => [name, `${name}/*`],
  );
}

/** Removes spaces, comments and long names from each file, unless it holds a comment that bundlers read. */
async function shorten(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const text = await readFile(file, "utf8");
    if (text.includes("webpackIgnore")) continue;
    const { code } = await transform(text, {
      minifyWhitespace: true,
      minifyIdentifiers: true,
      lineLimit: LINE_LIMIT,
    });
    await writeFile(file, code);
  }
}
