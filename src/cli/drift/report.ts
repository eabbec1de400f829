import type { Acknowledgement } from "./acknowledged.js";
import { sorted, VERDICTS, type Change, type Verdict } from "./change.js";

/** What changed, told against what was acknowledged. */
interface Report {
  readonly changes: readonly Reported[];
  /** Acknowledgements of what is not, or no longer, a breaking change. */
  readonly stale: readonly Acknowledgement[];
}

interface Reported extends Change {
  /** Why a breaking change is taken. */
  readonly reason?: string;
}

export const FORMATS = ["text", "markdown", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** The report of changes; an acknowledged one carries its reason. */
export function reportOf(
  changes: readonly Change[],
  acknowledgements: readonly Acknowledgement[],
): Report {
  const reasons = new Map(
    acknowledgements.map(({ change, reason }) => [change, reason]),
  );
  const breaking = new Set(
    changes
      .filter(({ verdict }) => verdict === "breaking")
      .map(({ line }) => line),
  );
  return {
    changes: sorted(changes).map((change) => {
      const reason = reasons.get(change.line);
      return reason === undefined || change.verdict !== "breaking"
        ? change
        : { ...change, reason };
    }),
    stale: acknowledgements.filter(({ change }) => !breaking.has(change)),
  };
}

/** 1 where a breaking change is not acknowledged, or an acknowledgement is stale, else 0. */
export function exitCodeOf({ changes, stale }: Report): 0 | 1 {
  const isOpen = ({ verdict, reason }: Reported) =>
    verdict === "breaking" && reason === undefined;
  return changes.some(isOpen) || stale.length > 0 ? 1 : 0;
}

const TITLES: Readonly<Record<Verdict, string>> = {
  breaking: "Breaking",
  deprecated: "Deprecated",
  new: "New",
  compatible: "Changed without harm",
};

/** The report as text, as Markdown for a changelog, or as JSON. */
export function render(report: Report, format: Format): string {
  if (format === "json") return renderJson(report);
  const groups = VERDICTS.flatMap((verdict) => {
    const changes = report.changes.filter(
      (change) => change.verdict === verdict,
    );
    return changes.length > 0 ? [{ title: TITLES[verdict], changes }] : [];
  });
  const stale = report.stale.map(
    ({ change }) =>
      `Acknowledged, but no breaking change (any more): ${change}. Take it out of the file.`,
  );
  if (groups.length === 0 && stale.length === 0) return "Nothing changed.";
  const blocks = groups.map(({ title, changes }) => {
    const lines = changes.map((change) => renderLine(change));
    return format === "markdown"
      ? `### ${title}\n\n${lines.map((line) => `- ${line}.`).join("\n")}`
      : `${title}\n${lines.map((line) => `  ${line}`).join("\n")}`;
  });
  return [...blocks, ...stale].join("\n\n");
}

function renderLine({ line, reason }: Reported): string {
  return reason === undefined ? line : `${line} (acknowledged: ${reason})`;
}

function renderJson({ changes, stale }: Report): string {
  const groups = VERDICTS.map((verdict) => [
    verdict,
    changes
      .filter((change) => change.verdict === verdict)
      .map(({ line, reason }) => ({
        change: line,
        ...(reason !== undefined && { reason }),
      })),
  ]);
  return JSON.stringify({ ...Object.fromEntries(groups), stale }, null, 2);
}
