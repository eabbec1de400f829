/** One type, function or constant of a report. */
export interface NamedType {
  readonly name: string;
  readonly isExported: boolean;
  /** Whether the generator made the declaration from the specs. */
  readonly isGenerated: boolean;
  /** The declaration: one line, or one line per member. */
  readonly lines: readonly string[];
}

/** The report of one entry point: every exported name, then the names that their declarations mention. */
export function renderReport(
  entry: string,
  names: readonly NamedType[],
): string {
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
export function readReport(text: string): Map<string, NamedType> {
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
