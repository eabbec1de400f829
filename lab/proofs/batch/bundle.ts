import { build } from "esbuild";
import { basename, join } from "node:path";

/** Bundles a script into a folder, so that Node runs it without a loader of TypeScript. Resolves with the path of the bundle. */
export async function bundleScript(
  script: string,
  folder: string,
): Promise<string> {
  const outfile = join(folder, `${basename(script, ".ts")}.mjs`);
  await build({
    entryPoints: [script],
    bundle: true,
    platform: "node",
    format: "esm",
    banner: {
      js: 'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);',
    },
    outfile,
  });
  return outfile;
}
