import { readFileSync } from "node:fs";
import packageJson from "../../package.json" with { type: "json" };
import type { GuideSection } from "./guides.js";

/** The first page of the site: the first words and the first program of the README, then every guide. */
export function renderHome(sections: readonly GuideSection[]): string {
  const readme = readFileSync("README.md", "utf8");
  const [, words = ""] = /^# .*\n+(.*?)\n\n/s.exec(readme) ?? [];
  const [, program = ""] = /^```ts\n(.*?)^```/ms.exec(readme) ?? [];
  const lists = sections.map(({ title, guides }) => {
    const lines = guides.map(
      (guide) =>
        `- [${guide.title}](/guides/${guide.name}.md): ${guide.description}`,
    );
    return `### ${title}\n\n${lines.join("\n")}`;
  });
  return `---
layout: home
title: ${packageJson.name}
titleTemplate: false
hero:
  name: ${packageJson.name}
  tagline: ${JSON.stringify(packageJson.description)}
  actions:
    - { theme: brand, text: Quick start, link: /guides/quick-start }
    - { theme: alt, text: The emulator, link: /guides/emulator }
    - { theme: alt, text: Reference, link: /reference/ }
features:
  - title: Run a model
    details: Typed inputs and outputs of every public model, and of your own endpoints. Waits are bounded and resume in another process.
    link: /guides/models
  - title: A hundred thousand jobs
    details: A batch survives its process. No input is submitted twice, whatever fails.
    link: /guides/batches
  - title: Rent a machine
    details: A Pod ends by itself, at a time, at a cost, and with the process. A sweep finds what a crash has left.
    link: /guides/machines
  - title: Deploy an endpoint
    details: From a template to the first job, its scaling and its cost.
    link: /guides/endpoints
  - title: Test offline
    details: An emulator of the whole service, in memory or as a server with a page.
    link: /guides/testing
  - title: Nothing paid twice
    details: A call is sent again only if the service certainly did not carry it out. Every error says so.
    link: /guides/errors
---

<div class="vp-doc home-content">

${words}

\`\`\`ts
${program}\`\`\`

## Guides

${lists.join("\n\n")}

</div>
`;
}
