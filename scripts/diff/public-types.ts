import type { Change } from "../../src/cli/drift/change.js";
import { code } from "../../src/cli/drift/words.js";
import { readReport, type Named } from "../api/format.js";

/** What changed in the public types, from the reports of one time to those of another. */
export function diffPublicTypes(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Change[] {
  // Before there were reports there is nothing to compare with.
  if (before.size === 0 || after.size === 0) return [];
  const entries = new Set([...before.keys(), ...after.keys()]);
  return [...entries].flatMap((file) => {
    const entry = file.replace(/\.api\.md$/, "");
    const [old, now] = [
      readReport(before.get(file) ?? ""),
      readReport(after.get(file) ?? ""),
    ];
    const where = entry === "index" ? "Types" : `Types of ${entry}`;
    return diffNames(old, now).map(({ verdict, line }) => ({
      verdict,
      line: `${where}: ${line}`,
    }));
  });
}

function diffNames(
  before: ReadonlyMap<string, Named>,
  after: ReadonlyMap<string, Named>,
): Change[] {
  const gone = [...before.values()].filter(
    ({ name, isExported }) => isExported && !after.get(name)?.isExported,
  );
  return [
    ...gone.map(({ name }): Change => ({
      verdict: "breaking",
      line: `${code(name)} is gone`,
    })),
    ...[...after.values()].flatMap((now): Change[] => {
      const was = before.get(now.name);
      if (was && was.lines.join("\n") === now.lines.join("\n")) return [];
      if (was) return diffMembers(was, now);
      return now.isExported
        ? [{ verdict: "new", line: `${code(now.name)} is new` }]
        : [];
    }),
  ];
}

/** What is made from the specs is told by them; of all else each member is compared. */
function diffMembers(before: Named, after: Named): Change[] {
  if (after.isGenerated)
    return [
      { verdict: "compatible", line: `${code(after.name)} follows the specs` },
    ];
  const gone = before.lines.filter((line) => !after.lines.includes(line));
  const added = after.lines.filter((line) => !before.lines.includes(line));
  const stays = (line: string) =>
    added.some((other) => memberOf(other) === memberOf(line));
  return [
    ...gone.map((line): Change => ({
      verdict: "breaking",
      line: stays(line)
        ? changed(after.name, line)
        : `${partOf(after.name, line)} is gone`,
    })),
    ...added
      .filter(
        (line) => !gone.some((other) => memberOf(other) === memberOf(line)),
      )
      .map((line): Change => ({
        // Whoever makes such options has to give it from now on.
        verdict:
          /Options$/.test(after.name) && !isOptional(line) ? "breaking" : "new",
        line: `${partOf(after.name, line)} is new`,
      })),
  ];
}

function changed(name: string, line: string): string {
  return `${partOf(name, line)} is declared otherwise`;
}

function partOf(name: string, line: string): string {
  const member = memberOf(line);
  return code(member === undefined ? name : `${name}.${member}`);
}

/** The name of the member that a line declares; undefined for the line of the whole. */
function memberOf(line: string): string | undefined {
  return /^ {2}(?:readonly )?("[^"]*"|[\w$]+)/.exec(line)?.[1];
}

function isOptional(line: string): boolean {
  return /^ {2}(?:readonly )?(?:"[^"]*"|[\w$]+)\?/.test(line);
}
