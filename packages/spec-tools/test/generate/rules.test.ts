import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  upstreamDocument,
  type UpstreamObject,
} from "../../../../test/support/upstream-document.js";
import { readModel } from "../../src/generate/model/operations.js";
import { parseSpec } from "../../src/generate/parse/spec.js";
import { readSurfaces } from "../../src/generate/parse/surfaces.js";
import { renderFetchers } from "../../src/generate/render/fetchers.js";
import { renderTypes } from "../../src/generate/render/types.js";
import { amend } from "../../src/import/amendments.js";
import type { SurfaceRules } from "../../src/document/surface-rules.js";

const BOATS = `openapi: 3.0.3
info: { title: Boats, version: 1.0.0 }
paths:
  /boats:
    get:
      operationId: ListBoats
      tags: [boats]
      parameters:
        - { name: hull, in: query, schema: { type: string, enum: [wood, steel] } }
      responses:
        200:
          description: The boats.
          content: { application/json: { schema: { $ref: "#/components/schemas/Boats" } } }
components:
  schemas:
    Boat:
      type: object
      properties:
        id: { type: string }
        price: { type: number }
        hulls: { type: array, items: { type: string, enum: [steel, carbon] } }
        sail: { type: string, enum: [main, jib] }
    Boats: { type: array, items: { $ref: "#/components/schemas/Boat" } }
    Crane: { type: object, properties: { id: { type: string } } }
`;

async function typesWith(rules: SurfaceRules): Promise<string> {
  const spec = parseSpec("new.yaml", BOATS);
  return renderTypes(readModel(spec, rules).model);
}

test("open with a name gives all listed enumerations one open type with the values of all", async () => {
  const types = await typesWith({ open: { Hull: ["hull", "hulls"] } });
  expect(types).toContain('Hull: "wood" | "steel" | "carbon" | (string & {})');
  expect(types).toContain('hulls?: components["schemas"]["Hull"][]');
  expect(types).toContain('hull?: components["schemas"]["Hull"]');
});

test("required makes members required that the document leaves optional, and members adds one that is missing", async () => {
  const types = await typesWith({
    required: { Boat: ["price"] },
    members: { Boat: { crane: "Crane", sail: "Crane" } },
  });
  expect(types).toContain("price: number;");
  expect(types).toContain('crane?: components["schemas"]["Crane"]');
  expect(types).toContain('sail?: "main" | "jib"');
});

test.each<[rules: SurfaceRules, missing: string, member: string]>([
  [{ names: { "GET /ships": "ships.list" } }, "GET /ships", "names"],
  [{ types: { Ship: "Vessel" } }, "Ship", "types"],
  [{ open: { Hull: ["keel"] } }, "keel", "open"],
  [{ required: { Ship: ["id"] } }, "Ship", "required"],
  [{ required: { Boat: ["cost"] } }, "Boat.cost", "required"],
  [{ members: { Boat: { crew: "Person" } } }, "Person", "members"],
])(
  "the rule %j changes nothing, and a warning says that it is out of date: no %s",
  async (rules, missing, member) => {
    const spec = parseSpec("new.yaml", BOATS);
    expect(readModel(spec, rules).warnings).toEqual([
      `new.yaml has no ${missing}, which specs/surfaces.yaml names in ${member}`,
    ]);
    expect(await typesWith(rules)).toBe(await typesWith({}));
  },
);

test("the rule that gives an enumeration the name of another schema is refused", async () => {
  await expect(typesWith({ open: { Boat: ["hull"] } })).rejects.toThrow(
    /new\.yaml:\d+: components › schemas › Boat: is not text, but open in specs\/surfaces\.yaml names an enumeration Boat/,
  );
});

test("an object that repeats a named schema refers to that schema, and keeps its description", () => {
  const volume = {
    type: "object",
    properties: { id: { type: "string" }, size: { type: "integer" } },
  };
  const { document, applied } = amend({
    openapi: "3.0.3",
    info: { title: "Volumes", version: "1.0.0" },
    paths: {},
    components: {
      schemas: {
        Volume: { description: "A volume.", ...volume },
        Volumes: { type: "array", items: volume },
        Pod: {
          type: "object",
          properties: { volume: { ...volume, description: "Attached." } },
        },
      },
    },
  });
  const reference = { $ref: "#/components/schemas/Volume" };
  expect(document).toMatchObject({
    components: {
      schemas: {
        Volume: volume,
        Volumes: { type: "array", items: reference },
        Pod: {
          properties: {
            volume: { description: "Attached.", allOf: [reference] },
          },
        },
      },
    },
  });
  expect(applied.map(({ amendment }) => amendment.name)).toEqual([
    "repeated schema",
  ]);
});

test("made from the published document, each change still checks the id that was asked for and the name that was sent", async () => {
  const [rest] = await readSurfaces("specs");
  const published = upstreamDocument();
  // An import skips the routes of the publisher's documentation.
  const {
    "/docs": _,
    "/openapi.json": __,
    ...paths
  } = Object(published["paths"]) as UpstreamObject;
  const { document } = amend({ ...published, paths });
  const spec = parseSpec("published.json", JSON.stringify(document));
  const surface = { file: "rest", name: "Rest", prefix: "" };
  const fetchers = renderFetchers({ surface, ...readModel(spec, rest) });
  const checksOf = (text: string) => text.match(/{ promised: .* }/g)?.sort();
  expect(checksOf(fetchers)).toEqual(
    checksOf(readFileSync("generated/rest/fetchers.ts", "utf8")),
  );
});
