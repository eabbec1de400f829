import { readFileSync } from "node:fs";
import packageJson from "../../package.json" with { type: "json" };
import type { GuideSection } from "./guides.js";

/** The journeys, as cards. */
const CARDS: readonly (readonly [
  title: string,
  guide: string,
  text: string,
])[] = [
  [
    "Run a model",
    "models",
    "Typed inputs and outputs of every public model, and of your own endpoints. A job survives its process.",
  ],
  [
    "Run a hundred thousand jobs",
    "batches",
    "A batch survives kills and outages, and any number of processes can share it. By default each input is submitted once.",
  ],
  [
    "Rent a machine",
    "machines",
    "A Pod ends by itself, after a set time or cost. A sweep ends what a crash has left.",
  ],
  [
    "Deploy an endpoint",
    "endpoints",
    "From a template to the first job, its scaling and its cost.",
  ],
  [
    "Test offline",
    "testing",
    "The whole service inside your test, with failures and a clock that you control.",
  ],
  [
    "Nothing paid twice",
    "errors",
    "Which calls the client repeats, which it never repeats, and what to do after each error.",
  ],
];

/** The first page of the site: the first words of the README, how to install, its program and picture, the journeys, and every guide. */
export function renderHome(sections: readonly GuideSection[]): string {
  const readme = readFileSync("README.md", "utf8");
  const [, words = ""] = readme.replace(/^<!--.*-->\n\n/m, "").split("\n\n");
  const [install = ""] =
    /^Neither package is published.*?(?=^```ts$)/ms.exec(readme) ?? [];
  const [program = ""] = /^```ts\n.*?^```/ms.exec(readme) ?? [];
  const cards = CARDS.map(
    ([title, guide, text]) => `- [${title}](/guides/${guide}.md)\n\n  ${text}`,
  );
  const lists = sections.map(({ title, guides }) => {
    const lines = guides.map(
      (guide) =>
        `- [${guide.title}](/guides/${guide.name}.md): ${guide.description}`,
    );
    return `### ${title}\n\n${lines.join("\n")}`;
  });
  return `---
title: ${packageJson.name}
titleTemplate: false
description: ${JSON.stringify(packageJson.description)}
aside: false
pageClass: home
prev: false
next: false
---

# ${packageJson.name}

<p class="tagline">${packageJson.description}</p>

<div class="actions">

[Quick start](/guides/quick-start.md) [Recipes](/guides/recipes/pictures-from-csv.md) [The emulator](/guides/emulator.md) [Reference](/reference/index.md)

</div>

<div class="picture">

${renderPicture("light")}

${renderPicture("dark")}

</div>

${words}

${install}
${program}

## More to do

<div class="cards">

${cards.join("\n")}

</div>

## Guides

${lists.join("\n\n")}
`;
}

const PICTURE =
  "A terminal in which a short program has drawn a picture, and the page of the emulator with its list of jobs";

function renderPicture(scheme: "light" | "dark"): string {
  return `![${PICTURE}](/guides/images/emulator-${scheme}.webp){.for-${scheme}}`;
}
