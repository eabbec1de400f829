import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { entryNames } from "../shared/entries.js";

const EXPECTED_FILES: readonly RegExp[] = [
  /^(dist|cjs)\/.+\.(js|d\.ts)(\.map)?$/,
  /^(src\/.+\.ts|generated\/.+\.[jt]s|specs\/schema\.graphql)$/,
  /^(guides\/.+\.(md|png)|examples\/.+\.(tsx?|mjs|json|graphql|yml)|lab\/results\/peers\.(md|svg)|llms\.txt)$/,
  /^((README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|LICENSE)$/,
  // That of the package, that of its CommonJS files, and those of the folders for tools that do not read `exports`.
  /^(cjs\/)?package\.json$/,
  ...entryNames().map((name) => {
    const [, ...path] = name.split("/");
    return new RegExp(`^${path.join("/")}/package\\.json$`);
  }),
];

/** The command, the emulator and the generated types: the package does not hold their sources. */
const WITHOUT_MAP =
  /^dist\/((cli|emulator)[^/]*\.js|types\/((src|generated)\/emulator\/.+|generated\/[^/]+\/types)\.d\.ts)$/;

/** Throws for a file of the installed package that nobody needs, and for a source map whose sources are missing. */
export function checkContents(folder: string): void {
  const files = filesBelow(folder);
  const unexpected = files.filter(
    (file) => !EXPECTED_FILES.some((expected) => expected.test(file)),
  );
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
  if (/^(README|guides\/.+)\.md$|^llms\.txt$/.test(file))
    return missingLinks(folder, file);
  if (!file.startsWith("dist/")) return [];
  if (WITHOUT_MAP.test(file)) return [];
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

/** The files that a page of the package links to and that are missing. */
function missingLinks(folder: string, file: string): string[] {
  const text = readFileSync(join(folder, file), "utf8");
  const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)];
  return links
    .map(([, link = ""]) => join(folder, dirname(file), link))
    .filter((target) => !existsSync(target))
    .map(
      (target) => `${file} links to ${relative(folder, target)}: not packed`,
    );
}
