import { execFile } from "node:child_process";
import * as fs from "node:fs/promises";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
const PARTS = ["specs", "scripts", "src", "generated", "codegen.ts"];

/** A copy of the project, for an import to work on. */
export async function workplace(folder: string): Promise<string> {
  for (const name of [...PARTS, "package.json", "tsconfig.json"])
    await fs.cp(join(ROOT, name), join(folder, name), { recursive: true });
  await fs.symlink(
    join(await fs.realpath(join(ROOT, "node_modules"))),
    join(folder, "node_modules"),
  );
  return folder;
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the project's scripts in a copy. */
export function run(folder: string, ...args: string[]): Promise<Ended> {
  const [script = "", ...options] = args;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--import", "tsx", `scripts/${script}.ts`, ...options],
      { cwd: folder },
      (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** The bytes of every file of `specs/` and `generated/` by its path. */
export async function stateOf(folder: string): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  for (const part of ["specs", "generated"]) {
    const names = await fs.readdir(join(folder, part), {
      ...{ recursive: true, withFileTypes: true },
    });
    for (const entry of names.filter((name) => name.isFile())) {
      const path = join(entry.parentPath, entry.name);
      const name = path.slice(folder.length + 1);
      state.set(name, await fs.readFile(path, "latin1"));
    }
  }
  return state;
}
