import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Throws for a file that nobody can use, and for a map that leads to nothing; `folder` holds the installed package. */
export function checkContents(folder: string): void {
  const files = filesBelow(folder);
  const strays = files.filter((file) => !WANTED.test(file));
  if (strays.length > 0)
    throw new Error(`the package holds ${strays.join(", ")}`);
  const lost = files.flatMap((file) => lostBy(folder, file));
  if (lost.length > 0) throw new Error(lost.join("\n"));
  const maps = files.filter((file) => file.endsWith(".map"));
  console.log(`${files.length} files; the sources of ${maps.length} maps`);
}

const WANTED =
  /^(dist\/.+\.(js|d\.ts)(\.map)?|src\/.+\.ts|generated\/[\w.]+\.[jt]s|specs\/schema\.graphql|package\.json|(README|CHANGELOG)\.md|LICENSE)$/;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => statSync(join(folder, file)).isFile());
}

/** What a file of `dist` points to that is not there: its map, or a source of the map. */
function lostBy(folder: string, file: string): string[] {
  if (!file.startsWith("dist/")) return [];
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  const named = file.endsWith(".map")
    ? (JSON.parse(text) as { sources: string[] }).sources
    : [/^\/\/# sourceMappingURL=(.+)$/m.exec(text)?.[1] ?? "no map"];
  return named
    .map((name) => join(dirname(path), name))
    .filter((target) => !existsSync(target))
    .map((target) => `${file} names ${relative(folder, target)}: not packed`);
}
