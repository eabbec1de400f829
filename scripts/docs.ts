import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Application, Converter, OptionDefaults } from "typedoc";
import packageJson from "../package.json" with { type: "json" };
import { addExamples } from "./docs/examples.js";
import { refuseBrokenLinks } from "./docs/links.js";

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

/** Builds the documentation site from the doc comments, the README, the guides and the examples; nothing is fetched. */
const app = await Application.bootstrap({
  name: packageJson.name,
  entryPoints: entrySources(),
  projectDocuments: GUIDES.map((guide) => `guides/${guide}.md`),
  sort: ["documents-first", "kind", "source-order"],
  blockTags: [...OptionDefaults.blockTags, "@description"],
  excludeExternals: true,
  disableSources: true,
  hideGenerator: true,
  // It lacks an interface that extends a type alias, whose own page links to it all the same.
  includeHierarchySummary: false,
  skipErrorChecking: true,
  // A type that only spells out a public one is shown where it is used.
  validation: { notExported: false },
  treatWarningsAsErrors: true,
});
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) =>
  addExamples(project),
);
const project = await app.convert();
if (!project) throw new Error("the documentation could not be read");
await app.generateDocs(project, SITE);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
await refuseForeignParts();
refuseBrokenLinks(SITE);

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
