import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the projects of users differ in; on and off stand for options of tsconfig.json, where the rest is strict. */
export const factors = {
  typescript: ["5.0", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "7.0"],
  moduleResolution: ["bundler", "node16", "nodenext"],
  skipLibCheck: ["on", "off"],
  exactOptionalPropertyTypes: ["on", "off"],
  strictNullChecks: ["on", "off"],
  platform: ["node", "dom", "node and dom"],
} as const;

export type Combination = Readonly<Record<keyof typeof factors, string>>;

/** TypeScript 5.0 is for those who skip the check of libraries; one option asks for another. */
export function isPossible(row: Combination): boolean {
  return (
    (row.typescript !== "5.0" || row.skipLibCheck === "on") &&
    (row.exactOptionalPropertyTypes === "off" || row.strictNullChecks === "on")
  );
}

/** What that TypeScript says of every `.ts` file of a folder; empty when it has nothing to say. */
export async function complaintsOf(
  row: Combination,
  folder: string,
  modules: string,
): Promise<string> {
  const file = `tsconfig.${Object.values(row).join("-").replaceAll(" ", "-")}.json`;
  const config = {
    compilerOptions: optionsOf(row, modules),
    include: ["*.ts"],
  };
  writeFileSync(join(folder, file), JSON.stringify(config));
  const tsc = join(modules, `typescript-${row.typescript}`, "bin", "tsc");
  return new Promise((resolve) => {
    execFile("node", [tsc, "-p", file], { cwd: folder }, (error, printed) => {
      resolve(error ? printed || error.message : "");
    });
  });
}

function optionsOf(row: Combination, modules: string): object {
  const { moduleResolution, platform } = row;
  return {
    target: "es2022",
    module: moduleResolution === "bundler" ? "esnext" : moduleResolution,
    moduleResolution,
    noEmit: true,
    strict: true,
    skipLibCheck: row.skipLibCheck === "on",
    exactOptionalPropertyTypes: row.exactOptionalPropertyTypes === "on",
    strictNullChecks: row.strictNullChecks === "on",
    lib: platform === "node" ? ["es2022"] : ["es2022", "dom"],
    types: platform === "dom" ? [] : ["node"],
    typeRoots: [join(modules, "@types")],
  };
}
