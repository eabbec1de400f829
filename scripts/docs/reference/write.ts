import {
  Application,
  ConsoleLogger,
  Converter,
  DeclarationReflection,
  OptionDefaults,
  ReflectionGroup,
  ReflectionKind,
  type ProjectReflection,
  type Reflection,
  type TypeDocOptions,
} from "typedoc";
import { MarkdownPageEvent, type PluginOptions } from "typedoc-plugin-markdown";
import packageJson from "../../../package.json" with { type: "json" };
import { ENTRY_POINTS, sourceOf } from "../../build/entry-points.js";
import { pagesOf, type FilledPage, type ReferencePage } from "./pages.js";
import { themeWith } from "./theme.js";

/**
 * A logger that drops one warning of typedoc: two parts of an intersection of generated types describe the same member.
 */
class SiteLogger extends ConsoleLogger {
  override log(...args: Parameters<ConsoleLogger["log"]>): void {
    const [message] = args;
    const isExpected =
      /\w+ has multiple declarations with a comment|The comments for \w+ are declared at/;
    if (!isExpected.test(message)) super.log(...args);
  }
}

const OPTIONS: Partial<TypeDocOptions & PluginOptions> = {
  name: packageJson.name,
  plugin: ["typedoc-plugin-markdown"],
  entryPoints: ENTRY_POINTS.map(sourceOf),
  readme: "none",
  sort: ["source-order"],
  blockTags: [...OptionDefaults.blockTags, "@description"],
  excludeExternals: true,
  disableSources: true,
  hideGenerator: true,
  skipErrorChecking: true,
  // A type that is not exported is shown where it is used.
  validation: { notExported: false },
  treatWarningsAsErrors: true,
  theme: "reference",
  router: "module",
  hideBreadcrumbs: true,
  hidePageHeader: true,
  hideGroupHeadings: true,
  useHTMLAnchors: true,
  sanitizeComments: true,
  expandParameters: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  typeDeclarationFormat: "table",
  propertyMembersFormat: "table",
  tableColumnSettings: {
    hideInherited: true,
    hideModifiers: true,
    hideOverrides: true,
    hideSources: true,
  },
};

/** Writes the reference as Markdown, and returns its pages. Throws where typedoc warns. */
export async function writeReference(folder: string): Promise<ReferencePage[]> {
  const app = await Application.bootstrapWithPlugins({
    ...OPTIONS,
    outputs: [{ name: "markdown", path: folder }],
  });
  app.logger = new SiteLogger();
  const files = new Map<Reflection, string>();
  const values = new Map<Reflection, readonly string[]>();
  app.converter.on(
    Converter.EVENT_CREATE_DECLARATION,
    (context, reflection) => {
      const symbol = context.getSymbolFromReflection(reflection);
      const file = symbol?.declarations?.[0]?.getSourceFile().fileName;
      if (file) files.set(reflection, file.slice(process.cwd().length + 1));
      if (!symbol || !reflection.kindOf(ReflectionKind.TypeAlias)) return;
      const type = context.checker.getDeclaredTypeOfSymbol(symbol);
      const parts = type.isUnion() ? type.types : [];
      const literals = parts.filter((part) => part.isStringLiteral());
      // Beside the values, such a type has at most one part for any other text.
      if (literals.length > 1 && literals.length + 1 >= parts.length)
        values.set(
          reflection,
          literals.map(({ value }) => JSON.stringify(value)),
        );
    },
  );
  const project = await app.convert();
  if (!project) throw new Error("typedoc cannot read the sources");
  const pages = pagesOf(project, (reflection) => files.get(reflection) ?? "");
  replaceEntries(project, pages);
  app.renderer.defineTheme("reference", themeWith(values));
  app.renderer.on(MarkdownPageEvent.END, (event) => {
    const page = pages.find(({ path }) => `${path}.md` === event.url);
    if (page) event.contents = finishPage(page, event.contents ?? "");
  });
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error("typedoc warns");
  return pages;
}

/** Puts the pages, as modules, in the place of the entry points. */
function replaceEntries(
  project: ProjectReflection,
  pages: readonly FilledPage[],
): void {
  const modules = pages.map(({ path, members }) => {
    const page = new DeclarationReflection(
      path,
      ReflectionKind.Module,
      project,
    );
    page.children = [...members];
    page.childrenIncludingDocuments = [...members];
    for (const member of members) {
      member.parent = page;
      hideConstructor(member);
    }
    const group = new ReflectionGroup(path, page);
    group.children = [...members];
    page.groups = [group];
    return page;
  });
  const group = new ReflectionGroup("Modules", project);
  group.children = [...modules];
  project.children = modules;
  project.childrenIncludingDocuments = [...modules];
  project.groups = [group];
}

/** Removes the constructor from the page of a class: only the client creates objects of these classes. */
function hideConstructor(reflection: DeclarationReflection): void {
  const isShown = (child: Reflection) =>
    !child.kindOf(ReflectionKind.Constructor);
  if (reflection.children)
    reflection.children = reflection.children.filter(isShown);
  if (reflection.groups)
    reflection.groups = reflection.groups.filter(({ children }) =>
      children.every(isShown),
    );
}

/** The text of a page below its front matter, its title and how to import what it describes. */
function finishPage(page: FilledPage, text: string): string {
  const { title, intro } = page;
  const description = intro.replaceAll(/\[([^\]]+)\]\([^)]*\)|`/g, "$1");
  const shown = text.replace(/^# .*$/m, "").replaceAll(/^\*\*\*\n/gm, "");
  const body = shown.replaceAll(/`([^`\n]*\{\{[^`\n]*)`/g, showBraces);
  return `---
title: ${JSON.stringify(`${title} · Reference`)}
description: ${JSON.stringify(description)}
outline: [2, 3]
pageClass: reference
---

# ${title} {#page}

${intro}

\`\`\`ts
${renderImport(page)}
\`\`\`
${flattenHeadings(body)}`;
}

/** Code in a line of text, whose double braces VitePress would otherwise take for an expression of its own. */
function showBraces(_: string, code: string): string {
  const text = code.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<code v-pre>${text}</code>`;
}

/** How a program imports what a page describes: its first value, or else the client that holds it. */
function renderImport({ entry, members }: FilledPage): string {
  const values = [
    ReflectionKind.Function,
    ReflectionKind.Class,
    ReflectionKind.Variable,
  ];
  const value = members.find((member) => member.kindOf(values));
  const from = `"${packageJson.name}${entry ? `/${entry}` : ""}"`;
  if (value) return `import { ${value.name} } from ${from};`;
  return `import { createClient } from ${from};\n\nconst cloud = createClient();`;
}

/**
 * Makes the members of an interface headings of the third level. The labels of a declaration are no headings: they would
 * fill the outline of the page.
 */
function flattenHeadings(text: string): string {
  return text
    .replaceAll(/^### (?:Methods|Extends)\n/gm, "")
    .replaceAll(/^### (?!.*\(\)$)(.+)$/gm, "**$1**")
    .replaceAll(/^#### (.+\(\))$/gm, "### $1")
    .replaceAll(/^#{4,6} (.+)$/gm, "**$1**")
    .replaceAll(/^<a id="(.+)"><\/a>\n\n(#+ .+)$/gm, "$2 {#$1}")
    .replaceAll(/^<a id=".+"><\/a>\n\n(?=\*\*)/gm, "");
}
