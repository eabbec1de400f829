import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { labModule } from "../shared/paths.js";

/** How the projects of users differ: the compiler, and options of tsconfig.json. All other strict options are on. */
export const factors = {
  typescript: ["5.0", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "6.0", "7.0"],
  moduleResolution: ["bundler", "node16", "nodenext"],
  skipLibCheck: ["on", "off"],
  exactOptionalPropertyTypes: ["on", "off"],
  strictNullChecks: ["on", "off"],
  platform: ["node", "dom", "node and dom"],
} as const;

export type Combination = Readonly<Record<keyof typeof factors, string>>;

/** TypeScript 5.0 finds errors in openapi-fetch's declarations; exactOptionalPropertyTypes needs strictNullChecks. */
export function isPossible(row: Combination): boolean {
  return (
    (row.typescript !== "5.0" || row.skipLibCheck === "on") &&
    (row.exactOptionalPropertyTypes === "off" || row.strictNullChecks === "on")
  );
}

/** Compiles every `.ts` file of a folder; resolves with the compiler's errors, or with an empty text. */
export async function compileWith(
  row: Combination,
  folder: string,
): Promise<string> {
  const name = Object.values(row).join("-").replaceAll(" ", "-");
  const file = `tsconfig.${name}.json`;
  const config = { compilerOptions: optionsOf(row), include: ["*.ts"] };
  writeFileSync(join(folder, file), JSON.stringify(config));
  const tsc = labModule(`typescript-${row.typescript}`, "bin", "tsc");
  return new Promise((resolve) => {
    execFile("node", [tsc, "-p", file], { cwd: folder }, (error, output) => {
      resolve(error ? output || error.message : "");
    });
  });
}

function optionsOf(row: Combination): object {
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
    typeRoots: [labModule("@types")],
  };
}
