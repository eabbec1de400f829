import { build } from "esbuild";

/** Every file that a bundle of the main entry holds, made in a folder where the package is installed. */
export async function filesOfMainEntry(folder: string): Promise<string[]> {
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
