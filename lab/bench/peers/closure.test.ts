import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { bytesOf, closureOf } from "./closure.js";

test("closureOf finds the nearest package of each dependency, with peers and without optional peers", () => {
  const folder = mkdtempSync(join(tmpdir(), "closure-"));
  const lock = {
    packages: {
      "node_modules/a": {
        dependencies: { b: "1" },
        peerDependencies: { c: "1", d: "1" },
        peerDependenciesMeta: { d: { optional: true } },
      },
      "node_modules/a/node_modules/b": { dependencies: { c: "1" } },
      "node_modules/b": {},
      "node_modules/c": {},
      "node_modules/d": {},
    },
  };
  write(folder, "package-lock.json", JSON.stringify(lock));
  write(folder, "node_modules/a/one.js", "12345");
  write(folder, "node_modules/a/node_modules/b/two.js", "123");
  expect(closureOf(folder, ["a"])).toEqual([
    "node_modules/a",
    "node_modules/a/node_modules/b",
    "node_modules/c",
  ]);
  expect(bytesOf(join(folder, "node_modules/a"))).toBe(5);
  rmSync(folder, { recursive: true });
});

function write(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
