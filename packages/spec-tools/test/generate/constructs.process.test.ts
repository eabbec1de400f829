import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderOpenapiFiles } from "../../src/generate/generated-files.js";
import { readModel } from "../../src/generate/model/operations.js";
import { checkStructure, parseSpec } from "../../src/generate/parse/spec.js";
import { createTransport } from "../../../../src/http/transport.js";
import { resolveOptions } from "../../../../src/http/settings.js";
import { connectSurface } from "../../../../src/rest/client.js";
import {
  argumentsOf,
  bodyValidators,
  evaluate,
  examplesIn,
  type Functions,
} from "./support/agreement.js";
import { compilerErrors } from "./support/generated-modules.js";

/** What one operation of the document answers with, and how its function is called. */
interface Row {
  readonly name: string;
  readonly route: string;
  readonly operation: object;
  /** The member of the resource `goals`. */
  readonly call: string;
  readonly args: readonly unknown[];
  /** What the server answers with: a status, a media type and a text. */
  readonly answer: readonly [status: number, type: string, text: string];
  readonly result: unknown;
  /** The body that the server must receive. */
  readonly sent?: string;
}

const TEXT = { type: "string" };
const GOAL_REF = { $ref: "#/components/schemas/Goal" };
const JSON_TYPE = "application/json";
const content = (schema: object, type = JSON_TYPE) => ({ [type]: { schema } });
const answer = (schema: object, type = JSON_TYPE, status = 200) => ({
  responses: {
    [status]: { description: "It.", content: content(schema, type) },
  },
});
const body = (schema: object) => ({
  requestBody: { required: true, content: content(schema) },
});
const ID = {
  parameters: [{ name: "id", in: "path", required: true, schema: TEXT }],
};
function refTo(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}
const objectOf = (properties: object, ...required: string[]) => {
  return { type: "object", properties, required };
};
const goal = { id: "a", points: 1 };

const ROWS: readonly Row[] = [
  {
    name: "a body of JSON that is a string",
    route: "PUT /motto",
    operation: { operationId: "SetMotto", ...body(TEXT), ...answer(TEXT) },
    call: "setMotto",
    args: ["On\nward"],
    answer: [200, JSON_TYPE, '"On\\nward"'],
    result: "On\nward",
    sent: '"On\\nward"',
  },
  {
    name: "an operation with the name new",
    route: "POST /goals",
    operation: { operationId: "new", ...body(GOAL_REF), ...answer(GOAL_REF) },
    call: "new",
    args: [goal],
    answer: [200, JSON_TYPE, JSON.stringify(goal)],
    result: goal,
    sent: JSON.stringify(goal),
  },
  {
    name: "an operation with the name delete, whose 204 lists a content",
    route: "DELETE /goals/{id}",
    operation: {
      operationId: "delete",
      ...ID,
      ...answer(GOAL_REF, JSON_TYPE, 204),
    },
    call: "delete",
    args: ["a"],
    answer: [204, "", ""],
    result: undefined,
  },
  {
    name: "a schema that is a union",
    route: "POST /targets",
    operation: {
      operationId: "Aim",
      ...body({ $ref: "#/components/schemas/Target" }),
      ...answer({ $ref: "#/components/schemas/Target" }),
    },
    call: "aim",
    args: ["moon"],
    answer: [200, JSON_TYPE, JSON.stringify(goal)],
    result: goal,
    sent: '"moon"',
  },
  {
    name: "a schema that is a list",
    route: "PUT /goals",
    operation: {
      operationId: "Replace",
      ...body({ $ref: "#/components/schemas/Goals" }),
      ...answer({ $ref: "#/components/schemas/Goals" }),
    },
    call: "replace",
    args: [[goal]],
    answer: [200, JSON_TYPE, JSON.stringify([goal])],
    result: [goal],
    sent: JSON.stringify([goal]),
  },
  {
    name: "an index signature beside members",
    route: "GET /scores",
    operation: {
      operationId: "ReadScores",
      ...answer({ $ref: "#/components/schemas/Scores" }),
    },
    call: "readScores",
    args: [],
    answer: [200, JSON_TYPE, '{"total":3,"home":1}'],
    result: { total: 3, home: 1 },
  },
  {
    name: "an answer of any media type",
    route: "GET /best",
    operation: { operationId: "Best", ...answer(GOAL_REF, "*/*") },
    call: "best",
    args: [],
    answer: [200, JSON_TYPE, JSON.stringify(goal)],
    result: goal,
  },
  {
    name: "an operation whose name follows from the noun of its resource",
    route: "GET /goals/{id}",
    operation: { operationId: "getGoal", ...ID, ...answer(GOAL_REF) },
    call: "get",
    args: ["a"],
    answer: [200, JSON_TYPE, JSON.stringify(goal)],
    result: goal,
  },
  {
    name: "a path parameter with a hyphen, and one that is a word of the language",
    route: "GET /leagues/{league-id}/{class}",
    operation: {
      operationId: "GetLeague",
      parameters: ["league-id", "class"].map((name) => {
        return { name, in: "path", required: true, schema: TEXT };
      }),
      ...answer(GOAL_REF),
    },
    call: "getLeague",
    args: ["a/b", "c"],
    answer: [200, JSON_TYPE, JSON.stringify(goal)],
    result: goal,
  },
  {
    name: "a union whose discriminator takes the values of its schemas",
    route: "POST /pets",
    operation: {
      operationId: "Adopt",
      ...body(refTo("Pet")),
      ...answer(refTo("Pet")),
    },
    call: "adopt",
    args: [{ kind: "cat", lives: 9 }],
    answer: [200, JSON_TYPE, '{"kind":"dog","bark":true}'],
    result: { kind: "dog", bark: true },
    sent: '{"kind":"cat","lives":9}',
  },
  {
    name: "members beside typed additional ones",
    route: "POST /totals",
    operation: {
      operationId: "SumUp",
      ...body(refTo("Totals")),
      ...answer(refTo("Totals")),
    },
    call: "sumUp",
    args: [{ empty: false, home: ["a"] }],
    answer: [200, JSON_TYPE, '{"empty":true}'],
    result: { empty: true },
    sent: '{"empty":false,"home":["a"]}',
  },
  {
    name: "a member that only responses have",
    route: "POST /prizes",
    operation: {
      operationId: "Award",
      ...body(refTo("Prize")),
      ...answer(refTo("Prize")),
    },
    call: "award",
    args: [{ title: "Cup" }],
    answer: [200, JSON_TYPE, '{"id":"p","title":"Cup"}'],
    result: { id: "p", title: "Cup" },
    sent: '{"title":"Cup"}',
  },
  {
    name: "something that is created without an id",
    route: "POST /points",
    operation: {
      operationId: "CreateGoal",
      ...body(objectOf({ points: { type: "integer" } })),
      ...answer(objectOf({ points: { type: "integer" } })),
    },
    call: "create",
    args: [{ points: 1 }],
    answer: [200, JSON_TYPE, '{"points":1}'],
    result: { points: 1 },
    sent: '{"points":1}',
  },
  {
    name: "an optional body of several forms that is left out",
    route: "POST /interruptions",
    operation: {
      operationId: "Interrupt",
      requestBody: {
        required: false,
        content: content({ anyOf: [GOAL_REF, { type: "null" }] }),
      },
      ...answer(TEXT),
    },
    call: "interrupt",
    args: [],
    answer: [200, JSON_TYPE, '"paused"'],
    result: "paused",
  },
  {
    name: "an optional body that is left out",
    route: "POST /rest",
    operation: {
      operationId: "Pause",
      requestBody: { required: false, content: content(GOAL_REF) },
      ...answer(TEXT),
    },
    call: "pause",
    args: [],
    answer: [200, JSON_TYPE, '"paused"'],
    result: "paused",
  },
];

