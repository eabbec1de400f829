import ts from "typescript";
import { describe, expect, test } from "vitest";
import { typeText } from "../../scripts/api/type-text.js";

/** The text of the type `Given` of a program, after the types that stand before it. */
function textOf(source: string): string {
  const file = ts.createSourceFile("given.ts", source, ts.ScriptTarget.ES2022);
  const host = ts.createCompilerHost({});
  const program = ts.createProgram(
    ["given.ts"],
    { noLib: true, strict: true, types: [] },
    {
      ...host,
      getSourceFile: (name) => (name === "given.ts" ? file : undefined),
      fileExists: (name) => name === "given.ts",
      writeFile: () => undefined,
    },
  );
  const checker = program.getTypeChecker();
  const at = program
    .getSourceFile("given.ts")
    ?.statements.find(
      (statement) =>
        ts.isTypeAliasDeclaration(statement) && statement.name.text === "Given",
    ) as ts.TypeAliasDeclaration;
  const type = checker.getTypeAtLocation(at);
  return typeText(
    checker,
    type,
    at,
    ts.NodeBuilderFlags.NoTruncation | ts.NodeBuilderFlags.InTypeAlias,
  );
}

describe("the text of a type", () => {
  test.each([
    ['"a" | "b"', '"b" | "a"'],
    ["string | number | undefined", "undefined | number | string"],
    ["A | B | null", "null | B | A"],
    ["(value: A | B) => A | undefined", "(value: B | A) => undefined | A"],
    ["{ a: { b: A | B } } | 1", "1 | { a: { b: B | A } }"],
    ["readonly (A | B)[]", "readonly (B | A)[]"],
    ["(() => A) | B", "B | (() => A)"],
  ])(
    "is the same for %s and %s, whatever the compiler met first",
    (one, other) => {
      const types = "interface A { a: 1 }\ninterface B { b: 1 }\n";
      const texts = [one, other].flatMap((given) => [
        textOf(`${types}type Given = ${given};`),
        textOf(`${types}type Before = ${other};\ntype Given = ${given};`),
        textOf(`${types}type Before = ${one};\ntype Given = ${given};`),
      ]);
      expect(new Set(texts).size).toBe(1);
    },
  );

  test("has the members of a union in alphabetical order, null and undefined last", () => {
    expect(textOf('type Given = undefined | "b" | null | "a" | 1;')).toBe(
      '"a" | "b" | 1 | null | undefined',
    );
  });

  test("keeps the parentheses of a function in a union", () => {
    expect(textOf("type Given = 2 | (() => 1 | 0);")).toBe("(() => 0 | 1) | 2");
  });

  test("differs for another type", () => {
    expect(textOf('type Given = "a" | "b";')).not.toBe(
      textOf('type Given = "a" | "c";'),
    );
  });
});
