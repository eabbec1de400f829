import { build } from "esbuild";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ENTRY_POINTS,
  fileNameOf,
  sourceOf,
} from "../../scripts/build/entry-points.js";

type Package = typeof import("../../src/index.js");
type Module = Readonly<Record<string, unknown>>;
type ErrorClass = (abstract new () => Error) & { readonly prototype: Error };

/** The modules of all entry points, by the names of their files. */
type Copy = Record<string, Module>;

let folder = "";
/** The ES modules, and a bundle for CommonJS. */
const modern: Copy = {};
const common: Copy = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "two-copies-"));
  const entryPoints = Object.fromEntries(
    ENTRY_POINTS.map((entry) => [fileNameOf(entry), sourceOf(entry)]),
  );
  await build({
    entryPoints,
    outdir: folder,
    bundle: true,
    platform: "node",
    target: "es2022",
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    // As in the build, where it changes the names of classes.
    supported: { "class-static-blocks": false },
  });
  const require = createRequire(import.meta.url);
  for (const [name, source] of Object.entries(entryPoints)) {
    modern[name] = (await import(resolve(source))) as Module;
    common[name] = require(join(folder, `${name}.cjs`)) as Module;
  }
});

afterAll(() => rm(folder, { recursive: true }));

/** The error classes that the entry points of a copy export, by name. */
function errorClassesOf(copy: Copy): Map<string, ErrorClass> {
  return new Map(
    Object.values(copy)
      .flatMap((module) => Object.entries(module))
      .filter((entry): entry is [string, ErrorClass] => isErrorClass(entry[1])),
  );
}

function isErrorClass(value: unknown): value is ErrorClass {
  return typeof value === "function" && value.prototype instanceof Error;
}

/** The names of the classes among `classes` of which a value is an instance. */
function matchingNames(
  value: unknown,
  classes: ReadonlyMap<string, ErrorClass>,
): string[] {
  return [...classes]
    .filter(([, errorClass]) => value instanceof errorClass)
    .map(([name]) => name)
    .sort();
}

/** An error of one copy of the package, which has no key and so sends nothing. */
function inputErrorOf(copy: Copy): unknown {
  const { createClient } = copy["index"] as Package;
  try {
    return createClient({ apiKey: "" });
  } catch (error) {
    return error;
  }
}

describe("an error of the CommonJS copy of the package", () => {
  test("is an instance of its own class and of the base class of the copy of ES modules, for each error class that an entry point exports", () => {
    const classes = errorClassesOf(modern);
    const others = errorClassesOf(common);
    expect([...classes.keys()].sort()).toEqual([...others.keys()].sort());
    expect([...classes.keys()]).toEqual(
      expect.arrayContaining(["InputError", "SpendError", "BatchError"]),
    );
    for (const [name, errorClass] of others) {
      expect(errorClass, name).not.toBe(classes.get(name));
      const error: unknown = Object.create(errorClass.prototype);
      const expected = [...new Set(["CloudComputeError", name])].sort();
      expect(matchingNames(error, classes), name).toEqual(expected);
    }
  });

  test("that a client has thrown is an instance of the classes of both copies", () => {
    const { InputError } = common["index"] as Package;
    const error = inputErrorOf(common);
    expect(matchingNames(error, errorClassesOf(modern))).toEqual([
      "CloudComputeError",
      "InputError",
    ]);
    expect(inputErrorOf(modern)).toBeInstanceOf(InputError);
  });

  test("is no instance of a class that a user derives from the other copy", () => {
    const { InputError } = common["index"] as Package;
    class OwnError extends (modern["index"] as Package).InputError {}
    expect(inputErrorOf(common)).not.toBeInstanceOf(OwnError);
    expect(new OwnError("a", "b")).toBeInstanceOf(OwnError);
    expect(new OwnError("a", "b")).toBeInstanceOf(InputError);
  });
});
