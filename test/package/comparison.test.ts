import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

interface Comparison {
  readonly version: string;
  readonly figures: Readonly<
    Record<string, Readonly<Record<string, { readonly least: number }>>>
  >;
}

const comparison = JSON.parse(
  readFileSync("lab/results/peers.json", "utf8"),
) as Comparison;
const changelog = readFileSync("CHANGELOG.md", "utf8");
const readme = readFileSync("README.md", "utf8");

test("the comparison with other clients is at most one release old", () => {
  const versions = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(
    ([, version]) => version,
  );
  // The entry of the next version is written before `npm version`.
  expect(versions.slice(0, 2)).toContain(packageJson.version);
  const problem = "measure again: npm run lab bench";
  expect(versions.slice(0, 2), problem).toContain(comparison.version);
});

test("README.md quotes the figures of the comparison", () => {
  const own = comparison.figures["cloud-compute-sdk"] ?? {};
  const quoted =
    /a get takes\s+([\d.]+)×.*a submit\s+([\d.]+)×.*import\s+([\d.]+)×/s;
  const figures = quoted.exec(readme)?.slice(1);
  const keys = ["get", "submit", "import"];
  const measured = keys.map((key) => own[key]?.least.toPrecision(2));
  expect(figures).toEqual(measured);
});
