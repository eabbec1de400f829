import { describe, expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import {
  EMULATOR_FILES,
  importsOf,
} from "../../../test/package/layers/imports.js";

const FOLDER = "packages/emulator/";
/** The program of the page, which `npm run generate` bundles; the folder `server` of the page runs in the emulator. */
const PAGE = /^packages\/emulator\/page\/(?!server\/)/;

/** From the ground up: a file of `src` imports only from its own layer and from those above it in this list. */
const LAYERS = [
  [
    "http/",
    "blank-ids",
    "check-arguments",
    "check-conditions",
    "conditions",
    "describe-value",
    "given",
    "json",
    "options",
    "quirks",
    "random",
    "similar",
  ],
  ["refusals/", "s3/", "time/"],
  ["state/"],
  ["requests/", "snapshot-format"],
  ["machines/", "media/"],
  ["jobs/"],
  ["workers/", "openai/"],
  ["resources/"],
  ["graphql/", "v2/", "account-controls", "seed", "snapshot"],
  ["control/"],
  ["server/"],
  ["emulator", "index"],
];
const SOURCE = `${FOLDER}src/`;

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

  test("import nothing from a layer above their own", () => {
    const files = EMULATOR_FILES.filter((file) => file.startsWith(SOURCE));
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => target.startsWith(SOURCE))
        .filter(({ target }) => layerOf(target) > layerOf(file))
        .map(({ target }) => `${file} imports ${target}`),
    );
    expect(files.filter((file) => layerOf(file) < 0)).toEqual([]);
    expect(wrong).toEqual([]);
  });
});

function layerOf(file: string): number {
  const path = file.slice(SOURCE.length);
  return LAYERS.findIndex((layer) =>
    layer.some((name) =>
      name.endsWith("/") ? path.startsWith(name) : path === `${name}.ts`,
    ),
  );
}
