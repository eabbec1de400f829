import type { createReport } from "../compare/report.js";

/**
 * A report as workflow commands of GitHub: an error for each breaking change that nobody has acknowledged and for each
 * acknowledgement without its change, and a warning for each deprecation.
 */
export function renderAnnotations({
  changes,
  stale,
}: ReturnType<typeof createReport>): string[] {
  const found = changes.flatMap(({ verdict, line, reason }) => {
    if (verdict === "breaking" && reason === undefined)
      return [annotation("error", "Breaking", line)];
    return verdict === "deprecated"
      ? [annotation("warning", "Deprecated", line)]
      : [];
  });
  const outdated = stale.map(({ change }) =>
    annotation("error", "Acknowledged, but not a breaking change", change),
  );
  return [...found, ...outdated];
}

function annotation(level: string, title: string, text: string): string {
  return `::${level} title=${escapeData(title).replaceAll(",", "%2C")}::${escapeData(text)}`;
}

/** GitHub reads a line break as the end of a command. */
function escapeData(text: string): string {
  return text
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}
