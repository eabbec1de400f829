import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { partsOf } from "../../scripts/docs/page-parts.js";
import { entryNames } from "../shared/entries.js";

const EXPECTED_FILES: readonly RegExp[] = [
  /^(dist|cjs)\/.+\.(js|d\.ts)$/,
  /^dist\/LICENSE-\w+$/,
  /^specs\/schema\.graphql$/,
  /^(guides\/.+\.md|examples\/(.+\.(tsx?|mjs|json|graphql|yml)|docker\/Dockerfile)|lab\/results\/peers\.md|llms\.txt)$/,
  /^((README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|LICENSE)$/,
  // The pictures of README.md.
  /^guides\/images\/(badges\.svg|emulator-light\.webp)$/,
  // package.json of the package and of `cjs/`; the entries below add the folders for tools that do not read `exports`.
  /^(cjs\/)?package\.json$/,
  ...entryNames().map((name) => {
    const [, ...path] = name.split("/");
    return new RegExp(`^${path.join("/")}/package\\.json$`);
  }),
];

/** Throws for a file of the installed package that nobody needs, and for a link of a page to a file that is not packed. */
export function checkContents(folder: string): void {
  const files = filesBelow(folder);
  const unexpected = files.filter(
    (file) => !EXPECTED_FILES.some((expected) => expected.test(file)),
  );
  if (unexpected.length > 0)
    throw new Error(`the package holds ${unexpected.join(", ")}`);
  const pages = files.filter((file) => /\.md$|^llms\.txt$/.test(file));
  const missing = pages.flatMap((page) => missingLinks(folder, page));
  if (missing.length > 0) throw new Error(missing.join("\n"));
  console.log(`${files.length} files`);
}

/** Throws for a file of the installed emulator that nobody needs. */
export function checkEmulator(folder: string): void {
  const expected =
    /^((dist|cjs)\/.+\.(js|d\.ts)|(cjs\/)?package\.json|README\.md|LICENSE)$/;
  const unexpected = filesBelow(folder).filter((file) => !expected.test(file));
  if (unexpected.length > 0)
    throw new Error(`the emulator holds ${unexpected.join(", ")}`);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => statSync(join(folder, file)).isFile());
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
