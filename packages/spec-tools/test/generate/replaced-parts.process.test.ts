import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compareOpenapi } from "../../src/diff/compare.js";
import type { Json, JsonObject, Path } from "../../src/document/json.js";
import { readSurfaces } from "../../src/generate/parse/surfaces.js";
import { readOpenapiSpecs } from "../../src/import/openapi-specs.js";

// The overlay of version 2 replaces parts of the publisher's document, such as the data of a log's events. An import
// keeps what it replaced, so that a change of such a part is reported.

const FILE = "rest-v2.openapi.yaml";
const present = readFileSync(`specs/${FILE}`, "utf8");
const published = readFileSync(
  "packages/spec-tools/test/generate/fixtures/rest-v2.published.json",
  "utf8",
);
const EVENTS = ["responses", "200", "content", "text/event-stream"];
const POD_LOGS = ["paths", "/v2/pods/{id}/logs", "get", ...EVENTS];
const LOG_LINE = ["components", "schemas", "LogLine"];

const nodeAt = (document: JsonObject, path: Path): JsonObject =>
  path.reduce<Json>(
    (node, key) => (node as JsonObject)[key] ?? {},
    document,
  ) as JsonObject;

const surfaces = await readSurfaces("specs");
const rules = surfaces.find(({ document }) => document === FILE);

/** What an import of an edited document warns about, and what the comparison with the present document lists. */
async function importEdited(text: string, edit: (it: JsonObject) => void) {
  const document = parse(text) as JsonObject;
  edit(document);
  const { warnings, files } = await readOpenapiSpecs(
    { name: "new.json", text: JSON.stringify(document) },
    undefined,
  );
  const written = files.get(FILE) ?? "";
  const changes = compareOpenapi(
    "v2",
    { name: "before", text: present, ...(rules && { rules }) },
    { name: "after", text: written, ...(rules && { rules }) },
  );
  const lines = changes.map(({ verdict, line }) => `${verdict}: ${line}`);
  return { warnings, lines, written };
}

describe("an import of a document with an overlay", () => {
  test("changes no byte of specs/ for the document of the publisher", async () => {
    const source = { name: "v2.json", text: published };
    const { warnings, files } = await readOpenapiSpecs(source, undefined);
    expect(warnings).toEqual([]);
    for (const [name, text] of files)
      expect(text, name).toBe(readFileSync(`specs/${name}`, "utf8"));
  });

  test("says nothing of a part that is now as the overlay makes it, nor of a text in place of ours", async () => {
    const { warnings, lines, written } = await importEdited(
      published,
      (document) => {
        const pod = nodeAt(document, ["components", "schemas", "Pod"]);
        const [, part] = pod["allOf"] as JsonObject[];
        const required = part?.["required"] as string[];
        required.splice(required.indexOf("mounts"), 1);
        const operation = nodeAt(document, ["paths", "/v2/pods", "get"]);
        operation["description"] = "Other words.";
      },
    );
    expect(warnings).toEqual([]);
    expect(lines).toEqual([]);
    expect(parse(written)).toEqual(parse(present));
  });

  test("reports events and values that the publisher describes in place of ours", async () => {
    const { warnings, lines } = await importEdited(published, (document) => {
      nodeAt(document, POD_LOGS)["schema"] = {
        type: "object",
        description: "One line.",
        properties: { message: { type: "string" } },
      };
      for (const name of ["GpuTypeId", "DataCenterId", "CpuFlavorId"])
        nodeAt(document, ["components", "schemas"])[name] = {
          type: "string",
          enum: ["ONE"],
        };
    });
    const values = ["GpuTypeId", "DataCenterId", "CpuFlavorId"].map(
      (name): unknown =>
        expect.stringMatching(
          `^new\\.json has \\$\\.components\\.schemas\\.${name}, which no import has met before: {"type":"string","enum":\\["ONE"\\]}`,
        ),
    );
    expect(warnings).toEqual([
      expect.stringMatching(
        /^new\.json changes \$\.paths\['\/v2\/pods\/\{id\}\/logs'\]\.get\.responses\['200'\]\.content\['text\/event-stream'\]\.schema: it was \{"type":"string"\}, and is \{"type":"object","properties":\{"message":\{"type":"string"\}\}\}\. specs\/rest-v2\.overlay\.yaml:\d+ hides this: check that the action still fits$/,
      ),
      ...values,
    ]);
    const where = ", in a part that our overlay replaces";
    expect(lines).toContain(
      `breaking: \`v2.pods.logs()\` is now an object${where}`,
    );
    expect(lines).toContain(
      `breaking: \`id\` of \`CreateGpuConfig\` is now limited to listed values${where}`,
    );
  });

  test("reports a change of the schema of events, which nothing else shows", async () => {
    const { warnings, lines, written } = await importEdited(
      present,
      (document) => {
        const line = nodeAt(document, LOG_LINE);
        const { ts: _, ...members } = line["properties"] as JsonObject;
        line["properties"] = { ...members, line: { type: "integer" } };
        line["required"] = ["source", "line"];
      },
    );
    expect(warnings).toEqual([
      expect.stringMatching(
        /^new\.json has \$\.components\.schemas\.LogLine, which no import has met before: \{.*"line":\{"type":"integer"\}.*\}\. specs\/rest-v2\.overlay\.yaml:\d+ hides this/,
      ),
    ]);
    expect(lines).toEqual([
      "breaking: `LogLine.ts` was removed, in a part that our overlay replaces",
      "breaking: `LogLine.line` is now an integer, in a part that our overlay replaces",
    ]);
    const { "x-replaced": record } = parse(written) as JsonObject;
    expect(record).toHaveProperty(["$.components.schemas.LogLine"]);
  });
});
