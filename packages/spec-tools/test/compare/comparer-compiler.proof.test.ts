import { buildSchema } from "graphql";
import { beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/document/json.js";
import { readModel } from "../../src/generate/model/operations.js";
import { parseSpec } from "../../src/generate/parse/spec.js";
import { renderGraphqlTypes } from "../../src/generate/render/graphql.js";
import { renderResources } from "../../src/generate/render/resources.js";
import { renderTypes } from "../../src/generate/render/types.js";
import { compilerErrors } from "../generate/support/compile.js";
import { readFixture, readSchemaFixture, setAt } from "./corpus/fixture.js";
import { GRAPHQL_CHANGES } from "./corpus/graphql-changes.js";
import {
  OPENAPI_CHANGES,
  type OpenapiChange,
} from "./corpus/openapi-changes.js";

// The compiler judges the verdicts of the comparer: a program that was written for the document before a change stops
// compiling exactly where the report says that the change is breaking.

/** What breaks calls without a trace in the generated types: headers, spellings, media types, limits, keys and addresses. */
const NOT_IN_TYPES =
  /header X-Trace|explode|csv|dryRun|an integer|a number|maximum|pattern|`labels` of|does not list|crews.list|address/;

/** A program that uses every operation, and every member that a change concerns. */
const PROGRAM = `import type { Boat, RestResources } from "./resources.js";
declare const text: string;
const options = { timeout: 1 };
export async function run({ boats, crews }: RestResources): Promise<Boat> {
  await boats.list({ kind: "ROW", harbor: text, limit: 1 }, options);
  await boats.list({}, options);
  await boats.create({ name: text, berths: 1, kind: "ROW", harbor: text, length: 1.5, isRented: true, labels: { a: text }, engine: { fuel: "DIESEL", power: 1 } });
  await boats.create({ name: text, berths: 1 }, {}, options);
  await boats.update(text, { name: text, berths: 1 }, {}, { updateMethod: "post" });
  await boats.delete(text, {}, options);
  await boats.launch(text, {}, options);
  await boats.trips(text, { since: text }, options);
  await crews.assign(text, text, { days: 1 }, {}, options);
  await crews.assign(text, text);
  await crews.list({}, options);
  const boat = await boats.get(text, {}, options);
  const read: [string, number | undefined, string | undefined] = [boat.name, boat.length, boat.labels?.["a"]];
  return read ? boat : boat;
}
`;

describe("a program with the types of an OpenAPI document", () => {
  let fixture: JsonObject;
  beforeAll(async () => {
    fixture = await readFixture();
  });

  /** The errors of the program over a document; that of the generator where it refuses the document. */
  const errorsWith = async (
    document: JsonObject,
  ): Promise<readonly unknown[]> => {
    const spec = parseSpec("rest.yaml", JSON.stringify(document));
    const surface = { file: "rest", name: "Rest", prefix: "" };
    const described = { surface, ...readModel(spec) };
    return compilerErrors(
      new Map([
        ["rest/types.ts", await renderTypes(described.model)],
        ["rest/resources.ts", renderResources(described)],
        ["rest/program.ts", PROGRAM],
      ]),
    );
  };

  test("compiles", async () => {
    expect(await errorsWith(fixture)).toEqual([]);
  });

  test.each<OpenapiChange>(OPENAPI_CHANGES)(
    "%s",
    async (line, place, value) => {
      const after = structuredClone(fixture);
      setAt(after, place, value);
      const errors = await errorsWith(after).catch((refusal: unknown) => [
        refusal,
      ]);
      const breaks = line.startsWith("breaking") && !NOT_IN_TYPES.test(line);
      expect(errors.length > 0, errors.join("\n")).toBe(breaks);
    },
  );
});

describe("documents with the types of a GraphQL schema", () => {
  let sdl = "";
  let types = "";
  beforeAll(async () => {
    sdl = await readSchemaFixture();
    types = await typesOf(sdl);
  });

  /** The errors of new code for old responses and old variables; that of the schema where it refuses a document. */
  const errorsWith = async (after: string): Promise<readonly unknown[]> =>
    compilerErrors(
      new Map([
        ["before.ts", types],
        ["after.ts", await typesOf(after)],
        ["program.ts", GRAPHQL_PROGRAM],
      ]),
    );

  test("compile", async () => {
    expect(await errorsWith(sdl)).toEqual([]);
  });

  test.each(GRAPHQL_CHANGES)("%s: %s", async (verdict, line, from, to) => {
    const after = sdl.replace(from, to);
    const errors = await errorsWith(after).catch((refusal: unknown) => [
      refusal,
    ]);
    const breaks = verdict === "breaking" && !NOT_SELECTED.test(line);
    expect(errors.length > 0, errors.join("\n")).toBe(breaks);
  });
});

/** What the documents leave out. */
const NOT_SELECTED = /union|interface|arg limit/;

/** Documents of a program, which use each type of the schema. */
const DOCUMENTS = {
  boats:
    "query boats($input: BoatFilter, $kind: Kind) { boats(input: $input, kind: $kind) { ...B } } fragment B on Boat { id name kind state berths length engine { fuel price { perHour currency } } crew { id } }",
  createBoat:
    "mutation createBoat($input: BoatInput!) { createBoat(input: $input) { id } }",
};

function typesOf(sdl: string): Promise<string> {
  const documents = Object.entries(DOCUMENTS).map(([name, text]) => ({
    name,
    text: `# ${name}\n${text}\n`,
  }));
  return renderGraphqlTypes({ sdl, schema: buildSchema(sdl), documents });
}

/** Reads new responses as old ones, and sends old variables, and literals, as new ones. */
const GRAPHQL_PROGRAM = `import type * as before from "./before.js";
import type * as after from "./after.js";
export const boats = (it: after.BoatsQuery): before.BoatsQuery => it;
export const created = (it: after.CreateBoatMutation): before.CreateBoatMutation => it;
export const filter = (it: before.BoatsQueryVariables): after.BoatsQueryVariables => it;
export const input = (it: before.CreateBoatMutationVariables): after.CreateBoatMutationVariables => it;
export const literal: after.BoatsQueryVariables = { input: { id: "a", order: "ASC" }, kind: "ROW" };
`;
