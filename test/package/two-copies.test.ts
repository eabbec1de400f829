import { build } from "esbuild";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

type Package = typeof import("../../src/index.js");

let folder = "";
let modern: Package;
let common: Package;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "two-copies-"));
  for (const [format, file] of [
    ["esm", "index.mjs"],
    ["cjs", "index.cjs"],
  ] as const)
    await build({
      entryPoints: ["src/index.ts"],
      outfile: join(folder, file),
      bundle: true,
      format,
      platform: "node",
      target: "es2022",
    });
  modern = (await import(
    pathToFileURL(join(folder, "index.mjs")).href
  )) as Package;
  common = createRequire(import.meta.url)(join(folder, "index.cjs")) as Package;
});

afterAll(() => rm(folder, { recursive: true }));

const CLASSES = [
  "CloudComputeError",
  "ConnectionError",
  "GraphQLError",
  "InputError",
  "JobError",
  "ResponseError",
  "TimeoutError",
] as const;

/** An error of one copy of the package, which has no key and so sends nothing. */
function inputErrorOf({ createClient }: Package): unknown {
  try {
    return createClient({ apiKey: "" });
  } catch (error) {
    return error;
  }
}

describe("an error of the CommonJS copy of the package", () => {
  test("is an instance of its class and of the base class of the copy of ES modules, and of no other class", () => {
    expect(common.InputError).not.toBe(modern.InputError);
    const error = inputErrorOf(common);
    const matching = CLASSES.filter((name) => error instanceof modern[name]);
    expect(matching).toEqual(["CloudComputeError", "InputError"]);
    expect(inputErrorOf(modern)).toBeInstanceOf(common.InputError);
  });

  test("is no instance of a class that a user derives from the other copy", () => {
    class OwnError extends modern.InputError {}
    expect(inputErrorOf(common)).not.toBeInstanceOf(OwnError);
    expect(new OwnError("a", "b")).toBeInstanceOf(OwnError);
    expect(new OwnError("a", "b")).toBeInstanceOf(common.InputError);
  });
});

test("no other value is an instance of an error class of the package", () => {
  const values = [
    undefined,
    null,
    1,
    "InputError",
    {},
    new Error("InputError"),
  ];
  const alike = Object.assign(new Error(), { name: "InputError", code: "x" });
  for (const value of [...values, alike, Object.create(null)])
    for (const name of CLASSES) expect(value).not.toBeInstanceOf(modern[name]);
});
