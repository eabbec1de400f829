import { readFileSync } from "node:fs";
import { join } from "node:path";

const PERMISSIVE = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0"];

/** Prints the licence of each of these installed packages; throws for a licence that is not permissive. */
export function checkLicences(
  folder: string,
  packages: readonly string[],
): void {
  for (const path of packages) {
    const file = join(folder, path, "package.json");
    const { name, license } = JSON.parse(readFileSync(file, "utf8")) as {
      readonly name: string;
      readonly license?: string;
    };
    console.log(`  ${name}: ${license ?? "no licence"}`);
    if (!PERMISSIVE.includes(license ?? ""))
      throw new Error(`${name} has no permissive licence`);
  }
}
