import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { named } from "./support/answered-call.js";
import { arrangements } from "./support/arrange.js";
import { captures } from "./support/captures.js";
import { differencesOf } from "./support/compare.js";
import { emulated } from "./support/emulated.js";

/** A row of the table: in which ways the emulator differs from a capture, and why the difference stays. */
interface Row {
  readonly differs: readonly string[];
  readonly because: string;
}

const table = parse(
  readFileSync("specs/captures/differences.yaml", "utf8"),
) as Readonly<Record<string, Row | undefined>>;

/** The answers of today; the others say in their files which answer has replaced them. */
const present = captures.filter(({ replacedBy }) => replacedBy === undefined);

describe("the emulator answers like the service", () => {
  test.each(named(present))("at %s", async (...[name, capture]) => {
    const differences = differencesOf(capture, await emulated(capture));
    expect(differences, JSON.stringify(table[name])).toEqual(
      table[name]?.differs ?? [],
    );
  });
});

describe("the table of differences", () => {
  test("names only captures, each with what differs and a reason", () => {
    const names = present.map(({ name }) => name);
    for (const [name, row] of Object.entries(table)) {
      expect(names).toContain(name);
      expect(row?.differs.length, name).toBeGreaterThan(0);
      expect(row?.because.length, name).toBeGreaterThan(10);
    }
  });

  test("names every arrangement of a capture that exists", () => {
    const names = captures.map(({ name }) => name);
    expect(
      Object.keys(arrangements).filter((name) => !names.includes(name)),
    ).toEqual([]);
  });
});
