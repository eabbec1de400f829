import { Application, Converter, OptionDefaults } from "typedoc";
import packageJson from "../../package.json" with { type: "json" };
import { ENTRY_POINTS, sourceOf } from "../build/entry-points.js";
import { addExamples } from "./examples.js";

/** The guides in the order in which they are read. */
const GUIDES = [
  "quick-start",
  "jobs",
  "updates",
  "errors",
  "testing",
  "regenerating",
  "from-runpod-sdk",
];

/** Builds the site from the doc comments, the README, the guides and the examples. False where typedoc warns. */
export async function buildSite(folder: string): Promise<boolean> {
  const app = await Application.bootstrap({
    name: packageJson.name,
    entryPoints: ENTRY_POINTS.map(sourceOf),
    projectDocuments: GUIDES.map((guide) => `guides/${guide}.md`),
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
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) =>
    addExamples(project),
  );
  const project = await app.convert();
  if (!project) throw new Error("typedoc cannot read the sources");
  await app.generateDocs(project, folder);
  return !app.logger.hasErrors() && !app.logger.hasWarnings();
}
