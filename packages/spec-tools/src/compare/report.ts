import type { Acknowledgement } from "./acknowledgements.js";
import { sortChanges, VERDICTS, type Change, type Verdict } from "./change.js";

/** Changes, with the reasons of those that are acknowledged. */
interface Report {
  readonly changes: readonly ReportedChange[];
  /** Acknowledgements that match no breaking change. */
  readonly stale: readonly Acknowledgement[];
}

interface ReportedChange extends Change {
  /** The reason of an acknowledged breaking change. */
  readonly reason?: string;
}

export const FORMATS = ["text", "markdown", "json", "github"] as const;
export type Format = (typeof FORMATS)[number];

export function createReport(
  changes: readonly Change[],
  acknowledgements: readonly Acknowledgement[],
): Report {
  const reasons = new Map(
    acknowledgements.map(({ change, reason }) => [textOf(change), reason]),
  );
  const breaking = new Set(
    changes
      .filter(({ verdict }) => verdict === "breaking")
      .map(({ line }) => textOf(line)),
  );
  return {
    changes: sortChanges(changes).map((change) => {
      const reason = reasons.get(textOf(change.line));
      const isAcknowledged =
        reason !== undefined && change.verdict === "breaking";
      return isAcknowledged ? { ...change, reason } : change;
    }),
    stale: acknowledgements.filter(
      ({ change }) => !breaking.has(textOf(change)),
    ),
  };
}

/** A line without its backticks, which are easily lost when a person copies it. */
function textOf(line: string): string {
  return line.replaceAll("`", "");
}

/** 1 for a breaking change without an acknowledgement, or an acknowledgement without its change; otherwise 0. */
export function exitCodeOf({ changes, stale }: Report): 0 | 1 {
  const isOpen = ({ verdict, reason }: ReportedChange) =>
    verdict === "breaking" && reason === undefined;
  return changes.some(isOpen) || stale.length > 0 ? 1 : 0;
}

const TITLES: Readonly<Record<Verdict, string>> = {
  breaking: "Breaking",
  deprecated: "Deprecated",
  new: "New",
  compatible: "Compatible",
};

/** The report as text, as Markdown for a changelog, as JSON, or as text with annotations for GitHub. */
export function renderReport(report: Report, format: Format): string {
  if (format === "json") return renderJson(report);
  const sections = VERDICTS.flatMap((verdict) => {
    const lines = report.changes
      .filter((change) => change.verdict === verdict)
      .map(renderLine);
    return lines.length > 0
      ? [renderSection(TITLES[verdict], lines, format)]
      : [];
  });
  const stale = report.stale.map(
    ({ change }) =>
      `Acknowledged, but not a breaking change: ${change}. Remove it from the file.`,
  );
  const blocks = [...sections, ...stale];
  const text =
    blocks.length > 0 ? blocks.join("\n\n") : "Nothing changed for the client.";
  return format === "github"
    ? [text, ...renderAnnotations(report)].join("\n")
    : text;
}

function renderSection(
  title: string,
  lines: readonly string[],
  format: Format,
): string {
  return format === "markdown"
    ? `### ${title}\n\n${lines.map((line) => `- ${line}.`).join("\n")}`
    : `${title}\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

function renderLine({ line, reason }: ReportedChange): string {
  return reason === undefined ? line : `${line} (acknowledged: ${reason})`;
}

function renderJson({ changes, stale }: Report): string {
  const groups = VERDICTS.map((verdict) => {
    const listed = changes
      .filter((change) => change.verdict === verdict)
      .map(({ line, routes, reason }) => ({ change: line, routes, reason }));
    return [verdict, listed];
  });
  return JSON.stringify({ ...Object.fromEntries(groups), stale }, null, 2);
}

/**
 * A report as workflow commands of GitHub: an error for each breaking change that nobody has acknowledged and for each
 * acknowledgement without its change, and a warning for each deprecation.
 */
function renderAnnotations({ changes, stale }: Report): string[] {
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
