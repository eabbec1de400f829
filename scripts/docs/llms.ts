import { readFileSync } from "node:fs";
import packageJson from "../../package.json" with { type: "json" };
import { readGuides } from "./guides.js";

/** The text of llms.txt: what the package is, and each guide with its description. https://llmstxt.org */
export function renderLlms(): string {
  const sections = readGuides().map(({ title, guides }) => {
    const lines = guides.map(
      (guide) =>
        `- [${guide.title}](guides/${guide.name}.md): ${guide.description}`,
    );
    return `## ${title}\n\n${lines.join("\n")}`;
  });
  const [first = ""] = programsOfReadme();
  return [
    `# ${packageJson.name}`,
    `> ${packageJson.description}`,
    "The paths below are files of the installed package. A first program:",
    `\`\`\`ts\n${first}\`\`\``,
    ...sections,
    "## Optional",
    "- [Changes](CHANGELOG.md): what each version adds and changes.\n- [Secrets](SECURITY.md): where the key goes, and what an error may show.\n",
  ].join("\n\n");
}

/** All guides as one text, for a reader that takes a whole manual at once. */
export function renderLlmsFull(): string {
  const guides = readGuides().flatMap((section) => section.guides);
  return `${guides.map(({ text }) => text).join("\n\n")}\n`;
}

function programsOfReadme(): string[] {
  const readme = readFileSync("README.md", "utf8");
  return [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(
    ([, code = ""]) => code,
  );
}
