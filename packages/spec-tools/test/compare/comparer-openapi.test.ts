import { beforeAll, describe, expect, test } from "vitest";
import { compareOpenapi } from "../../src/diff/compare.js";
import type { Change } from "../../src/compare/change.js";
import {
  mutate,
  readFixture,
  sourceOf,
  type Fixture,
} from "./corpus/fixture.js";
import {
  listAt,
  objectAt,
  type Json,
  type JsonObject,
} from "./corpus/mutation.js";

const schema = (document: JsonObject, ...path: string[]) =>
  objectAt(document, "components", "schemas", ...path);
const operation = (document: JsonObject, path: string, method: string) =>
  objectAt(document, "paths", path, method);

describe("the comparer of OpenAPI documents", () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await readFixture();
  });

  const linesAfter = (apply: (document: JsonObject) => void) => {
    const after = sourceOf("after", mutate(fixture, { apply }));
    return compareOpenapi("rest", fixture.source, after).map(
      ({ verdict, line }) => `${verdict}: ${line}`,
    );
  };

  test.each<[line: string, apply: (document: JsonObject) => void]>([
    [
      "breaking: `boats.create` now requires `length`",
      (it) => listAt(schema(it, "BoatCreateInput"), "required").push("length"),
    ],
    [
      "compatible: `boats.create` no longer requires `berths`",
      (it) => listAt(schema(it, "BoatCreateInput"), "required").pop(),
    ],
    [
      "breaking: `boats.list` no longer accepts `harbor`",
      (it) => parameters(it, "/boats", "get").splice(2, 1),
    ],
    [
      "breaking: `boats.list` no longer accepts `header X-Trace`",
      (it) => parameters(it, "/boats", "get").pop(),
    ],
    [
      "breaking: `limit` of `boats.list` is now serialized as `style pipeDelimited`",
      (it) => {
        const parameter = parameters(it, "/boats", "get")[3] as JsonObject;
        parameter["style"] = "pipeDelimited";
      },
    ],
    [
      "breaking: `Boat.length` is now a string",
      (it) => {
        schema(it, "Boat", "properties", "length")["type"] = "string";
      },
    ],
    [
      "breaking: `Boat.name` may now be missing",
      (it) => delete schema(it, "Boat")["required"],
    ],
    [
      "compatible: `Boat.berths` is now always present",
      (it) => listAt(schema(it, "Boat"), "required").push("berths"),
    ],
    [
      "breaking: `boats.update` no longer accepts `berths`",
      (it) => delete schema(it, "BoatUpdateInput", "properties")["berths"],
    ],
    [
      "breaking: `EngineInput` no longer accepts `power`",
      (it) => delete schema(it, "EngineInput", "properties")["power"],
    ],
    [
      "breaking: `boats.update` now requires `dryRun`, only as `POST /boats/{boatId}/update`",
      (it) =>
        parameters(it, "/boats/{boatId}/update", "post").push({
          name: "dryRun",
          in: "query",
          required: true,
          schema: { type: "boolean" },
        }),
    ],
    [
      "new: `boats.launch` now accepts `depth`",
      (it) =>
        parameters(it, "/boats/{boatId}/launch", "post").push({
          name: "depth",
          in: "query",
          schema: { type: "number" },
        }),
    ],
    [
      "breaking: `boats.launch` was removed",
      (it) => delete objectAt(it, "paths")["/boats/{boatId}/launch"],
    ],
    [
      "breaking: `boats.launch` is skipped now: the generator supports no cookies",
      (it) => {
        delete objectAt(it, "paths")["/boats/{boatId}/launch"];
        it["x-skipped"] = {
          "POST /boats/{boatId}/launch": "the generator supports no cookies",
        };
      },
    ],
    [
      "new: `GET /rafts` is new, and skipped: the generator supports no cookies",
      (it) => {
        it["x-skipped"] = {
          "GET /rafts": "the generator supports no cookies.",
        };
      },
    ],
    [
      "breaking: `boats.launch` is now `POST /boats/{boatId}/float`, was `POST /boats/{boatId}/launch`",
      (it) => {
        const paths = objectAt(it, "paths");
        paths["/boats/{boatId}/float"] = paths["/boats/{boatId}/launch"] ?? {};
        delete paths["/boats/{boatId}/launch"];
      },
    ],
    [
      "deprecated: `boats.get` is deprecated",
      (it) => {
        operation(it, "/boats/{boatId}", "get")["deprecated"] = true;
      },
    ],
    [
      "deprecated: `Boat.length` is deprecated",
      (it) => {
        schema(it, "Boat", "properties", "length")["deprecated"] = true;
      },
    ],
    [
      "new: `Boat.state` now lists `SUNK`",
      (it) =>
        listAt(schema(it, "Boat", "properties", "state"), "enum").push("SUNK"),
    ],
    [
      "compatible: `Boat.state` no longer lists `DOCKED`: comparisons with it never match again",
      (it) => listAt(schema(it, "Boat", "properties", "state"), "enum").pop(),
    ],
    [
      "new: `kind` of `boats.create` now accepts `RAFT`",
      (it) =>
        listAt(
          schema(it, "BoatCreateInput", "properties", "kind"),
          "enum",
        ).push("RAFT"),
    ],
    [
      "breaking: `kind` of `boats.create` no longer accepts `ROW`",
      (it) =>
        listAt(
          schema(it, "BoatCreateInput", "properties", "kind"),
          "enum",
        ).pop(),
    ],
    [
      "breaking: `harbor` of `boats.create` is now limited to listed values",
      (it) => {
        schema(it, "BoatCreateInput", "properties", "harbor")["enum"] = ["A"];
      },
    ],
    [
      "breaking: `POST /boats/{boatId}/launch` of `rest` is now `POST /boats/{id}/launch`",
      (it) => {
        const paths = objectAt(it, "paths");
        const text = JSON.stringify(paths["/boats/{boatId}/launch"]);
        delete paths["/boats/{boatId}/launch"];
        paths["/boats/{id}/launch"] = JSON.parse(
          text.replace("parameters/BoatId", "parameters/Id"),
        ) as Json;
        objectAt(it, "components", "parameters")["Id"] = {
          ...objectAt(it, "components", "parameters", "BoatId"),
          name: "id",
        };
      },
    ],
    [
      "breaking: `boats.get` no longer returns a body",
      (it) => delete response(it, "/boats/{boatId}", "get", "200")["content"],
    ],
    [
      "new: `boats.launch` now returns a body",
      (it) => {
        const content = {
          "application/json": { schema: { $ref: "#/components/schemas/Boat" } },
        };
        response(it, "/boats/{boatId}/launch", "post", "200")["content"] =
          content;
      },
    ],
    [
      "breaking: `boats.list` no longer returns `text/csv`",
      (it) =>
        delete objectAt(response(it, "/boats", "get", "200"), "content")[
          "text/csv"
        ],
    ],
    [
      "breaking: `crews.assign` now requires a body",
      (it) => {
        objectAt(
          operation(it, "/boats/{boatId}/crew/{crewId}", "put"),
          "requestBody",
        )["required"] = true;
      },
    ],
    [
      "breaking: `Boat.name` may now be null",
      (it) => {
        schema(it, "Boat", "properties", "name")["nullable"] = true;
      },
    ],
    [
      "compatible: `Boat.harbor` may no longer be null",
      (it) => delete schema(it, "Boat", "properties", "harbor")["nullable"],
    ],
    [
      "breaking: `Boat.labels` no longer has additional fields",
      (it) =>
        delete schema(it, "Boat", "properties", "labels")[
          "additionalProperties"
        ],
    ],
    [
      "breaking: `maximum` of `days` of `crews.assign` is now `7`, was `30`",
      (it) => {
        schema(it, "Assignment", "properties", "days")["maximum"] = 7;
      },
    ],
    [
      "compatible: `name` of `boats.create` no longer has a `maxLength`",
      (it) =>
        delete schema(it, "BoatCreateInput", "properties", "name")["maxLength"],
    ],
    [
      "breaking: `boats.get` is now called `boats.find`",
      (it) => {
        operation(it, "/boats/{boatId}", "get")["operationId"] = "FindBoat";
      },
    ],
    [
      "breaking: the API no longer accepts authentication by `http bearer`",
      (it) => {
        it["security"] = [{ bearer: [], key: [] }];
      },
    ],
    [
      "breaking: the address of the service is now `/v2`, was `/v1`",
      (it) => {
        objectAt(it, "servers", 0)["url"] = "/v2";
      },
    ],
    [
      "breaking: `boats.get` now accepts `header X-Trace`, which moves the options of a call",
      (it) => {
        operation(it, "/boats/{boatId}", "get")["parameters"] = [
          { name: "X-Trace", in: "header", schema: { type: "string" } },
        ];
      },
    ],
    [
      "new: `boats.list` now accepts `header X-Other`",
      (it) =>
        parameters(it, "/boats", "get").push({
          name: "X-Other",
          in: "header",
          schema: { type: "string" },
        }),
    ],
    [
      'compatible: the default of `name` of `boats.create` is now `"Ann"`',
      (it) => {
        schema(it, "BoatCreateInput", "properties", "name")["default"] = "Ann";
      },
    ],
    [
      "breaking: the body of `boats.create` no longer accepts fields that its schema does not list",
      (it) => {
        schema(it, "BoatCreateInput")["additionalProperties"] = false;
      },
    ],
    [
      "breaking: `boats.create` no longer accepts `name`",
      (it) => {
        schema(it, "BoatCreateInput", "properties", "name")["readOnly"] = true;
      },
    ],
    [
      "breaking: `Boat.name` is now write-only",
      (it) => {
        schema(it, "Boat", "properties", "name")["writeOnly"] = true;
      },
    ],
    [
      "breaking: `crews.list` now requires authentication by `http bearer`",
      (it) => delete operation(it, "/crews", "get")["security"],
    ],
  ])("reports %s", (line, apply) => {
    expect(linesAfter(apply)).toEqual([line]);
  });

  test.each<
    [
      expected: Partial<Change>,
      what: string,
      apply: (document: JsonObject) => void,
    ]
  >([
    [
      {
        kind: "parameter removed",
        operation: "boats.list",
        routes: ["GET /boats"],
        before: "string",
      },
      "a parameter",
      (it) => parameters(it, "/boats", "get").splice(2, 1),
    ],
    [
      {
        kind: "request field now required",
        operation: "boats.create",
        before: "optional",
        after: "required",
      },
      "a field of a request",
      (it) => listAt(schema(it, "BoatCreateInput"), "required").push("length"),
    ],
    [
      {
        kind: "request maximum changed",
        operation: "crews.assign",
        before: 30,
        after: 7,
      },
      "a limit",
      (it) => {
        schema(it, "Assignment", "properties", "days")["maximum"] = 7;
      },
    ],
    [
      {
        kind: "response type changed",
        operation: "boats.list",
        before: "number",
        after: "string",
      },
      "a field of a schema that several operations return",
      (it) => {
        schema(it, "Boat", "properties", "length")["type"] = "string";
      },
    ],
  ])("says %o for %s", (expected, _, apply) => {
    const after = sourceOf("after", mutate(fixture, { apply }));
    const changes = compareOpenapi("rest", fixture.source, after);
    expect(changes).toMatchObject([expected]);
  });

  test("names every route that a change of a shared schema concerns", () => {
    const after = mutate(fixture, {
      apply: (it) => delete schema(it, "Boat", "properties")["length"],
    });
    const [change] = compareOpenapi(
      "rest",
      fixture.source,
      sourceOf("after", after),
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

    test("reports another limit", () => {
      const now = document(
        "3.1.0",
        { type: "integer", exclusiveMinimum: 1 },
        { type: ["string", "null"], enum: ["IN", "OUT", null] },
      );
      expect(changesOf(old, now)).toEqual([
        "breaking: `exclusiveMinimum` of `count` of `boats.create` is now `1`, was `0`",
      ]);
    });
  });

  test("reports an answer that may have no body, and one that always has a body again", () => {
    const empty = mutate(fixture, {
      apply: (it) => {
        const { responses } = operation(it, "/boats/{boatId}", "get");
        Object.assign(responses as object, {
          "204": { description: "There is no such boat." },
        });
      },
    });
    expect(linesAfter((it) => Object.assign(it, empty))).toEqual([
      "breaking: `boats.get` may now return no body",
    ]);
    const back = compareOpenapi(
      "rest",
      sourceOf("before", empty),
      fixture.source,
    );
    expect(back).toMatchObject([
      {
        verdict: "compatible",
        line: "`boats.get` now always returns a body",
        kind: "response body now required",
        before: "optional",
        after: "required",
      },
    ]);
  });

  test("reports what a further status of a success returns", () => {
    const accepted = (it: JsonObject, schema: JsonObject) => {
      const { responses } = operation(it, "/boats/{boatId}", "get");
      Object.assign(responses as object, {
        "202": {
          description: "The boat is being built.",
          content: { "application/json": { schema } },
        },
      });
    };
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

  test("reports nothing for a list of known values that any string replaces", () => {
    const lines = linesAfter((it) => {
      delete schema(it, "Boat", "properties", "state")["enum"];
    });
    expect(lines).toEqual([]);
  });

  test("reports nothing for other words, another host, other error statuses and another order", () => {
    const lines = linesAfter((it) => {
      delete objectAt(operation(it, "/boats", "get"), "responses")["401"];
      objectAt(it, "servers", 0)["url"] = "https://harbor.example/v1/";
      objectAt(it, "info")["title"] = "Ships";
      schema(it, "Boat")["description"] = "A ship.";
      operation(it, "/boats", "post")["summary"] = "Add a ship";
      parameters(it, "/boats", "get").reverse();
      const paths = Object.entries(objectAt(it, "paths")).reverse();
      it["paths"] = Object.fromEntries(paths);
    });
    expect(lines).toEqual([]);
  });

  test("reports only the name of a schema with another name, and nothing for a schema that is written inline", () => {
    const renamed = JSON.parse(
      fixture.source.text.replaceAll(/(?<=schemas\/|")Mooring(?=")/g, "Berth"),
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

  test("names the reference that points to nothing, as one whose last letter is missing", () => {
    const text = fixture.source.text.replaceAll(
      "#/components/schemas/Mooring",
      "#/components/schemas/Moorin",
    );
    const compare = () =>
      compareOpenapi("rest", fixture.source, { name: "new.yaml", text });
    expect(compare).toThrow(
      "new.yaml: the reference #/components/schemas/Moorin points to nothing",
    );
  });

  test("compares a document that the generator does not accept", () => {
    const lines = linesAfter((it) => {
      delete operation(it, "/boats", "get")["operationId"];
      schema(it, "Boat")["x-internal"] = true;
      schema(it, "Boat")["unknown"] = true;
      delete schema(it, "Boat", "properties")["length"];
    });
    expect(lines).toEqual(["breaking: `Boat.length` was removed"]);
  });
});

function parameters(document: JsonObject, path: string, method: string) {
  return listAt(operation(document, path, method), "parameters");
}

function response(
  document: JsonObject,
  path: string,
  method: string,
  status: string,
) {
  return objectAt(operation(document, path, method), "responses", status);
}
