import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const EXPECTED_FILES =
  /^(dist\/.+\.(js|d\.ts)(\.map)?|src\/.+\.ts|generated\/.+\.[jt]s|specs\/schema\.graphql|package\.json|(README|CHANGELOG)\.md|LICENSE)$/;

/** Throws for a file of the installed package that nobody needs, and for a source map whose sources are missing. */
export function checkContents(folder: string): void {
  const files = filesBelow(folder);
  const unexpected = files.filter((file) => !EXPECTED_FILES.test(file));
  if (unexpected.length > 0)
    throw new Error(`the package holds ${unexpected.join(", ")}`);
  const missing = files.flatMap((file) => missingFor(folder, file));
  if (missing.length > 0) throw new Error(missing.join("\n"));
  const maps = files.filter((file) => file.endsWith(".map"));
  console.log(`${files.length} files; the sources of ${maps.length} maps`);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => statSync(join(folder, file)).isFile());
}

/** The files that a file of `dist` refers to and that are missing: its map, or a source of the map. */
function missingFor(folder: string, file: string): string[] {
  if (!file.startsWith("dist/")) return [];
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  const references = file.endsWith(".map")
    ? (JSON.parse(text) as { sources: string[] }).sources
    : [/^\/\/# sourceMappingURL=(.+)$/m.exec(text)?.[1] ?? "no map"];
  return references
    .map((name) => join(dirname(path), name))
    .filter((target) => !existsSync(target))
    .map(
      (target) => `${file} refers to ${relative(folder, target)}: not packed`,
    );
}
