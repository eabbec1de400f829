import { readFileSync } from "node:fs";

/** A guide, as the lists of guides show it. */
interface Guide {
  /** The file in `guides/` without its ending: `quick-start`. */
  readonly name: string;
  readonly title: string;
  /** What the guide is for, in one sentence. */
  readonly description: string;
  /** The text below the front matter. */
  readonly text: string;
}

/** Guides that belong together. */
export interface GuideSection {
  readonly title: string;
  readonly guides: readonly Guide[];
}

/** Every guide, in the order in which the site and llms.txt show them. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  Start: ["quick-start", "models", "jobs"],
  "Run models": [
    "language-models",
    "batches",
    "batches-queue",
    "batches-restore",
    "webhooks",
    "web-frameworks",
  ],
  Recipes: [
    "recipes/pictures-from-csv",
    "recipes/nightly-batch",
    "recipes/chat-route",
    "recipes/deploy-again",
    "recipes/resize-through-volume",
    "recipes/another-gpu",
    "recipes/cost-report",
    "recipes/stop-everything",
    "recipes/check-in-ci",
  ],
  "Endpoints and machines": [
    "endpoints",
    "workers",
    "machines",
    "files",
    "spend",
    "resources",
    "graphql",
    "version-2",
  ],
  "Test and operate": [
    "testing",
    "emulator",
    "emulator-workers",
    "emulator-docker",
    "errors",
    "observability",
    "production",
  ],
  "Move and maintain": [
    "from-runpod-sdk",
    "from-python",
    "regenerating",
    "evidence",
    "try-the-real-service",
    "stability",
  ],
};

/** Reads the guides. Throws where one lacks a title or a description. */
export function readGuides(): GuideSection[] {
  return Object.entries(SECTIONS).map(([title, names]) => ({
    title,
    guides: names.map(readGuide),
  }));
}

function readGuide(name: string): Guide {
  const page = readFileSync(`guides/${name}.md`, "utf8");
  const [, frontMatter = "", text = ""] =
    /^---\n(.*?)^---\n(.*)$/ms.exec(page) ?? [];
  const member = (key: string) =>
    new RegExp(`^${key}: (.+)$`, "m").exec(frontMatter)?.[1];
  const title = member("title");
  const description = member("description");
  if (!title || !description)
    throw new Error(`guides/${name}.md needs a title and a description`);
  return { name, title, description, text: text.trim() };
}
