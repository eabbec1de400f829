import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { programsOf } from "../../test/support/page-blocks.js";
import { labModule, ROOT, rootProgram } from "../shared/paths.js";
import { compile } from "./compile.js";

/** What each program of the README prints, in order. */
const EXPECTED_OUTPUT: readonly RegExp[] = [/^http\S+\.png 0\.\d+$/m];

/** Compiles and runs the programs of the README where the package is installed. Node 22 runs them, for its SQLite. */
export function tryReadme(project: string): void {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const programs = programsOf(readme);
  if (programs.length !== EXPECTED_OUTPUT.length)
    throw new Error(`the README has ${programs.length} programs`);
  const folder = join(project, "readme");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  const files = programs.map((program, index) => {
    const file = `program-${index + 1}.ts`;
    // Without an import or export, a file would be a script that shares its names with the others.
    writeFileSync(join(folder, file), `${program}\nexport {};\n`);
    return file;
  });
  compile(folder, files);
  const node22 = dirname(labModule("node22", "bin", "node"));
  const path = [node22, process.env["PATH"]].join(delimiter);
  const emulator = ["cloud-compute-emulator", "--port", "0", "--"];
  for (const [index, file] of files.entries()) {
    const output = execFileSync(
      "npx",
      [...emulator, rootProgram("tsx"), file],
      {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, PATH: path },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    if (!EXPECTED_OUTPUT[index]?.test(output))
      throw new Error(`program ${index + 1} of the README printed:\n${output}`);
  }
  console.log("the programs of the README work");
}
