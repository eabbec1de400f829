import { execFile } from "node:child_process";
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify, parse } from "yaml";
import { GENERATED_FOLDERS } from "../../src/generate/write.js";

const run = promisify(execFile);

/** What is of version 2 alone, beside what is generated, with the examples that use it. */
const OWN_PARTS = [
  "packages/emulator/src/v2",
  "scripts/demo/surfaces/v2.ts",
  "test/v2",
  // The captures are answers of version 2 too.
  "packages/emulator/test/captures",
  // Wrong queries of both versions stand in one table.
  "test/rest/unknown-query.test.ts",
  // The files of a volume are found by version 2.
  "test/files/volume.test.ts",
  "packages/emulator/test/s3/files.test.ts",
  // The recipes use version 2, and so does the command that stops everything.
  "test/cli/stop.test.ts",
  "test/package/recipes.process.test.ts",
  "examples/vitest",
  "examples/find-capacity.ts",
  "examples/growing-volume.ts",
  "examples/train-on-gpu.ts",
];

let folder = "";
const at = (...path: string[]) => join(folder, ...path);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "without-surface-"));
  for (const part of PARTS) await cp(part, at(part), { recursive: true });
  await symlink(resolve("node_modules"), at("node_modules"));
  const list = at("specs/surfaces.yaml");
  const entries = parse(await readFile(list, "utf8")) as { name: string }[];
  const kept = entries.filter(({ name }) => name !== "v2");
  await writeFile(list, stringify(kept));
  for (const part of OWN_PARTS) await rm(at(part), { recursive: true });
  await mkdir(at(".cache"));
  await run("npx", ["tsx", "scripts/generate.ts"], { cwd: folder });
}, 600_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const PARTS = [
  "bin",
  "packages",
  "src",
  "scripts",
  "test",
  "examples",
  "specs",
  "generated",
  "package.json",
  "tsconfig.json",
  "codegen.ts",
  "vitest.config.ts",
];

describe("the project without the line for v2 in surfaces.yaml and the folders of version 2", () => {
  test("has nothing of version 2 in generated/, which npm run generate has cleared", async () => {
    const paths = GENERATED_FOLDERS.flatMap((each) =>
      ts.sys.readDirectory(at(each)),
    );
    const names = paths.map((path) => relative(at("generated"), path));
    expect(names).toContain("rest/fetchers.ts");
    expect(names.filter((name) => name.startsWith("v2/"))).toEqual([]);
    // GraphQL has such words of its own. The buttons of the page act by version 2, and would go with it.
    const others = /\/(graphql[./]|page\.ts$)/;
    for (const path of paths.filter((each) => !others.test(each))) {
      const text = await readFile(path, "utf8");
      expect(text, path).not.toMatch(/\/v2\/pods|cloud\.v2\b|src\/v2/);
    }
  });

  test("compiles: sources, scripts, tests and examples, none of which is changed by hand", () => {
    const { config } = ts.readConfigFile(at("tsconfig.json"), (path) =>
      ts.sys.readFile(path),
    ) as { config: unknown };
    const { options, fileNames } = ts.parseJsonConfigFileContent(
      config,
      ts.sys,
      folder,
    );
    const program = ts.createProgram(fileNames, options);
    const errors = ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file, messageText }) =>
          `${relative(folder, file?.fileName ?? "")}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
      );
    expect(errors).toEqual([]);
  }, 900_000);
});
