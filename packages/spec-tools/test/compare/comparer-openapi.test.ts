import { beforeAll, describe, expect, test } from "vitest";
import { readCompared } from "../../src/compare/compared.js";
import { compareDocuments } from "../../src/compare/operations.js";
import { compareOpenapi } from "../../src/diff/compare.js";
import type { Json, JsonObject } from "../../src/document/json.js";
import { objectAt, readFixture, setAt, sourceOf } from "./corpus/fixture.js";
import {
  OPENAPI_CHANGES,
  type OpenapiChange,
} from "./corpus/openapi-changes.js";

const schema = (document: JsonObject, ...path: string[]) =>
  objectAt(document, "components", "schemas", ...path);
describe("the comparer of OpenAPI documents", () => {
  let fixture: JsonObject;
  beforeAll(async () => {
    fixture = await readFixture();
  });

  const changesAfter = (apply: (document: JsonObject) => void) => {
    const after = structuredClone(fixture);
    apply(after);
    return compareOpenapi(
      "rest",
      sourceOf("before", fixture),
      sourceOf("after", after),
    );
  };
  const linesAfter = (apply: (document: JsonObject) => void) =>
    changesAfter(apply).map(({ verdict, line }) => `${verdict}: ${line}`);

  test.each<OpenapiChange>(OPENAPI_CHANGES)(
    "reports %s",
    (line, place, value) => {
      const apply = (it: JsonObject) => setAt(it, place, value);
      expect(linesAfter(apply)).toEqual([line]);
      // The command `drift` mends no mistakes.
      const after = structuredClone(fixture);
      apply(after);
      const changes = compareDocuments(
        readCompared(fixture),
        readCompared(after),
      );
      expect(changes).toMatchObject([{ line: line.replace(/^\w+: /, "") }]);
    },
  );

  test.each<[line: string, apply: (document: JsonObject) => void]>([
    [
      "breaking: `boats.launch` is skipped now: the generator supports no cookies",
      (it) => {
        setAt(it, "/boats/{boatId}/launch", undefined);
        it["x-skipped"] = {
          "POST /boats/{boatId}/launch": "the generator supports no cookies",
        };
      },
    ],
    [
      "breaking: `boats.launch` is now `POST /boats/{boatId}/float`, was `POST /boats/{boatId}/launch`",
      (it) => {
        const launch = objectAt(it, "paths", "/boats/{boatId}/launch");
        setAt(it, "/boats/{boatId}/float", launch);
        setAt(it, "/boats/{boatId}/launch", undefined);
      },
    ],
    [
      "breaking: `POST /boats/{boatId}/launch` is now `POST /boats/{id}/launch` in raw calls",
      (it) => {
        const launch = objectAt(it, "paths", "/boats/{boatId}/launch", "post");
        const id = { ...objectAt(it, "components", "parameters", "BoatId") };
        const parameters = [{ ...id, name: "id" }];
        setAt(it, "/boats/{id}/launch", { post: { ...launch, parameters } });
        setAt(it, "/boats/{boatId}/launch", undefined);
      },
    ],
  ])("reports %s", (line, apply) => {
    expect(linesAfter(apply)).toEqual([line]);
  });

  test.each<[lines: string[], place: string, value?: Json]>([
    [
      [
        "compatible: `kind` of `boats.list` is no longer limited to listed values",
        "compatible: `kind` of `boats.list` now has more alternatives",
      ],
      "/boats get parameters 1 schema",
      { anyOf: [{ type: "string" }, { type: "integer" }] },
    ],
    [
      [
        "breaking: `boats.update` no longer accepts a body",
        "breaking: `boats.update` is now called `boats.updateByPost`",
      ],
      "/boats/{boatId} patch requestBody",
    ],
  ])("reports %j", (lines, place, value) => {
    expect(linesAfter((it) => setAt(it, place, value))).toEqual(lines);
  });

  test("names every route that a change of a shared schema concerns", () => {
    const [change] = changesAfter((it) =>
      setAt(it, "Boat properties length", undefined),
    );
    expect(change?.routes).toEqual(
      expect.arrayContaining(["GET /boats", "GET /boats/{boatId}"]),
    );
    expect(change?.routes).not.toContain("GET /crews");
  });

  test("compares uses of a schema apart that only one document names", () => {
    const inlined = linesAfter((it) => {
      const engine = structuredClone(schema(it, "Engine"));
      delete objectAt(engine, "properties")["power"];
      schema(it, "Boat", "properties")["engine"] = engine;
    });
    expect(inlined).toEqual(["breaking: `Boat.engine.power` was removed"]);
  });

  test("reports one alternative more where a schema becomes one of several", () => {
    const alternatives = (...refs: string[]) => ({
      anyOf: refs.map((name) => ({ $ref: `#/components/schemas/${name}` })),
    });
    const lines = linesAfter((it) => {
      schema(it, "BoatCreateInput", "properties")["engine"] = {
        anyOf: [
          { $ref: "#/components/schemas/EngineInput" },
          { type: "object", additionalProperties: true },
        ],
      };
      schema(it, "Boat", "properties")["engine"] = alternatives("Engine");
    });
    expect(lines).toEqual([
      "compatible: `engine` of `boats.create` now has more alternatives",
    ]);
  });

  describe("of another version of OpenAPI", () => {
    const changesOf = (before: object, after: object) =>
      compareOpenapi(
        "rest",
        { name: "before", text: JSON.stringify(before) },
        { name: "after", text: JSON.stringify(after) },
      ).map(({ verdict, line }) => `${verdict}: ${line}`);
    const document = (openapi: string, count: object, state: object) => {
      const content = (schema: object) => ({ "application/json": { schema } });
      const boat = { type: "object", properties: { count, state } };
      return {
        openapi,
        info: { title: "Boats", version: "1" },
        paths: {
          "/boats": {
            post: {
              operationId: "CreateBoat",
              tags: ["boats"],
              requestBody: { content: content(boat) },
              responses: {
                "200": { content: content({ properties: { state } }) },
              },
            },
          },
        },
      };
    };
    const old = document(
      "3.0.3",
      { type: "integer", minimum: 0, exclusiveMinimum: true },
      { type: "string", nullable: true, enum: ["IN", "OUT"] },
    );

    test("reports nothing for the same limits and values in its spelling", () => {
      const now = document(
        "3.1.0",
        { type: "integer", exclusiveMinimum: 0 },
        { type: ["string", "null"], enum: ["IN", "OUT", null] },
      );
      expect(changesOf(old, now)).toEqual([]);
      expect(changesOf(now, old)).toEqual([]);
    });
  });

  test("reports an answer that may have no body, and one that always has a body again", () => {
    const empty = structuredClone(fixture);
    const none = { description: "There is no such boat." };
    setAt(empty, "/boats/{boatId} get responses 204", none);
    expect(linesAfter((it) => Object.assign(it, empty))).toEqual([
      "breaking: `boats.get` may now return no body",
    ]);
    const back = compareOpenapi(
      "rest",
      sourceOf("before", empty),
      sourceOf("after", fixture),
    );
    expect(back).toMatchObject([
      {
        verdict: "compatible",
        line: "`boats.get` now always returns a body",
      },
    ]);
  });

  test("reports what a further status of a success returns", () => {
    const accepted = (it: JsonObject, schema: JsonObject) =>
      setAt(it, "/boats/{boatId} get responses 202", {
        description: "The boat is being built.",
        content: { "application/json": { schema } },
      });
    const ticket = {
      type: "object",
      properties: { ticket: { type: "string" } },
    };
    expect(linesAfter((it) => accepted(it, ticket))).toEqual([
      "breaking: `boats.get()` now has more alternatives",
    ]);
    const boat = { $ref: "#/components/schemas/Boat" };
    expect(linesAfter((it) => accepted(it, boat))).toEqual([]);
  });

  test.each<[what: string, place: string, value?: Json]>([
    [
      "a list of known values that any string replaces",
      "Boat properties state enum",
    ],
    ["the id, which the types always require", "Boat required 1", "id"],
    [
      "the body of a 204, which has none whatever its document lists",
      "/boats/{boatId} delete responses 204 content",
      { "application/json": { schema: { $ref: "#/components/schemas/Boat" } } },
    ],
  ])("reports nothing for %s", (_, place, value) => {
    expect(linesAfter((it) => setAt(it, place, value))).toEqual([]);
  });

  test("reports nothing for other words, another host, other error statuses and another order", () => {
    const lines = linesAfter((it) => {
      setAt(it, "/boats get responses 401", undefined);
      setAt(it, "/boats get responses 429", { description: "Too many." });
      setAt(it, "servers 0 url", "https://harbor.example/v1/");
      setAt(it, "info title", "Ships");
      setAt(it, "Boat description", "A ship.");
      setAt(it, "/boats post summary", "Add a ship");
      const list = objectAt(it, "paths", "/boats", "get");
      (list["parameters"] as Json[]).reverse();
      const schemes = objectAt(it, "components", "securitySchemes");
      schemes["token"] = schemes["bearer"] ?? null;
      setAt(it, "security", [{ token: [] }]);
      const paths = Object.entries(objectAt(it, "paths")).reverse();
      it["paths"] = Object.fromEntries(paths);
    });
    expect(lines).toEqual([]);
  });

  test("reports only the name of a schema with another name, and nothing for a schema that is written inline", () => {
    const renamed = JSON.parse(
      JSON.stringify(fixture).replaceAll(
        /(?<=schemas\/|")Mooring(?=")/g,
        "Berth",
      ),
    ) as JsonObject;
    expect(schema(renamed, "Berth")).toBeDefined();
    expect(linesAfter((it) => Object.assign(it, renamed))).toEqual([
      "breaking: the type `Mooring` is now called `Berth`",
    ]);
    const inlined = linesAfter((it) => {
      schema(it, "Boat", "properties")["engine"] = schema(it, "Engine");
    });
    expect(inlined).toEqual([]);
  });

  test("compares a document that the generator does not accept", () => {
    const lines = linesAfter((it) => {
      setAt(it, "/boats get operationId", undefined);
      setAt(it, "Boat unknown", true);
      setAt(it, "Boat properties length", undefined);
    });
    expect(lines).toEqual(["breaking: `Boat.length` was removed"]);
  });
});
