import { build } from "esbuild";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify, parse } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import {
  renderGenerated,
  type GeneratedFiles,
} from "../../scripts/codegen/generated-files.js";
import { compileClient } from "../../scripts/import/compile.js";

let folder = "";
let generated: GeneratedFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "without-surface-"));
  await cp("specs", folder, { recursive: true });
  const list = join(folder, "surfaces.yaml");
  const entries = parse(await readFile(list, "utf8")) as { name: string }[];
  const kept = entries.filter(({ name }) => name !== "v2");
  await writeFile(list, stringify(kept));
  generated = await renderGenerated(folder);
}, 120_000);

afterAll(() => rm(folder, { recursive: true }));

describe("the client without the line for v2 in surfaces.yaml", () => {
  test("has nothing of version 2 in generated/, and compiles without what rents machines of version 2", () => {
    const paths = [...generated.keys()];
    expect(paths.filter((path) => path.startsWith("v2/"))).toEqual([]);
    for (const path of paths.filter((each) => !each.startsWith("graphql/")))
      expect(generated.get(path), path).not.toMatch(/\/v2\/pods|cloud\.v2\b/);
    const { clientErrors } = compileClient(generated);
    const others = clientErrors.filter(
      (error) => !error.startsWith("src/machines/"),
    );
    expect(others).toEqual([]);
  }, 120_000);
});

test("a program that does not use version 2 loads nothing of it", async () => {
  const { metafile } = await build({
    entryPoints: ["src/index.ts"],
    bundle: true,
    format: "esm",
    platform: "neutral",
    splitting: true,
    metafile: true,
    write: false,
    outdir: "out",
    external: Object.keys(packageJson.dependencies),
  });
  const { outputs } = metafile;
  const entry = Object.keys(outputs).find(
    (name) => outputs[name]?.entryPoint === "src/index.ts",
  );
  const loaded = new Set([entry ?? ""]);
  // The loop also visits the chunks that it adds.
  for (const name of loaded)
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === "import-statement") loaded.add(path);
  const inputs = [...loaded].flatMap((name) =>
    Object.keys(outputs[name]?.inputs ?? {}),
  );
  expect(inputs).toContain("generated/rest/fetchers.ts");
  expect(inputs.filter((input) => input.includes("v2/"))).toEqual([]);
  expect(inputs).not.toContain("src/rest/event-stream.ts");
  expect(inputs).not.toContain("src/rest/formats.ts");
}, 60_000);
