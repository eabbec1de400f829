import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../shared/paths.js";

/** Type-checks programs of a folder under strict options, with TypeScript 7. `types:matrix` tries the other versions. */
export function compile(
  folder: string,
  files: readonly string[],
  ...flags: readonly string[]
): void {
  const options =
    "--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2022 --lib es2023,dom --types node";
  const typeRoots = join(ROOT, "node_modules/@types");
  execFileSync(
    join(ROOT, "node_modules/typescript-7/bin/tsc"),
    [...options.split(" "), ...flags, "--typeRoots", typeRoots, ...files],
    { cwd: folder, stdio: "inherit" },
  );
}
