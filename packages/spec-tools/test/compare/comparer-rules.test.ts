import { describe, expect, test } from "vitest";
import { compareOpenapi } from "../../src/diff/compare.js";
import type { SurfaceRules } from "../../src/document/surface-rules.js";

/** What a row changes in the document of one operation, `ships.create` or `ships.list`. */
interface Parts {
  readonly body?: object;
  readonly answer?: object;
  readonly status?: string;
  readonly openapi?: string;
  readonly schemas?: object;
}

const TEXT = { type: "string" };

function document({
  body,
  answer,
  status = "200",
  openapi = "3.1.0",
  schemas = {},
}: Parts) {
  const content = (schema: object) => ({ "application/json": { schema } });
  // An id of several words is one of the mistakes that the comparison mends.
  const [method, operationId] = body
    ? ["post", "create ship"]
    : ["get", "list ships"];
  return {
    openapi,
    info: { title: "Ships", version: "1" },
    paths: {
      "/ships": {
        [method]: {
          operationId,
          tags: ["ships"],
          ...(body && { requestBody: { content: content(body) } }),
          responses: {
            [status]: {
              description: "It.",
              ...(answer && { content: content(answer) }),
            },
          },
        },
      },
    },
    components: { schemas },
  };
}

function linesBetween(
  before: Parts,
  after: Parts,
  rules: SurfaceRules = {},
): string[] {
  const [old, now] = [before, after].map((parts, index) => ({
    name: `document ${index + 1}`,
    text: JSON.stringify(document(parts)),
    rules,
  }));
  if (!old || !now) return [];
  return compareOpenapi("rest", old, now).map(
    ({ verdict, line }) => `${verdict}: ${line}`,
  );
}

