import { expect, test } from "vitest";
import { countCodeLines } from "./lines.js";

test.each([
  ["an empty file", "", 0],
  ["comments and blank lines", "// a\n\n/* b\n * c */\n/** d */\n", 0],
  ["a statement with a comment above and behind", "// a\nf(); // b\n\n", 1],
  ["a documented member", "interface A {\n  /** b\n   */\n  c: 1;\n}\n", 3],
  ["a call over several lines", "f(\n  1,\n\n  // a\n  2,\n);\n", 4],
  ["a template over several lines", "f(`//\n\n${a}\n`);\n", 4],
  ["a regular expression that looks like a comment", "f(/[/*]/);\ng();\n", 2],
  ["a comment at the end of the file", "f();\n/* a\n */", 1],
])("countCodeLines counts the lines of %s", (_, text, lines) => {
  expect(countCodeLines(text, "a.ts")).toBe(lines);
});

test("countCodeLines reads elements of JSX", () => {
  const text = "const a = (\n  // b\n  <p>\n    {/* c */}\n    d\n  </p>\n);\n";
  expect(countCodeLines(text, "a.tsx")).toBe(6);
});
