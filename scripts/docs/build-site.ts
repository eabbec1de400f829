import { readdirSync } from "node:fs";
import { Application, ConsoleLogger, Converter, OptionDefaults } from "typedoc";
import packageJson from "../../package.json" with { type: "json" };
import { ENTRY_POINTS, sourceOf } from "../build/entry-points.js";
import { addExamples } from "./examples.js";

/** The guides that are read first, in this order. The others follow by name. */
const FIRST_GUIDES = [
  "quick-start.md",
  "jobs.md",
  "updates.md",
  "errors.md",
  "testing.md",
];

/** A logger without one warning of typedoc: the parts of an intersection of generated types may describe one member twice. */
class SiteLogger extends ConsoleLogger {
  override log(...args: Parameters<ConsoleLogger["log"]>): void {
    const [message] = args;
    const isExpected =
      /\w+ has multiple declarations with a comment|The comments for \w+ are declared at/;
    if (!isExpected.test(message)) super.log(...args);
  }
}

/** Builds the site from the doc comments, the README, the guides and the examples. False where typedoc warns. */
export async function buildSite(folder: string): Promise<boolean> {
  const app = await Application.bootstrap({
    name: packageJson.name,
    entryPoints: ENTRY_POINTS.map(sourceOf),
    projectDocuments: [...listGuides(), "SECURITY.md"],
    sort: ["documents-first", "kind", "source-order"],
    blockTags: [...OptionDefaults.blockTags, "@description"],
    excludeExternals: true,
    disableSources: true,
    hideGenerator: true,
    // The summary lacks each interface that extends a type alias, but the page of the interface links to it.
    includeHierarchySummary: false,
    skipErrorChecking: true,
    // A type that is not exported is shown where it is used.
    validation: { notExported: false },
    treatWarningsAsErrors: true,
  });
  app.logger = new SiteLogger();
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) =>
    addExamples(project),
  );
  const project = await app.convert();
  if (!project) throw new Error("typedoc cannot read the sources");
  await app.generateDocs(project, folder);
  return !app.logger.hasErrors() && !app.logger.hasWarnings();
}

function listGuides(): string[] {
  const others = readdirSync("guides").filter(
    (guide) => !FIRST_GUIDES.includes(guide),
  );
  return [...FIRST_GUIDES, ...others].map((guide) => `guides/${guide}`);
}
