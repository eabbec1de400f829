import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.js";
import { compareOpenapi } from "../../src/diff/compare.js";
import { proofRuns } from "../../../../test/support/runs.js";

// The verdict of this test is its own: values of one document are validated, by Ajv, against the other document. Where a
// value that a request could hold is refused now, or a response holds a value that was impossible before, the report must
// name a breaking change.

const RUNS = proofRuns(200, 2000);

const MEMBERS = ["a", "b", "c"];

/** Any schema of a small language, with objects that permit no other members. */
const schemas = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<JsonObject>(
      { type: "string" },
      { type: "integer" },
      { type: "number" },
      { type: "boolean" },
      { type: ["string", "null"] },
      { type: "integer", enum: [1, 2] },
      { type: "integer", enum: [2, 3] },
    ),
    tie("schema").map((items): JsonObject => ({ type: "array", items })),
    fc
      .tuple(
        fc.dictionary(fc.constantFrom(...MEMBERS), tie("schema")),
        fc.subarray(MEMBERS),
      )
      .map(([properties, required]): JsonObject => ({
        type: "object",
        properties,
        required: required.filter((name) => Object.hasOwn(properties, name)),
        additionalProperties: false,
      })),
    fc
      .array(tie("schema"), { minLength: 2, maxLength: 3 })
      .map((anyOf): JsonObject => ({ anyOf })),
  ),
})).schema;

/** A mutation of a schema: each kind that may break a caller. */
type Mutation = (schema: JsonObject, other: JsonObject) => JsonObject;

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "another schema": (_, other) => other,
  "one alternative more": (schema, other) => ({ anyOf: [schema, other] }),
  "one alternative less": (schema, other) => {
    const [first = other] = listIn(schema, "anyOf");
    return first;
  },
  "another alternative": (schema, other) => {
    const [first = schema] = listIn(schema, "anyOf");
    return { anyOf: [first, other] };
  },
  "a member less": (schema) => withMembers(schema, ([, ...rest]) => rest),
  "a required member more": (schema, other) => ({
    ...withMembers(schema, (all) => [...all, ["d", other]]),
    required: [...listIn(schema, "required"), "d"] as Json[],
  }),
  "a member replaced": (schema, other) =>
    withMembers(schema, (all) => all.map(([name]) => [name, other])),
  "all members required": (schema) => ({
    ...schema,
    required: Object.keys(membersIn(schema)),
  }),
  "no member required": (schema) => ({ ...schema, required: [] }),
  "null permitted": (schema) => ({ anyOf: [schema, { type: "null" }] }),
  "items replaced": (schema, other) =>
    schema["items"] ? { ...schema, items: other } : schema,
  "a list of it": (schema) => ({ type: "array", items: schema }),
};

function listIn(schema: JsonObject, name: string): JsonObject[] {
  const list = schema[name];
  return Array.isArray(list) ? (list as JsonObject[]) : [];
}

function membersIn({ properties = {} }: JsonObject): JsonObject {
  return properties as JsonObject;
}

function withMembers(
  schema: JsonObject,
  change: (members: [string, Json][]) => [string, Json][],
): JsonObject {
  if (schema["type"] !== "object") return schema;
  const properties = Object.fromEntries(
    change(Object.entries(membersIn(schema))),
  );
  const required = listIn(schema, "required") as unknown as string[];
  return {
    ...schema,
    properties,
    required: required.filter((name) => Object.hasOwn(properties, name)),
  };
}

/** Values that a schema permits: the smallest, the largest, and some between. */
function valuesOf(schema: JsonObject): Json[] {
  const { type, anyOf, items, enum: listed } = schema;
  if (Array.isArray(anyOf))
    return anyOf.flatMap((each) => valuesOf(each as JsonObject));
  if (Array.isArray(listed)) return listed;
  if (Array.isArray(type)) return ["text", null];
  switch (type) {
    case "string":
      return ["text"];
    case "integer":
      return [7];
    case "number":
      return [1.5, 7];
    case "boolean":
      return [true];
    case "null":
      return [null];
    case "array":
      return [[], ...valuesOf(items as JsonObject).map((item) => [item])];
    default:
      return objectsOf(schema);
  }
}

function objectsOf(schema: JsonObject): Json[] {
  const members = Object.entries(membersIn(schema)).map(
    ([name, member]) => [name, valuesOf(member as JsonObject)] as const,
  );
  const required = listIn(schema, "required") as unknown as string[];
  const first = members.map(([name, [value = null]]) => [name, value] as const);
  const whole = Object.fromEntries(first);
  const least = first.filter(([name]) => required.includes(name));
  return [
    whole,
    Object.fromEntries(least),
    ...members.flatMap(([name, values]) =>
      values.map((value) => ({ ...whole, [name]: value })),
    ),
  ];
}

const ajv = new Ajv2020({ strict: false });

/** Whether some value of a schema is none of another one. */
function exceeds(schema: JsonObject, other: JsonObject, place: Place): boolean {
  const isValid = ajv.compile(place === "request" ? other : opened(other));
  return valuesOf(schema).some((value) => !isValid(value));
}

/** A caller does not mind further members of a response. */
function opened(schema: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"additionalProperties":false', '"x":0'),
  ) as JsonObject;
}

function documentOf(place: Place, schema: JsonObject): string {
  const content = { "application/json": { schema } };
  const message = { description: "Done.", content };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/things": {
        post: {
          operationId: "CreateThing",
          tags: ["things"],
          ...(place === "request" && {
            requestBody: { required: true, content },
          }),
          responses: {
            200: place === "response" ? message : { description: "Done." },
          },
        },
      },
    },
  });
}

type Place = "request" | "response";

test("no mutation that breaks a caller is missed by the comparer", () => {
  const breaking = new Map<string, number>();
  fc.assert(
    fc.property(
      fc.constantFrom<Place>("request", "response"),
      fc.constantFrom(...Object.keys(MUTATIONS)),
      schemas,
      schemas,
      (place, kind, before, other) => {
        const after = MUTATIONS[kind]?.(before, other) ?? before;
        const breaks =
          place === "request"
            ? exceeds(before, after, place)
            : exceeds(after, before, place);
        if (!breaks) return;
        breaking.set(kind, (breaking.get(kind) ?? 0) + 1);
        const changes = compareOpenapi(
          "rest",
          { name: "before", text: documentOf(place, before) },
          { name: "after", text: documentOf(place, after) },
        );
        const verdicts = changes.map(({ verdict }) => verdict);
        expect(verdicts, `${kind} in a ${place}`).toContain("breaking");
      },
    ),
    { numRuns: RUNS, seed: 46 },
  );
  expect(breaking.size).toBe(Object.keys(MUTATIONS).length);
});
