import { build } from "esbuild";

/** Every file that a bundle of the main entry holds, as a user in this folder would make it. */
export async function reachOfMain(folder: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: folder,
    stdin: {
      contents: 'export { createClient } from "cloud-compute-sdk";',
      resolveDir: folder,
    },
    bundle: true,
    format: "esm",
    splitting: true,
    outdir: "bundle",
    platform: "neutral",
    mainFields: ["module", "main"],
    metafile: true,
    write: false,
  });
  return Object.keys(metafile.inputs);
}