const object = (properties: object, others: object = {}) => ({
  type: "object",
  properties,
  ...others,
});
const parts = (...required: string[]) => ({
  allOf: [object({ name: TEXT, image: TEXT }), { required }],
});
const limit = (byDefault?: unknown) =>
  object({ limit: { type: "integer", default: byDefault } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const one = (...values: string[]) => ({ ...TEXT, enum: values });
const INTEGER = { type: "integer" };
const A = object({ a: TEXT }, { required: ["a"] });
const B = object({ b: TEXT }, { required: ["b"] });
/** What is `A` too, and has one member more. */
const A_AND_MORE = object({ a: TEXT, more: TEXT }, { required: ["a"] });
const narrow = (type: string, member: string) =>
  object(
    { type: one(type), [member]: INTEGER },
    { required: ["type", member], additionalProperties: false },
  );
const ofList = (list: object) => ({ body: object({ list }) });
const trees = (type: string) => ({
  answer: ref("Tree"),
  schemas: {
    Tree: { anyOf: [{ type }, { type: "array", items: ref("Tree") }] },
  },
});
/** A schema that is sent and received, with a member of listed values. */
const kinds = (...values: string[]) => ({
  body: ref("Ship"),
  answer: ref("Ship"),
  schemas: { Ship: object({ kind: ref("Kind") }), Kind: one(...values) },
});
const conditional = (...conditions: string[]) => ({
  body: object(
    { gpu: TEXT, count: INTEGER },
    Object.fromEntries(
      conditions.map((name) => [name, name === "if" ? {} : { gpu: ["count"] }]),
    ),
  ),
});
const MANY = Array.from({ length: 30 }, (_, index) => `GPU ${index}`);
const ofDefault = (...values: string[]) =>
  ofList({ type: "array", items: TEXT, default: values });
const list = (others: object = {}) =>
  object({ ships: { type: "array", items: object({ id: TEXT }) }, ...others });

describe("the comparer of OpenAPI documents reports", () => {
  test.each<[line: string, before: Parts, after: Parts]>([
    [
      "breaking: the default of `limit` of `ships.create` is now `20`, was `10`",
      { body: limit(10) },
      { body: limit(20) },
    ],
    [
      "breaking: `limit` of `ships.create` no longer has the default `10`",
      { body: limit(10) },
      { body: limit() },
    ],
    [
      "compatible: the default of `limit` of `ships.create` is now `10`",
      { body: limit() },
      { body: limit(10) },
    ],
    [
      "compatible: the body of `ships.create` now accepts fields that its schema does not list",
      { body: object({ name: TEXT }, { additionalProperties: false }) },
      { body: object({ name: TEXT }) },
    ],
    [
      "new: `ships.create` now accepts `name`",
      { body: object({ name: { ...TEXT, readOnly: true } }) },
      { body: object({ name: TEXT }) },
    ],
    [
      "breaking: `ships.create` now answers a success with 202, was 201",
      { body: object({ name: TEXT }), status: "201", answer: TEXT },
      { body: object({ name: TEXT }), status: "202", answer: TEXT },
    ],
    [
      "compatible: `ships.create` now answers a success with 201, was 200",
      { body: object({ name: TEXT }), status: "200", answer: TEXT },
      { body: object({ name: TEXT }), status: "201", answer: TEXT },
    ],
  ])("%s", (line, before, after) => {
    expect(linesBetween(before, after)).toEqual([line]);
  });

  test.each<[lines: string[], before: Parts, after: Parts]>([
    [
      [
        "breaking: the body of `ships.create` now has the condition `dependentRequired`",
      ],
      conditional(),
      conditional("dependentRequired"),
    ],
    [
      [
        "compatible: the body of `ships.create` no longer has the condition `dependentRequired`",
      ],
      conditional("dependentRequired"),
      conditional(),
    ],
    [
      ["breaking: the body of `ships.create` now has the condition `if`"],
      conditional("dependentRequired"),
      conditional("dependentRequired", "if"),
    ],
    [
      [
        "breaking: the body of `ships.create` no longer accepts fields that its schema does not list",
      ],
      { body: { allOf: [ref("Ship")] }, schemas: { Ship: A } },
      {
        body: { allOf: [ref("Ship")], unevaluatedProperties: false },
        schemas: { Ship: A },
      },
    ],
    [
      ["breaking: `list[]` of `ships.create` is now an integer"],
      ofList({ type: "array" }),
      ofList({ type: "array", items: INTEGER }),
    ],
    [
      ["breaking: `ships.create` now requires `list.name`"],
      ofList({ type: "object" }),
      ofList({ type: "object", required: ["name"] }),
    ],
    [
      ["breaking: the default of `list` of `ships.create` has changed"],
      ofDefault(...MANY),
      ofDefault(...MANY.slice(1), "New"),
    ],
    [
      ["breaking: `Kind` no longer accepts or returns `SPOT`"],
      kinds("SPOT", "OWN"),
      kinds("OWN"),
    ],
    [
      [
        "breaking: `list` of `ships.create` is now a string",
        "breaking: `list` of `ships.create` no longer accepts `a`",
        "breaking: `list` of `ships.create` no longer accepts `1`",
        "new: `list` of `ships.create` now accepts `b`",
      ],
      ofList({ type: ["string", "integer"], enum: ["a", 1] }),
      ofList(one("b")),
    ],
    [
      [
        "new: `ships.create` now accepts `more`",
        "compatible: the body of `ships.create` now has more alternatives",
      ],
      { body: A },
      { body: { anyOf: [B, A_AND_MORE] } },
    ],
    [
      ["breaking: the body of `ships.create` now has fewer alternatives"],
      { body: { anyOf: [A, B] } },
      { body: A },
    ],
    [
      [
        "breaking: the body of `ships.create` now has fewer alternatives",
        "compatible: the body of `ships.create` now has more alternatives",
      ],
      { body: { anyOf: [TEXT, INTEGER] } },
      { body: { anyOf: [INTEGER, B] } },
    ],
    [
      [
        "new: `ships.list().more` is new",
        "compatible: `ships.list()` now has fewer alternatives",
      ],
      { answer: { anyOf: [A, B] } },
      { answer: A_AND_MORE },
    ],
    [
      [
        "breaking: `ships.create` now requires `list.type`",
        "breaking: `list.type` of `ships.create` is now limited to listed values",
        "breaking: `list` of `ships.create` no longer accepts fields that its schema does not list",
        "breaking: `list` of `ships.create` must now be one of 2 alternatives",
      ],
      ofList(object({ type: TEXT, value: INTEGER, idle: INTEGER })),
      ofList({ oneOf: [narrow("queue", "value"), narrow("load", "idle")] }),
    ],
    [
      ["breaking: `ships.list()` now has more alternatives"],
      { answer: A },
      { answer: { anyOf: [A, B] } },
    ],
    [
      [
        "breaking: `Tree` now has more alternatives",
        "compatible: `Tree` now has fewer alternatives",
      ],
      trees("string"),
      trees("integer"),
    ],
  ])("%j", (lines, before, after) => {
    expect(linesBetween(before, after)).toEqual(lines);
  });

  test("the values of an open enumeration by its name, or by the place that other places had before", () => {
    const rules: SurfaceRules = { open: { GpuId: ["gpuIds", "gpuId"] } };
    const gpus = (...values: string[]) => ({
      body: object({
        gpuId: one("A", "B"),
        gpuIds: { type: "array", items: one(...values) },
      }),
    });
    expect(linesBetween(gpus("A"), gpus("A", "B"), rules)).toEqual([
      "new: `gpuIds[]` of `ships.create` now lists `B`",
    ]);
    expect(linesBetween(gpus("A"), gpus("A", "C"), rules)).toEqual([
      "new: `GpuId` now lists `C`",
    ]);
    const open: SurfaceRules = { open: { Kind: ["kind"] } };
    expect(linesBetween(kinds("SPOT", "OWN"), kinds("OWN"), open)).toEqual([
      "compatible: `Kind` no longer lists `SPOT`: comparisons with it never match again",
    ]);
  });

  test("nothing of an enumeration that responses hold as before, when requests no longer hold it, or hold it too", () => {
    const answer = object({ kind: ref("Kind") });
    const schemas = { Kind: one("SPOT", "OWN") };
    const sent = { body: object({ kind: ref("Kind") }), answer, schemas };
    const received = { body: object({}), answer, schemas };
    expect(linesBetween(sent, received)).toEqual([
      "breaking: `ships.create` no longer accepts `kind`",
    ]);
    expect(linesBetween(received, sent)).toEqual([
      "new: `ships.create` now accepts `kind`",
    ]);
  });

  test("that values of a response were replaced, when a request lists them too from then on", () => {
    const type = (...values: string[]) => ({
      answer: object({ type: ref("Type") }),
      schemas: { Type: one(...values) },
    });
    const before = { ...type("QUEUE_BASED", "LOAD_BALANCING"), body: TEXT };
    const after = { ...type("QUEUE"), body: object({ type: ref("Type") }) };
    const lines = linesBetween(before, after);
    expect(lines).toContain("breaking: `Type` no longer lists `QUEUE_BASED`");
    expect(lines).toContain("breaking: `Type` now lists `QUEUE`");
  });

  test("a new member beside a list that a rule names, and not another type of the function", () => {
    const rules: SurfaceRules = { lists: { "GET /ships": "ships" } };
    const [one, two] = [{ answer: list() }, { answer: list({ total: TEXT }) }];
    for (const lists of [rules, {}])
      expect(linesBetween(one, two, lists)).toEqual([
        "new: `ships.list().total` is new",
      ]);
  });

  test("nothing of a member that a rule adds to a schema, where the other document writes the schema inline", () => {
    const rules: SurfaceRules = { members: { Ship: { dock: "Dock" } } };
    const before = { answer: ref("Ship"), schemas: { Ship: A, Dock: B } };
    expect(linesBetween(before, { answer: A }, rules)).toEqual([]);
  });

  test("nothing where the parts of an allOf are written as one schema, in either version of OpenAPI", () => {
    const whole = object({ name: TEXT, image: TEXT }, { required: ["image"] });
    for (const openapi of ["3.0.3", "3.1.0"])
      expect(
        linesBetween(
          { body: parts("image"), answer: parts("image") },
          { body: whole, answer: whole, openapi },
        ),
      ).toEqual([]);
  });
});