/** The document of all rows. */
function documentOf(rows: readonly Row[]): string {
  const paths: Record<string, Record<string, object>> = {};
  for (const { route, operation } of rows) {
    const [method = "", path = ""] = route.split(" ");
    const item = (paths[path] ??= {});
    item[method.toLowerCase()] = { tags: ["goals"], ...operation };
  }
  const Goal = {
    type: "object",
    required: ["id"],
    properties: { id: TEXT, points: { type: "integer" } },
  };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Goals", version: "1" },
    paths,
    components: {
      schemas: {
        Goal,
        Goals: { type: "array", items: GOAL_REF },
        Cat: objectOf(
          {
            kind: { type: "string", enum: ["cat"] },
            lives: { type: "integer" },
          },
          "kind",
        ),
        Dog: objectOf({
          kind: { ...TEXT, description: "The kind of animal." },
          bark: { type: "boolean" },
        }),
        Pet: {
          oneOf: [refTo("Cat"), refTo("Dog")],
          discriminator: { propertyName: "kind", mapping: { dog: "Dog" } },
        },
        Totals: {
          ...objectOf({ empty: { type: "boolean" } }, "empty"),
          additionalProperties: { type: "array", items: TEXT },
        },
        Prize: objectOf(
          { id: { ...TEXT, readOnly: true }, title: TEXT },
          "id",
          "title",
        ),
        Target: { oneOf: [TEXT, GOAL_REF] },
        Scores: {
          type: "object",
          required: ["total"],
          properties: { total: { type: "integer" } },
          additionalProperties: { type: "integer" },
        },
      },
    },
  });
}

let modules: ReadonlyMap<string, string>;
let server: Server;
let goals: Functions;
interface Received {
  readonly line: string;
  readonly body: string;
  readonly type: string | undefined;
}
const received: Received[] = [];

