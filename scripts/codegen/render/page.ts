import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the page's sources, from the root of the repository. */
export const PAGE_FOLDER = "src/emulator/page/client";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The emulator's page as three strings, so that the emulator reads no file to serve it. */
export async function renderPage(): Promise<string> {
  const html = await readFile(join(ROOT, PAGE_FOLDER, "page.html"), "utf8");
  const [script, style] = await Promise.all([
    bundle("main.ts"),
    bundle("style.css"),
  ]);
  return Object.entries({ html, script, style })
    .map(
      ([name, text]) =>
        `export const ${name}: string = ${JSON.stringify(text)};`,
    )
    .join("\n");
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(PAGE_FOLDER, entry)],
    bundle: true,
    minify: true,
    charset: "utf8",
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
