import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { partsOf } from "../../scripts/docs/page-parts.js";
import { entryNames } from "../shared/entries.js";

const EXPECTED_FILES: readonly RegExp[] = [
  /^(dist|cjs)\/.+\.(js|d\.ts)(\.map)?$/,
  /^dist\/LICENSE-\w+$/,
  /^(src\/.+\.ts|generated\/.+\.[jt]s|specs\/schema\.graphql)$/,
  /^(guides\/.+\.(md|svg|webp)|examples\/(.+\.(tsx?|mjs|json|graphql|yml)|docker\/Dockerfile)|lab\/results\/peers\.(md|svg)|llms\.txt)$/,
  /^((README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|LICENSE)$/,
  // package.json of the package and of `cjs/`; the entries below add the folders for tools that do not read `exports`.
  /^(cjs\/)?package\.json$/,
  ...entryNames().map((name) => {
    const [, ...path] = name.split("/");
    return new RegExp(`^${path.join("/")}/package\\.json$`);
  }),
];

/** The command and the generated types: the package does not hold their sources. */
const WITHOUT_MAP =
  /^dist\/((cli|command)[^/]*\.js|types\/generated\/[^/]+\/types\.d\.ts)$/;

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
  checkSources(folder, files, maps);
  console.log(`${files.length} files; the sources of ${maps.length} maps`);
}

/** Throws for a file of the installed emulator that nobody needs. */
export function checkEmulator(folder: string): void {
  const expected =
    /^((dist|cjs)\/.+\.(js|d\.ts)|(cjs\/)?package\.json|README\.md|LICENSE)$/;
  const unexpected = filesBelow(folder).filter((file) => !expected.test(file));
  if (unexpected.length > 0)
    throw new Error(`the emulator holds ${unexpected.join(", ")}`);
}

/** What the sources without code may weigh together: they only pass on what other modules export. */
const MAX_UNNAMED_BYTES = 10_000;

/** Throws where the package holds sources that no map names: nobody reads them. */
function checkSources(
  folder: string,
  files: readonly string[],
  maps: readonly string[],
): void {
  const named = new Set(maps.flatMap((map) => sourcesOf(folder, map)));
  const unnamed = files.filter(
    (file) => /^(src|generated)\//.test(file) && !named.has(file),
  );
  const bytes = unnamed
    .map((file) => statSync(join(folder, file)).size)
    .reduce((total, size) => total + size, 0);
  if (bytes > MAX_UNNAMED_BYTES)
    throw new Error(`no map names the sources ${unnamed.join(", ")}`);
}

/** The sources that a map names, as paths from the folder of the package. */
function sourcesOf(folder: string, map: string): string[] {
  const text = readFileSync(join(folder, map), "utf8");
  const { sources } = JSON.parse(text) as { sources: string[] };
  return sources.map((source) => join(dirname(map), source));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => statSync(join(folder, file)).isFile());
}

/** The files that a file of `dist` refers to and that are missing: its map, or a source of the map. */
function missingFor(folder: string, file: string): string[] {
  if (/\.md$|^llms\.txt$/.test(file)) return missingLinks(folder, file);
  if (!/^dist\/.+\.(js|ts|map)$/.test(file)) return [];
  if (WITHOUT_MAP.test(file)) return [];
  const references = file.endsWith(".map")
    ? sourcesOf(folder, file)
    : [mapOf(folder, file)];
  return references
    .map((name) => join(folder, name))
    .filter((target) => !existsSync(target))
    .map(
      (target) => `${file} refers to ${relative(folder, target)}: not packed`,
    );
}

/** The map that a file of `dist` names, as a path from the folder of the package. */
function mapOf(folder: string, file: string): string {
  const text = readFileSync(join(folder, file), "utf8");
  const [, map = "no map"] = /^\/\/# sourceMappingURL=(.+)$/m.exec(text) ?? [];
  return join(dirname(file), map);
}

/** The files that a page of the package links to and that are missing. */
function missingLinks(folder: string, file: string): string[] {
  const parts = partsOf(readFileSync(join(folder, file), "utf8"));
  const links = parts
    .filter(({ isCode }) => !isCode)
    .flatMap(({ text }) => [
      ...text.matchAll(/(?:\]\(|(?:src|srcset|href)=")([^)"#\s]+)/g),
    ]);
  return links
    .map(([, link = ""]) => link)
    .filter((link) => !/^\w+:/.test(link))
    .map((link) => join(folder, dirname(file), link))
    .filter((target) => !existsSync(target))
    .map(
      (target) => `${file} links to ${relative(folder, target)}: not packed`,
    );
}
