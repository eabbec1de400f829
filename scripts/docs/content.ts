import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { renderExamples } from "./examples.js";
import { readGuides, type GuideSection } from "./guides.js";
import { renderHome } from "./home.js";
import { renderLlms, renderLlmsFull } from "./llms.js";
import { partsOf } from "./page-parts.js";
import type { ReferencePage } from "./reference/pages.js";
import { writeReference } from "./reference/write.js";

/** Pages of the repository that the site shows beside the guides, by their path in the site. */
const FURTHER_PAGES = {
  "changelog.md": "CHANGELOG.md",
  "security.md": "SECURITY.md",
  "contributing.md": "CONTRIBUTING.md",
  "comparison.md": "lab/results/peers.md",
  "laboratory.md": "lab/README.md",
} as const;

/** Writes all Markdown of the site, with its side bar, into a folder. */
export async function writeContent(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const sections = readGuides();
  for (const { name } of sections.flatMap(({ guides }) => guides)) {
    const path = `guides/${name}.md`;
    write(path, linksForSite(readFileSync(path, "utf8"), path));
  }
  cpSync("website/icon.svg", join(folder, "public/icon.svg"));
  cpSync("guides/images", join(folder, "guides/images"), { recursive: true });
  for (const [path, file] of Object.entries(FURTHER_PAGES))
    write(path, linksForSite(readFileSync(file, "utf8"), file));
  write("examples.md", renderExamples());
  write("index.md", renderHome(sections));
  write("public/llms.txt", renderLlms());
  write("public/llms-full.txt", renderLlmsFull());
  const pages = await writeReference(join(folder, "reference"));
  rmSync(join(folder, "reference/README.md"));
  write("reference/index.md", renderReferenceIndex(pages));
  const site = {
    version: packageJson.version,
    sidebar: sidebarOf(sections, pages),
  };
  write("site.json", JSON.stringify(site));
}

/** The text of a page whose links to files of the repository lead to pages of the site. */
function linksForSite(text: string, file: string): string {
  const relink = (prose: string) =>
    prose.replaceAll(
      /(\]\()(?!\w+:|#)([^)#\s]+)/g,
      (_, start: string, link: string) => {
        const target = posix.join(posix.dirname(file), link);
        return `${start}/${pageOf(target)}`;
      },
    );
  return partsOf(text)
    .map((part) => (part.isCode ? part.text : relink(part.text)))
    .join("");
}

/** The page of the site for a file or a folder of the repository. */
function pageOf(target: string): string {
  if (/^examples(\/|$)/.test(target)) return "examples.md";
  if (target === "README.md") return "index.md";
  const further = Object.entries(FURTHER_PAGES).find(
    ([, file]) => file === target,
  );
  return further?.[0] ?? target;
}

function renderReferenceIndex(pages: readonly ReferencePage[]): string {
  const sections = bySection(pages).map(([section, ofSection]) => {
    const rows = ofSection.map(
      ({ path, title, entry, first }) =>
        `| [${title}](./${path}.md) | ${first?.map((name) => `\`${name}\``).join(", ") ?? ""} | \`${packageJson.name}${entry ? `/${entry}` : ""}\` |`,
    );
    return `## ${section}\n\n| page | first names | import from |\n| --- | --- | --- |\n${rows.join("\n")}`;
  });
  return `---
title: Reference
description: Every exported function, class and type, by resource and by task.
---

# Reference

Every exported function, class and type, by resource and by task. The [guides](/guides/quick-start.md) show how they work
together.

${sections.join("\n\n")}
`;
}

/** Items of a side bar, as VitePress reads them. */
interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
}

function sidebarOf(
  sections: readonly GuideSection[],
  pages: readonly ReferencePage[],
): Record<string, readonly SidebarItem[]> {
  const guides = [
    ...sections.map(({ title, guides: ofSection }) => ({
      text: title,
      items: ofSection.map((guide) => ({
        text: guide.title,
        link: `/guides/${guide.name}`,
      })),
    })),
    {
      text: "More",
      items: [
        { text: "Examples", link: "/examples" },
        { text: "Comparison", link: "/comparison" },
        { text: "Reference", link: "/reference/" },
        { text: "Changes", link: "/changelog" },
        { text: "Security", link: "/security" },
        { text: "Contributing", link: "/contributing" },
      ],
    },
  ];
  const reference = bySection(pages).map(([section, ofSection]) => ({
    text: section,
    items: ofSection.map(({ path, title }) => ({
      text: title,
      link: `/reference/${path}`,
    })),
  }));
  return { "/reference/": reference, "/": guides };
}

function bySection(
  pages: readonly ReferencePage[],
): [string, ReferencePage[]][] {
  const sections = new Map<string, ReferencePage[]>();
  for (const page of pages) {
    const ofSection = sections.get(page.section) ?? [];
    ofSection.push(page);
    sections.set(page.section, ofSection);
  }
  return [...sections];
}
