import { describe, expect, test } from "vitest";
import { compareOpenapi } from "../../src/diff/compare.js";
import type { SurfaceRules } from "../../src/document/surface-rules.js";

/** What a row changes in the document of one operation, `ships.create` or `ships.list`. */
interface Parts {
  readonly body?: object;
  readonly answer?: object;
  readonly status?: string;
  readonly openapi?: string;
}

const TEXT = { type: "string" };

function document({ body, answer, status = "200", openapi = "3.1.0" }: Parts) {
  const content = (schema: object) => ({ "application/json": { schema } });
  const [method, operationId] = body
    ? ["post", "CreateShip"]
    : ["get", "ListShips"];
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
const list = (others: object = {}) =>
  object({ ships: { type: "array", items: object({ id: TEXT }) }, ...others });

describe("the comparer of OpenAPI documents reports", () => {
  test.each<[line: string, before: Parts, after: Parts]>([
    [
      "breaking: `ships.create` now requires `image`",
      { body: parts("name") },
      { body: parts("name", "image") },
    ],
    [
      "compatible: `ships.create` no longer requires `image`",
      { body: parts("name", "image") },
      { body: parts("name") },
    ],
    [
      "compatible: `ships.list().image` is now always present",
      { answer: parts("name") },
      { answer: parts("name", "image") },
    ],
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

  test("a new member beside a list that a rule names, and not another type of the function", () => {
    const rules: SurfaceRules = { lists: { "GET /ships": "ships" } };
    const [one, two] = [{ answer: list() }, { answer: list({ total: TEXT }) }];
    for (const lists of [rules, {}])
      expect(linesBetween(one, two, lists)).toEqual([
        "new: `ships.list().total` is new",
      ]);
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
