import { build, type Metafile, type Plugin } from "esbuild";
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** An import of a file of this folder, as esbuild prints it: `import { a, b as c } from "./client-chunk-….js";` */
const IMPORT = /import\s*(?:\{([^}]*)\}\s*from\s*)?"\.\/([\w-]+\.js)";/g;

/** One file into which several chunks go, and the chunks. */
interface Merged {
  readonly file: string;
  readonly chunks: ReadonlySet<string>;
}

/**
 * Merges the chunks that the main entry point loads at once into two files: `client-base.js` for what the light entry
 * points load as well, and `client-core.js` for the rest. esbuild makes a chunk for each set of entry points, and Node
 * needs longer for eighteen small files than for two.
 *
 * @param light the files of the entry points that work without the main one
 */
export async function mergeChunks(
  outputs: Metafile["outputs"],
  main: string,
  light: readonly string[],
): Promise<Metafile["outputs"]> {
  const loaded = eagerImports(outputs, main);
  const lightly = new Set(
    light.flatMap((entry) => [...eagerImports(outputs, entry)]),
  );
  const chunks = [...loaded].filter((file) => file !== main);
  const merged: readonly Merged[] = [
    {
      file: "client-base.js",
      chunks: new Set(chunks.filter((file) => lightly.has(file))),
    },
    {
      file: "client-core.js",
      chunks: new Set(chunks.filter((file) => !lightly.has(file))),
    },
  ];
  const targetOf = (chunk: string) =>
    merged.find((each) => each.chunks.has(join("dist", chunk)))?.file;
  const used = await findUsedNames(Object.keys(outputs), targetOf);
  for (const { file, chunks: parts } of merged)
    await bundle(file, parts, used, targetOf);
  const kept = Object.keys(outputs).filter(
    (file) => file.endsWith(".js") && targetOf(basename(file)) === undefined,
  );
  for (const file of kept) {
    const text = await readFile(file, "utf8");
    await writeFile(file, rewriteImports(text, undefined, targetOf));
  }
  for (const { chunks: parts } of merged)
    for (const chunk of parts) await rm(chunk);
  return graphAfter(outputs, merged, kept);
}

/** The files that a file loads at once, and itself. */
function eagerImports(
  outputs: Metafile["outputs"],
  start: string,
): Set<string> {
  const reached = new Set([start]);
  for (const file of reached)
    for (const { path, kind, external } of outputs[file]?.imports ?? [])
      if (kind === "import-statement" && !external) reached.add(path);
  return reached;
}

/** The names that each chunk gives to files outside its merged file. */
async function findUsedNames(
  files: readonly string[],
  targetOf: (chunk: string) => string | undefined,
): Promise<Map<string, Set<string>>> {
  const used = new Map<string, Set<string>>();
  for (const file of files.filter((name) => name.endsWith(".js"))) {
    const own = targetOf(basename(file));
    for (const [, names = "", chunk = ""] of (
      await readFile(file, "utf8")
    ).matchAll(IMPORT)) {
      if (targetOf(chunk) === undefined || targetOf(chunk) === own) continue;
      const set = used.get(chunk) ?? new Set();
      for (const { name } of readNames(names)) set.add(name);
      used.set(chunk, set);
    }
  }
  return used;
}

/** The names of an import list, and what the importing file calls each of them. */
function readNames(
  list: string,
): { readonly name: string; readonly local: string }[] {
  return list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", local = name] = part.split(" as ");
      return { name, local };
    });
}

/** The name in a merged file of what a chunk exports: two chunks may export the same name. */
function mergedName(chunk: string, name: string): string {
  const [, hash = ""] = /-(\w+)\.js$/.exec(chunk) ?? [];
  return `${name}_${hash}`;
}

/** Lets the imports of chunks that are in another merged file name that file. */
function rewriteImports(
  text: string,
  own: string | undefined,
  targetOf: (chunk: string) => string | undefined,
): string {
  return text.replace(
    IMPORT,
    (statement, list: string | undefined, chunk: string) => {
      const target = targetOf(chunk);
      if (target === undefined || target === own) return statement;
      if (list === undefined) return `import "./${target}";`;
      const names = readNames(list).map(
        ({ name, local }) => `${mergedName(chunk, name)} as ${local}`,
      );
      return `import { ${names.join(", ")} } from "./${target}";`;
    },
  );
}

/** Writes one merged file. */
async function bundle(
  file: string,
  chunks: ReadonlySet<string>,
  used: ReadonlyMap<string, ReadonlySet<string>>,
  targetOf: (chunk: string) => string | undefined,
): Promise<void> {
  const contents = [...chunks].map((path) => {
    const chunk = basename(path);
    const names = [...(used.get(chunk) ?? [])].map(
      (name) => `${name} as ${mergedName(chunk, name)}`,
    );
    return names.length === 0
      ? `import "./${chunk}";`
      : `export { ${names.join(", ")} } from "./${chunk}";`;
  });
  const rewrite: Plugin = {
    name: "rewrite",
    setup: (pass) => {
      pass.onResolve({ filter: /^\.\/client-/ }, ({ path }) =>
        chunks.has(join("dist", path)) ? undefined : { path, external: true },
      );
      pass.onLoad({ filter: /client-chunk-/ }, async ({ path }) => ({
        contents: rewriteImports(await readFile(path, "utf8"), file, targetOf),
      }));
    },
  };
  await build({
    stdin: { contents: contents.join("\n"), resolveDir: "dist", loader: "js" },
    outfile: join("dist", file),
    bundle: true,
    format: "esm",
    target: "es2022",
    supported: { "class-static-blocks": false },
    platform: "neutral",
    packages: "external",
    external: ["node:*"],
    plugins: [rewrite],
    logLevel: "warning",
  });
}

/** The outputs after the merge, with the imports between them. */
function graphAfter(
  outputs: Metafile["outputs"],
  merged: readonly Merged[],
  kept: readonly string[],
): Metafile["outputs"] {
  const after = (path: string) =>
    join(
      "dist",
      merged.find(({ chunks }) => chunks.has(path))?.file ?? basename(path),
    );
  const importsOf = (files: Iterable<string>) =>
    [...files].flatMap((file) =>
      (outputs[file]?.imports ?? []).map((one) =>
        one.external ? one : { ...one, path: after(one.path) },
      ),
    );
  const [example] = Object.values(outputs);
  if (!example) throw new Error("there are no outputs");
  const graph: Metafile["outputs"] = {};
  for (const file of kept) {
    const output = outputs[file];
    if (output) graph[file] = { ...output, imports: importsOf([file]) };
  }
  for (const { file, chunks } of merged)
    graph[join("dist", file)] = { ...example, imports: importsOf(chunks) };
  return graph;
}
