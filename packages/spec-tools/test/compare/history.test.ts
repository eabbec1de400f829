import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.js";
import { compareOpenapi } from "../../src/diff/compare.js";
import type { SurfaceRules } from "../../src/document/surface-rules.js";

// Steps that the published documents have taken, as small differences in our own words, each judged by hand.

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const string = { type: "string" };
const integer = { type: "integer" };
const one = (...values: string[]) => ({ type: "string", enum: values });

interface Call {
  readonly body?: JsonObject;
  readonly query?: JsonObject;
  readonly returns?: JsonObject;
  readonly events?: JsonObject;
}

/** A document of version 2 with these calls, by route. */
function documentOf(
  calls: Readonly<Record<string, Call>>,
  schemas: JsonObject = {},
): string {
  const paths: Record<string, JsonObject> = {};
  for (const [route, { body, query = {}, returns, events }] of Object.entries(
    calls,
  )) {
    const [method = "", path = ""] = route.split(" ");
    const [, tag = ""] = path.split("/");
    const content = {
      ...(returns && { "application/json": { schema: returns } }),
      ...(events && { "text/event-stream": { schema: events } }),
    };
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: idOf(method, path),
        tags: [tag],
        parameters: Object.entries(query).map(([name, schema]): JsonObject => ({
          name,
          in: "query",
          schema,
        })),
        ...(body && {
          requestBody: {
            required: true,
            content: { "application/json": { schema: body } },
          },
        }),
        responses: { 200: { description: "Done.", content } },
      },
    };
  }
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths,
    components: { schemas },
  });
}

/** `PostPods` as `CreatePods`: the name of a call follows from the verb. */
function idOf(method: string, path: string): string {
  const [, tag = "", id, action] = path.split("/");
  const verb = action ?? (method === "GET" && id ? "Get" : VERBS[method]);
  return `${verb ?? ""} ${tag}`;
}

const VERBS: Readonly<Record<string, string>> = {
  GET: "List",
  POST: "Create",
  PATCH: "Update",
};

function changes(
  before: string,
  after: string,
  rules: SurfaceRules = {},
): string[] {
  return compareOpenapi(
    "v2",
    { name: "before", text: before, rules },
    { name: "after", text: after, rules },
  ).map(({ verdict, line }) => `${verdict}: ${line}`);
}

/** The changes from one request body to another. */
const inBody = (before: JsonObject, after: JsonObject) =>
  changes(
    documentOf({ "POST /pods": { body: before } }),
    documentOf({ "POST /pods": { body: after } }),
  );

/** The changes from one response to another. */
const inResponse = (before: JsonObject, after: JsonObject) =>
  changes(
    documentOf({ "GET /pods": { returns: before } }),
    documentOf({ "GET /pods": { returns: after } }),
  );

