import { describe, expect, test } from "vitest";
import { lintWords } from "../../scripts/lint/words.js";

describe("lintWords", () => {
  test("names the place of a word that has a replacement, and the replacement", () => {
    expect(lintWords("a.ts", "const x = 1;\n// It tells why.")).toEqual([
      'a.ts:2: "tells": write report, show or decide',
    ]);
  });

  test.each(["createAlarm", "isLate", "LATE_JOBS", "ringTwin", "Guarded"])(
    "finds the words within the name %s",
    (name) => {
      expect(lintWords("a.ts", name)).not.toEqual([]);
    },
  );

  test.each([
    "Node 20.19 or later",
    "translate, template, latest, string, during, coloring",
    "const lookUp = () => looked up",
    "new KeyRing()",
  ])("accepts %s", (text) => {
    expect(lintWords("a.ts", text)).toEqual([]);
  });
});
