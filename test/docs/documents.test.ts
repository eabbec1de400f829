import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { renderLlms } from "../../scripts/docs/llms.js";

const read = (file: string) => readFileSync(file, "utf8");

interface Comparison {
  readonly version: string;
  readonly figures: Readonly<
    Record<string, Readonly<Record<string, { readonly least: number }>>>
  >;
}

/** What declares the codes of a class of errors, or makes an error that has no class of its own. */
const CODES =
  /readonly code:[^;]+|type (?!Batch)\w*(?:Error|Refusal)Code =[^;]+|new CloudComputeError\([^,]+/g;

test("guides/errors.md names every code of an error, but those of BatchErrorCode", () => {
  const codes = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => read(join("src", path)).replaceAll(/\/\*\*.*?\*\//gs, ""))
    .flatMap((text) => text.match(CODES) ?? [])
    .flatMap((declared) => declared.match(/(?<=")\w+(?=")/g) ?? []);
  expect(codes).toEqual(
    expect.arrayContaining(["clocks_differ", "job_failed", "timeout"]),
  );
  const guide = read("guides/errors.md");
  expect(codes.filter((code) => !guide.includes(`\`${code}\``))).toEqual([]);
});

test("the promises of SECURITY.md name tests that exist", () => {
  const page = read("SECURITY.md");
  const named = page.match(/(packages\/\w+\/)?test\/[\w./-]+\.ts/g) ?? [];
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

test("llms.txt is what `npm run docs -- llms` writes from the guides", () => {
  expect(read("llms.txt")).toBe(renderLlms());
});

test("README.md quotes the figures of a comparison with other clients that is at most one release old", () => {
  const { version, figures } = JSON.parse(
    read("lab/results/peers.json"),
  ) as Comparison;
  const versions = [
    ...read("CHANGELOG.md").matchAll(/^## (\d+\.\d+\.\d+)/gm),
  ].map(([, each]) => each);
  // The entry of the next version is written before `npm version`.
  expect(versions.slice(0, 2)).toContain(packageJson.version);
  const problem = "measure again: npm run lab bench";
  expect(versions.slice(0, 2), problem).toContain(version);
  const quoted =
    /a get takes\s+([\d.]+)×.*a submit\s+([\d.]+)×.*import\s+([\d.]+)×/s;
  const own = figures["cloud-compute-sdk"] ?? {};
  const keys = ["get", "submit", "import"];
  const measured = keys.map((key) => own[key]?.least.toPrecision(2));
  expect(quoted.exec(read("README.md"))?.slice(1)).toEqual(measured);
});
