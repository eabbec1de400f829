/** One name of a report. */
export interface Named {
  readonly name: string;
  readonly isExported: boolean;
  /** Whether it is made from the specs. */
  readonly isGenerated: boolean;
  /** Its declaration: the whole on one line, or a line a member. */
  readonly lines: readonly string[];
}

/** The report of one entry of the package: every exported name, then what they stand on. */
export function renderReport(entry: string, names: readonly Named[]): string {
  const sections = [...names]
    .sort(
      (a, b) =>
        Number(b.isExported) - Number(a.isExported) ||
        (a.name < b.name ? -1 : 1),
    )
    .map(({ name, isExported, isGenerated, lines }) => {
      const marks = [
        isExported ? "" : "not exported",
        isGenerated ? "from the specs" : "",
      ].filter((mark) => mark !== "");
      const title =
        marks.length > 0 ? `## ${name} (${marks.join(", ")})` : `## ${name}`;
      return `${title}\n\n\`\`\`ts\n${lines.join("\n")}\n\`\`\`\n`;
    });
  return `# The public types of ${entry}\n\nMade by \`npm run api\`. Do not edit.\n\n${sections.join("\n")}`;
}

/** The names of a report, as `renderReport` wrote it. */
export function readReport(text: string): Map<string, Named> {
  const sections = text.matchAll(
    /^## (\S+)(?: \(([^)]*)\))?\n\n```ts\n([^]*?)\n```$/gm,
  );
  return new Map(
    [...sections].map(([, name = "", marks = "", body = ""]) => [
      name,
      {
        name,
        isExported: !marks.includes("not exported"),
        isGenerated: marks.includes("from the specs"),
        lines: body.split("\n"),
      },
    ]),
  );
}
