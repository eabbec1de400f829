import type { Change } from "../compare/change.js";
import { code } from "../compare/findings.js";
import { readReport, type NamedType } from "../../../../scripts/api/format.js";

/** Every change of the public types, from the reports of each entry point by their files. */
export function comparePublicTypes(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Change[] {
  // A revision that is older than the first report has no reports to compare.
  if (before.size === 0 || after.size === 0) return [];
  const files = new Set([...before.keys(), ...after.keys()]);
  return [...files].flatMap((file) => {
    const entry = file.replace(/\.api\.md$/, "");
    const subject = entry === "index" ? "Types" : `Types of ${entry}`;
    const changes = compareTypes(
      readReport(before.get(file) ?? ""),
      readReport(after.get(file) ?? ""),
    );
    return changes.map((change) => ({
      ...change,
      line: `${subject}: ${change.line}`,
    }));
  });
}

function compareTypes(
  before: ReadonlyMap<string, NamedType>,
  after: ReadonlyMap<string, NamedType>,
): Change[] {
  const removed = [...before.values()]
    .filter(
      ({ name, isExported }) => isExported && !after.get(name)?.isExported,
    )
    .map(({ name }): Change => ({
      verdict: "breaking",
      line: `${code(name)} was removed`,
    }));
  const present = [...after.values()].flatMap((now): Change[] => {
    const was = before.get(now.name);
    if (was?.lines.join("\n") === now.lines.join("\n")) return [];
    if (was) return compareMembers(was, now);
    return now.isExported
      ? [{ verdict: "new", line: `${code(now.name)} is new` }]
      : [];
  });
  return [...removed, ...present];
}

/** Compares the members of a type. Those of a generated type follow from the specs. */
function compareMembers(before: NamedType, after: NamedType): Change[] {
  const { name } = after;
  if (after.isGenerated)
    return [
      {
        verdict: "compatible",
        line: `${code(name)} changed with the specs`,
      },
    ];
  const removed = before.lines.filter((line) => !after.lines.includes(line));
  const added = after.lines.filter((line) => !before.lines.includes(line));
  const isIn = (lines: readonly string[], line: string) =>
    lines.some((other) => memberName(other) === memberName(line));
  return [
    ...removed.map((line): Change => {
      const how = isIn(added, line) ? "has another type" : "was removed";
      return { verdict: "breaking", line: `${qualified(name, line)} ${how}` };
    }),
    ...added
      .filter((line) => !isIn(removed, line))
      .map((line): Change => {
        // Code that creates such options has to set a required member.
        const isBreaking = name.endsWith("Options") && !isOptional(line);
        return {
          verdict: isBreaking ? "breaking" : "new",
          line: `${qualified(name, line)} is new`,
        };
      }),
  ];
}

function qualified(name: string, line: string): string {
  const member = memberName(line);
  return code(member === undefined ? name : `${name}.${member}`);
}

/** The name of the member that a line declares; undefined for a line that declares the whole type. */
function memberName(line: string): string | undefined {
  return /^ {2}(?:readonly )?("[^"]*"|[\w$]+)/.exec(line)?.[1];
}

function isOptional(line: string): boolean {
  return /^ {2}(?:readonly )?(?:"[^"]*"|[\w$]+)\?/.test(line);
}
