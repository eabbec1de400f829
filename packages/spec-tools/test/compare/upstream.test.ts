import { describe, expect, test } from "vitest";
import { readSurfaces, rulesOf } from "../../src/generate/parse/surfaces.js";
import { amend } from "../../src/import/amendments.js";
import { readCompared } from "../../src/compare/compared.js";
import { compareDocuments } from "../../src/compare/operations.js";
import type { SurfaceRules } from "../../src/document/surface-rules.js";
import { upstreamDocument } from "../../../../test/support/upstream-document.js";

describe("drift, of a package that was made from the published document", () => {
  test("finds no change in that document, although the package opens its enumerations and requires more", async () => {
    const [listed] = await readSurfaces("specs");
    if (listed?.name !== "rest") throw new Error("rest is not listed first");
    const rules = rulesOf(listed);
    const read = (document: object, decided: SurfaceRules) =>
      readCompared(document, decided);
    const installed = read(amend(upstreamDocument()).document, rules);
    const published = upstreamDocument();
    expect(compareDocuments(installed, read(published, rules))).toEqual([]);
    // Without the rules, every one of them looks like a change.
    const unruled = { ...installed, rules: {} };
    const lines = compareDocuments(unruled, read(published, {})).map(
      ({ line }) => line,
    );
    expect(lines).toContain("`Pod.costPerHr` may now be missing");
    expect(lines).toContain("`Pod.template` was removed");
    expect(lines).toContain(
      "`minCudaVersion` of `endpoints.create` is now limited to listed values",
    );
  });
});
