import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the page's sources, from the root of the repository. */
export const PAGE_FOLDER = "packages/emulator/page";

const ROOT = fileURLToPath(new URL("../../../../..", import.meta.url));

/** The emulator's page as three strings, so that the emulator reads no file to serve it. */
export async function renderPage(): Promise<string> {
  const html = await readFile(join(ROOT, PAGE_FOLDER, "page.html"), "utf8");
  const [script, style] = await Promise.all([
    bundle("main.tsx", await licenseOf("preact")),
    bundle("styles/page.css"),
  ]);
  return Object.entries({ html, script, style })
    .map(
      ([name, text]) =>
        `export const ${name}: string = ${JSON.stringify(text)};`,
    )
    .join("\n");
}

/** The notice that the license of a bundled package asks for, as a comment. */
async function licenseOf(name: string): Promise<string> {
  const folder = join(ROOT, "node_modules", name);
  const text = await readFile(join(folder, "LICENSE"), "utf8");
  return `/*! ${name}\n${text.trim()} */`;
}

async function bundle(entry: string, banner = ""): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(PAGE_FOLDER, entry)],
    bundle: true,
    minify: true,
    charset: "utf8",
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    banner: entry.endsWith(".css") ? {} : { js: banner },
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