beforeAll(async () => {
  const spec = parseSpec("goals.yaml", documentOf(ROWS));
  await checkStructure(spec);
  const surface = { file: "rest", name: "Rest", prefix: "" };
  modules = await renderOpenapiFiles([{ surface, spec, ...readModel(spec) }]);
  server = createServer((request, response) => {
    void readBody(request).then((text) => {
      received.push({
        line: `${request.method} ${request.url}`,
        body: text,
        type: request.headers["content-type"],
      });
      const row = ROWS.find(({ route }) => matches(route, request));
      const [status, type, answered] = row?.answer ?? [404, "text/plain", ""];
      if (type !== "") response.setHeader("content-type", type);
      response.writeHead(status).end(answered);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const settings = resolveOptions({
    apiKey: "a-key-0123456789",
    baseUrl: `http://127.0.0.1:${port}`,
  });
  const transport = createTransport(settings);
  const { client, calls } = connectSurface(settings, transport, "rest");
  const resources = evaluate(modules.get("rest/fetchers.ts") ?? "");
  goals = resources(client, calls)["goals"] ?? {};
});

afterAll(() => server.close());

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function matches(route: string, { method, url = "" }: IncomingMessage) {
  const pattern = route.replaceAll(/\{[\w-]+\}/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(`${method} ${url}`);
}

test("the files that are generated from all of these constructs compile", () => {
  expect(compilerErrors(modules)).toEqual([]);
});

test("the types of these constructs accept what the service accepts, and tell the schemas of a union apart", () => {
  const uses = `import type { Cat, Pet, Prize, Totals } from "./rest/resources.js";
import type { GoalsResource } from "./rest/resources.js";
export const cat: Cat = { kind: "cat", lives: 9 };
export const bark = (pet: Pet) => (pet.kind === "dog" ? pet.bark : pet.lives);
export const totals: Totals = { empty: false, home: ["a"] };
export const award = (goals: GoalsResource): Promise<Prize> => goals.award({ title: "Cup" });
export const league = (goals: GoalsResource) => goals.getLeague("a", "b");
export const pause = (goals: GoalsResource) => goals.pause();
`;
  expect(compilerErrors(new Map([...modules, ["uses.ts", uses]]))).toEqual([]);
});

test.each(ROWS.map((row) => [row.name, row] as const))(
  "the generated function returns what the document says: %s",
  async (_, { call, args, result, sent = "", route }) => {
    received.length = 0;
    const called = goals[call];
    if (!called) throw new Error(`there is no function ${call}`);
    expect(await called(...args)).toEqual(result);
    expect(received).toHaveLength(1);
    expect(received[0]?.body).toBe(sent);
    if (sent === "") expect(received[0]?.type).toBeUndefined();
    expect(received[0]?.line.split(" ")[0]).toBe(route.split(" ")[0]);
  },
);

test("the emulator accepts each body that a row sends, and that an example shows", () => {
  const validators = bodyValidators(
    modules.get("emulator/validators.bodies.js") ?? "",
  );
  const examples = examplesIn(modules.get("rest/resources.ts") ?? "");
  for (const { name, call, sent, operation } of ROWS) {
    const { operationId } = operation as { readonly operationId: string };
    const isValid = validators[operationId];
    if (!isValid) continue;
    if (sent !== undefined) expect(isValid(JSON.parse(sent)), name).toBe(true);
    const [shown] = argumentsOf(examples.get(`goals.${call}`) ?? "");
    expect(isValid(shown), name).toBe(true);
  }
});

test("the type of a discriminator keeps the description of the document", () => {
  expect(modules.get("rest/types.ts")).toMatch(
    /\/\*\* The kind of animal\. \*\/\s+kind: "dog"/,
  );
});

test("the comment of an operation without a summary begins with its route", () => {
  expect(modules.get("rest/resources.ts")).toMatch(
    /\/\*\*\s+\* Sends `PUT \/motto`\./,
  );
});

test("two functions of one name are refused, with how to choose another", () => {
  const [best] = ROWS.filter(({ call }) => call === "best");
  const again = {
    ...best,
    route: "GET /better",
    operation: { ...best?.operation, operationId: "goalsBest" },
  };
  const document = documentOf([...ROWS, again as Row]);
  expect(() => readModel(parseSpec("goals.yaml", document))).toThrow(
    'goals.best is also the name of GET /best: change the operationId or the tag of one, or name the function in specs/surfaces.yaml: names: { "GET /better": resource.name }',
  );
});

test("a required header is named in a warning, because no function asks for it", () => {
  const parameters = [
    { name: "X-Season", in: "header", required: true, schema: TEXT },
  ];
  const [first] = ROWS;
  const operation = { ...first?.operation, parameters };
  const document = documentOf([{ ...first, operation } as Row]);
  const { warnings } = readModel(parseSpec("goals.yaml", document));
  expect(warnings).toEqual([
    "PUT /motto requires the header X-Season: a program passes it in the option headers",
  ]);
});
