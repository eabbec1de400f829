import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Application, OptionDefaults } from "typedoc";
import packageJson from "../package.json" with { type: "json" };

const SITE = "site";
/** In the order of reading. */
const GUIDES = [
  "quick-start",
  "jobs",
  "updates",
  "errors",
  "testing",
  "regenerating",
  "from-runpod-sdk",
];

/** Builds the documentation site from the doc comments, the README and the guides; nothing of it is fetched. */
const app = await Application.bootstrap({
  name: packageJson.name,
  entryPoints: entrySources(),
  projectDocuments: GUIDES.map((guide) => `guides/${guide}.md`),
  sort: ["documents-first", "kind", "source-order"],
  blockTags: [...OptionDefaults.blockTags, "@description"],
  excludeExternals: true,
  disableSources: true,
  hideGenerator: true,
  skipErrorChecking: true,
  // A type that only spells out a public one is shown where it is used.
  validation: { notExported: false },
  treatWarningsAsErrors: true,
});
const project = await app.convert();
if (!project) throw new Error("the documentation could not be read");
await app.generateDocs(project, SITE);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
await refuseForeignParts();

/** The source of each entry that the package exports types of. */
function entrySources(): string[] {
  return Object.values(packageJson.exports).flatMap((entry) =>
    typeof entry === "string"
      ? []
      : [entry.types.replace("./dist/types/", "").replace(".d.ts", ".ts")],
  );
}

/** The site works without a network: no page loads a script, a style or a picture from elsewhere. */
async function refuseForeignParts(): Promise<void> {
  const names = await readdir(SITE, { recursive: true });
  for (const name of names.filter((file) => /\.(html|css)$/.test(file))) {
    const page = await readFile(join(SITE, name), "utf8");
    const foreign =
      /<(?:script|img|link|iframe)[^>]+(?:src|href)="(?:https?:)?\/\/[^"]*/.exec(
        page,
      ) ?? /url\(["']?(?:https?:)?\/\/[^)]*/.exec(page);
    if (foreign) throw new Error(`${name} loads ${foreign[0]}`);
  }
}
