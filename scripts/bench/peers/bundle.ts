import { build, type Metafile } from "esbuild";
import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import type { Contestant } from "./contestants.js";

const ENTRY = "out/stdin.js";

/** Bytes that a program loads at once which takes a client's main call: bundled for a browser, minified, gzip -9. */
export async function bundledBytes({
  name,
  main,
}: Contestant): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export { ${main} } from "${name}";`,
      resolveDir: "tools/peers",
    },
    ...{ bundle: true, splitting: true, minify: true, write: false },
    ...{ format: "esm", platform: "browser", target: "es2022" },
    ...{ outdir: "out", metafile: true, logLevel: "error" },
    // The paths of our own tsconfig.json would lead to our sources, not to the package.
    tsconfigRaw: "{}",
    // runpod-sdk reads its version by Node's createRequire.
    external: ["module"],
  });
  const atOnce = loadedAtOnce(metafile);
  return outputFiles
    .filter(({ path }) => atOnce.has(relative(".", path)))
    .map(({ contents }) => gzipSync(contents, { level: 9 }).length)
    .reduce((total, bytes) => total + bytes, 0);
}

function loadedAtOnce({ outputs }: Metafile): ReadonlySet<string> {
  const found = new Set([ENTRY]);
  // A set goes on over what is added meanwhile.
  for (const path of found)
    for (const { path: next, kind, external } of outputs[path]?.imports ?? [])
      if (kind !== "dynamic-import" && external !== true) found.add(next);
  return found;
}