describe("the comparer, given a step of the published documents,", () => {
  test("version 2, from July to August: judges a body that becomes one of two narrower objects by what no longer fits", () => {
    const wide = object({ type: string, value: integer, idle: integer });
    const narrow = (type: string, member: string) =>
      object(
        { type: one(type), [member]: integer },
        { required: ["type", member], additionalProperties: false },
      );
    const scaling = (schema: JsonObject) => object({ scaling: schema });
    const found = inBody(
      scaling(wide),
      scaling({ oneOf: [narrow("queue", "value"), narrow("load", "idle")] }),
    );
    expect(found.filter((line) => line.startsWith("breaking")).sort()).toEqual([
      "breaking: `scaling.type` of `v2.pods.create` is now limited to listed values",
      "breaking: `scaling` of `v2.pods.create` must now be one of 2 alternatives",
      "breaking: `scaling` of `v2.pods.create` no longer accepts fields that its schema does not list",
      "breaking: `v2.pods.create` now requires `scaling.type`",
    ]);
  });

  test("version 2, from July to August: sees that values of a response were replaced when a request lists them too", () => {
    const type = (...values: string[]) => ({ Type: one(...values) });
    const pods = { "GET /pods": { returns: object({ type: ref("Type") }) } };
    const found = changes(
      documentOf(pods, type("QUEUE_BASED", "LOAD_BALANCING")),
      documentOf(
        {
          ...pods,
          "POST /things": {
            body: object({ type: ref("Type") }),
            returns: string,
          },
        },
        type("QUEUE", "LOAD_BALANCER"),
      ),
    );
    expect(found).toContain("breaking: `Type` no longer lists `QUEUE_BASED`");
    expect(found).toContain("breaking: `Type` now lists `QUEUE`");
  });

  test("version 2, in July: reads the data of events", () => {
    const logs = (events: JsonObject) =>
      documentOf({ "GET /pods/{id}/logs": { events } });
    expect(changes(logs(object({ line: string })), logs(string))).toEqual([
      "breaking: `v2.pods.logs()` is now a string",
    ]);
  });

  test("version 0.1.0, from October to December: names only the call whose record was replaced", () => {
    const lists = (volumes: string) => ({
      "GET /pods": { returns: { type: "array", items: ref("Record") } },
      "GET /endpoints": { returns: { type: "array", items: ref("Record") } },
      "GET /volumes": { returns: { type: "array", items: ref(volumes) } },
    });
    const schemas = {
      Record: object({ podId: string, amount: integer }),
      VolumeRecord: object({ amount: integer }),
    };
    const found = changes(
      documentOf(lists("Record"), { Record: schemas.Record }),
      documentOf(lists("VolumeRecord"), schemas),
    );
    expect(found).toEqual([
      "breaking: `v2.volumes.list()[].podId` was removed",
    ]);
  });

  test("version 2, in August: names only the update in which a member became optional", () => {
    const calls = (update: string) => ({
      "POST /pods": { body: object({ auth: ref("Auth") }) },
      "PATCH /pods/{id}": { body: object({ auth: ref(update) }) },
    });
    const auth = (required: string[]) => object({ user: string }, { required });
    const schemas = { Auth: auth(["user"]), AuthUpdate: auth([]) };
    const found = changes(
      documentOf(calls("Auth"), { Auth: schemas.Auth }),
      documentOf(calls("AuthUpdate"), schemas),
    );
    expect(found).toEqual([
      "compatible: `v2.pods.update` no longer requires `auth.user`",
    ]);
  });

  test("version 2, in August: says that a list comes in pages, of which a program that awaits it sees the first only", () => {
    const pods = { type: "array", items: ref("Pod") };
    const pagination = object({ nextCursor: string });
    const schemas = { Pod: object({ id: string }) };
    const found = changes(
      documentOf({ "GET /pods": { returns: object({ pods }) } }, schemas),
      documentOf(
        {
          "GET /pods": {
            query: { cursor: string },
            returns: object({ pods, pagination }),
          },
        },
        schemas,
      ),
      { lists: { "GET /pods": "pods" } },
    );
    expect(found).toContain(
      "breaking: `v2.pods.list` now returns `PagedList<Pod>`, was `Promise<Pod[]>`",
    );
  });

  test("version 2, in July: sees that a use of a schema permits no other member", () => {
    const schemas = { Pod: object({ name: string }) };
    const body = (more: JsonObject) =>
      documentOf(
        { "POST /pods": { body: { allOf: [ref("Pod")], ...more } } },
        schemas,
      );
    expect(changes(body({}), body({ unevaluatedProperties: false }))).toEqual([
      "breaking: the body of `v2.pods.create` no longer accepts fields that its schema does not list",
    ]);
  });

  test("version 2, in August: sees a condition between members", () => {
    const pod = object({ gpu: string, count: integer });
    const dependentRequired = { gpu: ["count"] };
    const strict = { ...pod, dependentRequired };
    const line =
      "the body of `v2.pods.create` now has the condition `dependentRequired`";
    expect(inBody(pod, strict)).toEqual([`breaking: ${line}`]);
    expect(inBody(strict, pod)).toEqual([
      "compatible: the body of `v2.pods.create` no longer has the condition `dependentRequired`",
    ]);
    expect(inBody(strict, { ...pod, if: {}, dependentRequired })).toEqual([
      "breaking: the body of `v2.pods.create` now has the condition `if`",
    ]);
  });

  test("version 0.1.0, in February: sees a value in one place of a named list that other places had before", () => {
    const rules = { open: { GpuId: ["gpuIds", "gpuId"] } };
    const lists = (...values: string[]) =>
      documentOf({
        "GET /pods": {
          query: { gpuId: one("A", "B") },
          returns: object({}),
        },
        "POST /pods": {
          body: object({ gpuIds: { type: "array", items: one(...values) } }),
        },
      });
    expect(changes(lists("A"), lists("A", "B"), rules)).toEqual([
      "new: `gpuIds[]` of `v2.pods.create` now lists `B`",
    ]);
    expect(changes(lists("A"), lists("A", "C"), rules)).toEqual([
      "new: `GpuId` now lists `C`",
    ]);
  });
});

