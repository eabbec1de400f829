import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { contestants, OURS } from "../../scripts/bench/peers/contestants.js";
import { shown, type Figures } from "../../scripts/bench/peers/figures.js";
import { bytesOf, closureOf } from "../../scripts/bench/peers/installed.js";
import {
  filesOf,
  readResults,
  rounded,
} from "../../scripts/bench/peers/results.js";
import {
  beyondBounds,
  differences,
} from "../../scripts/bench/peers/verdict.js";

const figures = (row: object): Figures => new Map([[OURS, row]]);

describe("the results of the bench", () => {
  it("are what the README, the table and the picture show", async () => {
    for (const [file, text] of await filesOf(readResults()))
      expect(await readFile(file, "utf8"), file).toBe(text);
  });

  it("have every client, with its sizes and the costs of its import and its call", () => {
    const { clients } = readResults();
    for (const { name } of contestants)
      expect(clients.get(name)).toMatchObject({
        bundle: expect.any(Number) as number,
        packages: expect.any(Number) as number,
        megabytes: expect.any(Number) as number,
        import: expect.any(Number) as number,
        cpu: expect.any(Number) as number,
      });
  });
});

describe("a figure that is measured again", () => {
  const known = figures({ bundle: 9.8, packages: 9, cpu: 2, memory: 4 });
  const isHeld = (row: object) => differences(known, figures(row)).length === 0;

  it("may be a quarter off where it is a time or a ratio", () => {
    expect(isHeld({ cpu: 2.5, memory: 3 })).toBe(true);
    expect(isHeld({ cpu: 2.6 })).toBe(false);
    expect(isHeld({ memory: 2.9 })).toBe(false);
  });

  it("is the same in all that is shown where it is a size or a count", () => {
    expect(isHeld({ bundle: 9.8, packages: 9 })).toBe(true);
    expect(isHeld({ bundle: 9.9 })).toBe(false);
    expect(isHeld({ packages: 10 })).toBe(false);
  });

  it("is not held where nothing is shown of it", () => {
    expect(isHeld({ import: 1 })).toBe(false);
  });

  it("is compared as it is shown", () => {
    expect(rounded(figures({ bundle: 9.849, cpu: 2.149 }))).toEqual(
      figures({ bundle: 9.8, cpu: 2.1 }),
    );
    expect([shown("cpu", 25.6), shown("one", 0.866)]).toEqual(["26", "0.87"]);
  });
});

describe("the bounds", () => {
  const row = {
    packages: 12,
    megabytes: 12,
    import: 2,
    types: 1.1,
  };
  const others = [
    ["openai", { types: 1.2 }],
    ["stripe", { types: 1.3 }],
  ] as const;
  const beyond = (own: object) =>
    beyondBounds(
      new Map<string, object>([[OURS, { ...row, ...own }], ...others]),
    );

  it("are held at the bound, and named beyond it", () => {
    expect(beyond({})).toEqual([]);
    expect(beyond({ megabytes: 12.1 })).toEqual([
      "cloud-compute-sdk: megabytes is 12.1, at the most 12.0",
    ]);
    expect(beyond({ import: 2.1, types: 1.25 })).toHaveLength(2);
  });

  it("are not held by a figure that was not measured", () => {
    expect(beyond({ import: undefined })).toHaveLength(1);
  });
});

describe("what a package brings", () => {
  it("is the nearest of each dependency, peers included, optional peers not", () => {
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
    const places = closureOf(folder, ["a"]);
    expect(places).toEqual([
      "node_modules/a",
      "node_modules/a/node_modules/b",
      "node_modules/c",
    ]);
    expect(bytesOf(join(folder, "node_modules/a"))).toBe(5);
    rmSync(folder, { recursive: true });
  });
});

function write(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
