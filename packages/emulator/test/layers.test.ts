import { describe, expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import {
  EMULATOR_FILES,
  importsOf,
} from "../../../test/package/layers/imports.js";

const FOLDER = "packages/emulator/";
/** The program of the page, which `npm run generate` bundles; the folder `server` of the page runs in the emulator. */
const PAGE = /^packages\/emulator\/page\/(?!server\/)/;

describe("the modules of the emulator", () => {
  test("import each other, and packages: the SDK by its public entry points only", () => {
    const wrong = EMULATOR_FILES.flatMap((file) =>
      importsOf(file)
        .filter(({ target, isPackage }) => {
          if (!isPackage) return !target.startsWith(FOLDER);
          return /^cloud-compute-sdk\/(?!models$)/.test(target);
        })
        .map(({ target }) => `${file} imports ${target}`),
    );
    expect(EMULATOR_FILES).toContain("packages/emulator/src/index.ts");
    expect(wrong).toEqual([]);
  });

  test("reach packages only where package.json lists them as dependencies", () => {
    const imported = EMULATOR_FILES.filter((file) => !PAGE.test(file))
      .flatMap((file) => importsOf(file))
      .filter(({ target, isPackage }) => isPackage && !/^node:/.test(target))
      .map(({ target }) =>
        target
          .split("/")
          .slice(0, target.startsWith("@") ? 2 : 1)
          .join("/"),
      );
    expect([...new Set(imported)].sort()).toEqual(
      Object.keys(packageJson.dependencies).sort(),
    );
  });

  test("bundle preact alone into the page, which imports itself and types", () => {
    const page = EMULATOR_FILES.filter((file) => PAGE.test(file));
    const edges = page.flatMap(importsOf);
    const packages = edges.filter(({ isPackage }) => isPackage);
    const outside = edges.filter(
      ({ target, isPackage, typeOnly }) =>
        !isPackage && !typeOnly && !PAGE.test(target),
    );
    expect(page).toContain(`${FOLDER}page/main.tsx`);
    expect([...new Set(packages.map(({ target }) => target))].sort()).toEqual([
      "preact",
      "preact/hooks",
    ]);
    expect(outside).toEqual([]);
  });
});
