import { build } from "esbuild";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

const KB = 1000;

/** What only the data of the models hold, and what only their prices do. */
const PARAMETER = "num_inference_steps";
const PRICED_SLUG = "p-image-t2i";

describe("A program that imports", () => {
  test("createClient holds nothing of the models but their slugs and kinds", async () => {
    const code = await bundled('export { createClient } from "./src/index.js"');
    expect(code).not.toContain(PARAMETER);
    expect(code).not.toContain("perUnit");
  });

  test("createClient and models, and does not use models, holds nothing of them", async () => {
    const code = await bundled(
      'import { createClient } from "./src/index.js"; import { models } from "./src/models/index.js"; export const cloud = createClient();',
    );
    expect(code).not.toContain(PARAMETER);
  });

  test("estimateCost holds the prices in less than 2.7 kB, and no parameters", async () => {
    const code = await bundled(
      'export { estimateCost } from "./src/models/index.js"',
    );
    const errors = await bundled('export { InputError } from "./src/index.js"');
    expect(code).toContain(PRICED_SLUG);
    expect(code).not.toContain(PARAMETER);
    expect(sizeOf(code) - sizeOf(errors)).toBeLessThan(2.7 * KB);
  });

  test("checkInput holds no model", async () => {
    const code = await bundled(
      'export { checkInput } from "./src/models/index.js"',
    );
    expect(code).not.toContain(PARAMETER);
    expect(code).not.toContain(PRICED_SLUG);
  });

  test("models holds all of them in less than 4 kB", async () => {
    const code = await bundled(
      'export { models } from "./src/models/index.js"',
    );
    expect(code).toContain(PARAMETER);
    expect(code).toContain(PRICED_SLUG);
    expect(sizeOf(code)).toBeLessThan(4 * KB);
  });
});

/** The code of a program, minified, with what it loads at once. */
async function bundled(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: ".", sourcefile: "program.ts" },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    packages: "external",
    outdir: "out",
    logLevel: "error",
  });
  const entry = outputFiles.find(({ path }) => path.endsWith("stdin.js"));
  const parts = entry ? importsOf(entry.text) : [];
  return outputFiles
    .filter(
      (file) =>
        file === entry || parts.some((part) => file.path.endsWith(part)),
    )
    .map(({ text }) => text)
    .join("\n");
}

/** The names of the files that a bundled file imports at once. */
function importsOf(code: string): string[] {
  return [...code.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );
}

/** Bytes, compressed. */
function sizeOf(code: string): number {
  return gzipSync(code, { level: 9 }).length;
}
