import { describe, expect, test } from "vitest";
import { readSurfaces, rulesOf } from "../../src/generate/parse/surfaces.js";
import { amend } from "../../src/import/amendments.js";
import { readCompared } from "../../src/compare/compared.js";
import { compareDocuments } from "../../src/compare/operations.js";
import type { SurfaceRules } from "../../src/document/surface-rules.js";
import { compareOpenapi } from "../../src/diff/compare.js";
import {
  upstreamDocument,
  upstreamText,
  type UpstreamJson,
  type UpstreamObject,
} from "../../../../test/support/upstream-document.js";

/** The lines of the report from the published document to one that a test has edited. */
function linesAfter(edit: (document: UpstreamObject) => unknown): string[] {
  const edited = upstreamDocument();
  edit(edited);
  const before = { name: "upstream.json", text: upstreamText() };
  const after = { name: "edited.json", text: JSON.stringify(edited) };
  return compareOpenapi("rest", before, after).map(
    ({ verdict, line }) => `${verdict}: ${line}`,
  );
}

function at(document: UpstreamObject, ...path: string[]): UpstreamObject {
  return path.reduce((node, key) => node[key] as UpstreamObject, document);
}

function schemaAt(document: UpstreamObject, ...path: string[]) {
  return at(document, "components", "schemas", ...path);
}

/** Calls `visit` with every object within a document, the innermost first. */
function visitObjects(
  node: UpstreamJson | undefined,
  visit: (object: UpstreamObject) => void,
): void {
  if (typeof node !== "object" || node === null) return;
  for (const value of Object.values(node)) visitObjects(value, visit);
  if (!Array.isArray(node)) visit(node);
}

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

describe("spec:diff, given the published document of management REST 0.1.0", () => {
  test("reports nothing when every description has other words", () => {
    const lines = linesAfter((document) => {
      visitObjects(document, (object) => {
        if (typeof object["description"] === "string")
          object["description"] = "In other words.";
        if (typeof object["summary"] === "string") object["summary"] = "Other";
      });
    });
    expect(lines).toEqual([]);
  });

  test("reports nothing when the mistakes of the document are mended", () => {
    const lines = linesAfter((document) => {
      visitObjects(document, (object) => {
        const { type, items = null } = object;
        if (type === "object" && items !== null) {
          delete object["items"];
          object["additionalProperties"] = items;
        }
        if (object["default"] === "8888/http,22/tcp")
          object["default"] = ["8888/http", "22/tcp"];
      });
      for (const [path, item] of Object.entries(at(document, "paths"))) {
        const { patch } = item as UpstreamObject;
        if (patch === undefined) continue;
        const synonym = at(document, "paths", `${path}/update`, "post");
        synonym["operationId"] = `${synonym["operationId"] as string}ByPost`;
      }
      const restart = at(document, "paths", "/pods/{podId}/restart", "post");
      at(restart, "responses")["200"] = { description: "Done." };
    });
    expect(lines).toEqual([]);
  });

  test("reports nothing when inline schemas are named and named lists are written inline", () => {
    const lines = linesAfter((document) => {
      const ref = { $ref: "#/components/schemas/BillingRecord" };
      schemaAt(document, "BillingRecords")["items"] = ref;
      schemaAt(document, "Pod", "properties")["machine"] = {
        $ref: "#/components/schemas/Machine",
      };
      const list = schemaAt(document, "Templates");
      const responses = at(document, "paths", "/templates", "get", "responses");
      at(responses, "200", "content", "application/json")["schema"] = list;
    });
    expect(lines).toEqual([]);
  });

  test("names each place where an enumeration opens, and nothing else", () => {
    const lines = linesAfter((document) => {
      visitObjects(document, (object) => {
        const values = object["enum"];
        if (!Array.isArray(values) || values[0] !== "13.0") return;
        delete object["enum"];
        delete object["type"];
        object["anyOf"] = [
          { type: "string", enum: values },
          { type: "string" },
        ];
      });
    });
    expect(lines).toEqual([
      "compatible: `allowedCudaVersions[]` of `pods.create` is no longer limited to listed values",
      "compatible: `allowedCudaVersions[]` of `endpoints.create` is no longer limited to listed values",
      "compatible: `minCudaVersion` of `endpoints.create` is no longer limited to listed values",
      "compatible: `allowedCudaVersions[]` of `endpoints.update` is no longer limited to listed values",
      "compatible: `minCudaVersion` of `endpoints.update` is no longer limited to listed values",
    ]);
  });
});