describe("the comparer of alternatives", () => {
  const a = object({ a: string }, { required: ["a"] });
  const b = object({ b: string }, { required: ["b"] });
  const wider = object({ a: string, more: string }, { required: ["a"] });

  test("asks of a request whether what was sent before still fits", () => {
    expect(inBody(a, { anyOf: [b, wider] })).toEqual([
      "new: `v2.pods.create` now accepts `more`",
      "compatible: the body of `v2.pods.create` now has more alternatives",
    ]);
    expect(inBody({ anyOf: [a, b] }, a)).toEqual([
      "breaking: the body of `v2.pods.create` now has fewer alternatives",
    ]);
    expect(
      inBody({ anyOf: [string, integer] }, { anyOf: [integer, b] }),
    ).toEqual([
      "breaking: the body of `v2.pods.create` now has fewer alternatives",
      "compatible: the body of `v2.pods.create` now has more alternatives",
    ]);
  });

  test("asks of a response whether what arrives was possible before", () => {
    expect(inResponse({ anyOf: [a, b] }, wider)).toEqual([
      "new: `v2.pods.list().more` is new",
      "compatible: `v2.pods.list()` now has fewer alternatives",
    ]);
    expect(inResponse(a, { anyOf: [a, b] })).toEqual([
      "breaking: `v2.pods.list()` now has more alternatives",
    ]);
  });

  test("ends at alternatives that refer to each other", () => {
    const schemas = (type: string): JsonObject => ({
      Tree: { anyOf: [{ type }, { type: "array", items: ref("Tree") }] },
    });
    const calls = { "GET /trees": { returns: ref("Tree") } };
    expect(
      changes(
        documentOf(calls, schemas("string")),
        documentOf(calls, schemas("integer")),
      ),
    ).toEqual([
      "breaking: `Tree` now has more alternatives",
      "compatible: `Tree` now has fewer alternatives",
    ]);
  });
});

describe("a report of changes", () => {
  test("names the new name of a type that every place refers to", () => {
    const calls = (name: string) => ({
      "GET /pods": { returns: ref(name) },
      "POST /pods": { body: object({ name: string }), returns: ref(name) },
    });
    const pod = object({ id: string, name: string });
    expect(
      changes(
        documentOf(calls("Pod"), { Pod: pod }),
        documentOf(calls("PodRecord"), { PodRecord: pod }),
      ),
    ).toEqual(["breaking: the type `v2.Pod` is now called `v2.PodRecord`"]);
  });

  test("shows in one line a value that requests and responses of one schema lose", () => {
    const pods = (...values: string[]) =>
      documentOf(
        { "POST /pods": { body: ref("Pod"), returns: ref("Pod") } },
        { Pod: object({ kind: ref("Kind") }), Kind: one(...values) },
      );
    expect(changes(pods("SPOT", "OWN"), pods("OWN"))).toEqual([
      "breaking: `Kind` no longer accepts or returns `SPOT`",
    ]);
    const open = { open: { Kind: ["kind"] } };
    expect(changes(pods("SPOT", "OWN"), pods("OWN"), open)).toEqual([
      "compatible: `Kind` no longer lists `SPOT`: comparisons with it never match again",
    ]);
  });

  test("says that a long default has changed", () => {
    const list = (...values: string[]) =>
      object({ gpus: { type: "array", items: string, default: values } });
    const many = Array.from({ length: 30 }, (_, index) => `GPU ${index}`);
    const [, ...rest] = many;
    expect(inBody(list(...many), list(...rest, "New"))).toEqual([
      "breaking: the default of `gpus` of `v2.pods.create` has changed",
    ]);
  });

  test("shows each change of a value whose type changed too", () => {
    const both = { type: ["string", "integer"], enum: ["a", 1] };
    const found = inBody(object({ size: both }), object({ size: one("b") }));
    expect(found.sort()).toEqual([
      "breaking: `size` of `v2.pods.create` is now a string",
      "breaking: `size` of `v2.pods.create` no longer accepts `1`",
      "breaking: `size` of `v2.pods.create` no longer accepts `a`",
      "new: `size` of `v2.pods.create` now accepts `b`",
    ]);
  });

  const closed = (schema: Json) => object({ list: schema });
  test.each<
    [name: string, before: JsonObject, after: JsonObject, line: string]
  >([
    [
      "the schema of the items of a list that had any",
      closed({ type: "array" }),
      closed({ type: "array", items: integer }),
      "`list[]` of `v2.pods.create` is now an integer",
    ],
    [
      "a member that is required and not described",
      closed({ type: "object" }),
      closed({ type: "object", required: ["name"] }),
      "`v2.pods.create` now requires `list.name`",
    ],
  ])("names %s", (_, before, after, line) => {
    expect(inBody(before, after)).toContain(`breaking: ${line}`);
  });
});
