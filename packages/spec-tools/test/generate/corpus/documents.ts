/** One small document: an operation of the resource `things`, and what its function must do. */
export interface Supported {
  readonly name: string;
  readonly document: object;
  /** The line of the function in the generated interface, which begins with its name. */
  readonly signature: string;
  /** The type of the answer, written out; `Thing` and other schemas by their names. */
  readonly answer: string;
  readonly args: readonly unknown[];
  /** What must be sent: method and address, headers that must be there, and the body. */
  readonly sent: {
    readonly line: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly response: () => Response;
  /** What the function must resolve with; for a stream, what the stream holds. */
  readonly result: unknown;
}

/** One small document that is refused, and the reason that must be given. */
interface Refused {
  readonly name: string;
  readonly document: object;
  readonly reason: RegExp;
}

const THING = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "string" }, size: { type: "integer" } },
};
const THING_REF = { $ref: "#/components/schemas/Thing" };
const ANSWER_REF = { $ref: "#/components/schemas/Answer" };
const thing = { id: "a", size: 1 };
const OK_THING = () => Response.json(thing);

const SCHEMES = {
  bearer: { type: "http", scheme: "Bearer" },
  other: { type: "apiKey", in: "header", name: "X-Key" },
};

/** A document with one operation. `{id}` in a path is declared. */
function document(
  route: string,
  operation: object,
  schemas: object = {},
  others: object = {},
): object {
  const [method = "", path = ""] = route.split(" ");
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  return {
    openapi: "3.1.0",
    info: { title: "Corpus", version: "1" },
    paths: {
      [path]: {
        parameters: ids,
        [method.toLowerCase()]: {
          operationId: "DoThing",
          tags: ["things"],
          responses: answer(THING_REF),
          ...operation,
        },
      },
    },
    components: {
      schemas: { Thing: THING, ...schemas },
      securitySchemes: SCHEMES,
    },
    ...others,
  };
}

/** The responses of an operation that answers 200 with this schema. */
function answer(schema: object, type = "application/json"): object {
  return { "200": { description: "It.", content: { [type]: { schema } } } };
}

function body(schema: object, type = "application/json", required = true) {
  return { requestBody: { required, content: { [type]: { schema } } } };
}

function query(name: string, schema: object, others: object = {}) {
  return { parameters: [{ name, in: "query", schema, ...others }] };
}

const JSON_THING = { "application/json": { schema: THING_REF } };
const SIZED = { type: "object", properties: { size: { type: "integer" } } };
const PRIZE = {
  type: "object",
  required: ["id", "title"],
  properties: {
    id: { type: "string", readOnly: true },
    title: { type: "string" },
  },
};
const PRIZE_REF = { $ref: "#/components/schemas/Prize" };
const LIST = { type: "array", items: { type: "string" } };
const TEXT = { type: "string" };

/** An entry that differs from a plain `GET /things` in these members. */
function supported(
  name: string,
  described: object,
  others: Partial<Supported>,
): Supported {
  return {
    name,
    document: described,
    signature: "do(query?: NoQuery, options?: CallOptions): Promise<Thing>;",
    answer: "Thing",
    args: [],
    sent: { line: "GET /things" },
    response: OK_THING,
    result: thing,
    ...others,
  };
}

/** An entry of which only the answer matters. */
function answerCase(
  name: string,
  responses: object,
  [signature, type]: readonly [string, string],
  response: () => Response,
  result: unknown,
  schemas: object = {},
): Supported {
  return supported(name, document("GET /things", { responses }, schemas), {
    signature: `do(query?: NoQuery, options?: CallOptions): ${signature};`,
    answer: type,
    response,
    result,
  });
}

/** An entry of which only the body matters. */
function bodyCase(
  name: string,
  requestBody: object,
  type: string,
  value: unknown,
  sent: Supported["sent"],
  schemas: object = {},
): Supported {
  return supported(name, document("POST /things", requestBody, schemas), {
    signature: `do(body: ${type}, query?: NoQuery, options?: CallOptions): Promise<Thing>;`,
    args: [value],
    sent,
  });
}

/** An entry of which only the schema of the answer matters. */
function schemaCase(
  name: string,
  schemas: object,
  type: string,
  value: unknown,
  returned = "Answer",
): Supported {
  return answerCase(
    name,
    answer({ $ref: "#/components/schemas/Answer" }),
    [`Promise<${returned}>`, type],
    () => Response.json(value),
    value,
    schemas,
  );
}

const NO_CONTENT = { description: "Done." };
const post = (line: string, content: string, text: string) => ({
  line,
  headers: { "content-type": content },
  body: text,
});

export const SUPPORTED: readonly Supported[] = [
  // Parameters.
  supported(
    "a query of several styles",
    document("GET /things", {
      parameters: [
        { name: "a", in: "query", schema: LIST, explode: false },
        { name: "b", in: "query", schema: LIST },
        { name: "a-b", in: "query", schema: { type: "boolean" } },
      ],
    }),
    {
      signature:
        "do(query?: DoThingQuery, options?: CallOptions): Promise<Thing>;",
      args: [{ a: ["1", "2"], b: ["3", "4"], "a-b": true }],
      sent: { line: "GET /things?a=1,2&b=3&b=4&a-b=true" },
    },
  ),
  supported(
    "a header, which is an option of the call",
    document("GET /things", {
      parameters: [
        { name: "X-Trace", in: "header", schema: TEXT, required: true },
      ],
    }),
    {
      args: [{}, { headers: { "X-Trace": "t" } }],
      sent: { line: "GET /things", headers: { "x-trace": "t" } },
    },
  ),
  supported(
    "an optional body before a required query",
    document("POST /things", {
      ...body(THING_REF, "application/json", false),
      ...query("a", TEXT, { required: true }),
    }),
    {
      signature:
        "do(body: Thing | undefined, query: DoThingQuery, options?: CallOptions): Promise<Thing>;",
      args: [{ id: "b" }, { a: "1" }],
      sent: post("POST /things?a=1", "application/json", '{"id":"b"}'),
    },
  ),
  supported(
    "ids with a hyphen, and with the name of a word of the language",
    document("GET /things/{thing-id}/{class}", {
      parameters: ["thing-id", "class"].map((name) => {
        return { name, in: "path", required: true, schema: TEXT };
      }),
    }),
    {
      signature:
        "do(thingId: string, classParameter: string, query?: NoQuery, options?: CallOptions): Promise<Thing>;",
      args: ["a/b", "c d"],
      sent: { line: "GET /things/a%2Fb/c%20d" },
    },
  ),
  // Names.
  {
    ...bodyCase(
      "an operation with the name new",
      { operationId: "new", ...body(THING_REF) },
      "Thing",
      thing,
      post("POST /things", "application/json", JSON.stringify(thing)),
    ),
    signature:
      '"new"(body: Thing, query?: NoQuery, options?: CallOptions): Promise<Thing>;',
  },
  supported(
    "an operation with the name delete, whose 204 lists a content",
    document("DELETE /things", {
      operationId: "delete",
      responses: { "204": { description: "It.", content: JSON_THING } },
    }),
    {
      signature:
        "delete(query?: NoQuery, options?: CallOptions): Promise<void>;",
      answer: "void",
      sent: { line: "DELETE /things" },
      response: () => new Response(null, { status: 204 }),
      result: undefined,
    },
  ),
  supported(
    "something that is created without an id",
    document("POST /things", {
      operationId: "CreateThing",
      ...body(SIZED),
      responses: answer(SIZED),
    }),
    {
      signature:
        'create(body: BodyOf<operations["CreateThing"]>, query?: NoQuery, options?: CallOptions): Promise<SuccessOf<operations["CreateThing"]>>;',
      answer: "{ size?: number }",
      args: [{ size: 1 }],
      sent: post("POST /things", "application/json", '{"size":1}'),
      response: () => Response.json({ size: 1 }),
      result: { size: 1 },
    },
  ),
  // Bodies.
  bodyCase(
    "a body of JSON that is a string",
    body(TEXT),
    'BodyOf<operations["DoThing"]>',
    "On\nward",
    post("POST /things", "application/json", '"On\\nward"'),
  ),
  supported(
    "an optional body that is left out",
    document("POST /things", body(THING_REF, "application/json", false)),
    {
      signature:
        "do(body?: Thing, query?: NoQuery, options?: CallOptions): Promise<Thing>;",
      sent: { line: "POST /things" },
    },
  ),
  {
    ...bodyCase(
      "a member that only responses have",
      { ...body(PRIZE_REF), responses: answer(PRIZE_REF) },
      "Prize",
      { title: "Cup" },
      post("POST /things", "application/json", '{"title":"Cup"}'),
      { Prize: PRIZE },
    ),
    signature:
      'do(body: BodyOf<operations["DoThing"]>, query?: NoQuery, options?: CallOptions): Promise<Prize>;',
    answer: "Prize",
    response: () => Response.json({ id: "p", title: "Cup" }),
    result: { id: "p", title: "Cup" },
  },
  bodyCase(
    "a merge patch",
    body(THING_REF, "application/merge-patch+json"),
    "Thing",
    { id: "b" },
    post("POST /things", "application/merge-patch+json", '{"id":"b"}'),
  ),
  bodyCase(
    "JSON among other types of a body",
    {
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": { schema: TEXT },
          "text/plain": { schema: TEXT },
          "application/json": { schema: THING_REF },
        },
      },
    },
    "Thing",
    { id: "b" },
    post("POST /things", "application/json", '{"id":"b"}'),
  ),
  // Answers.
  answerCase(
    "an answer in another spelling of JSON, with the schema of the plain one alone",
    {
      "200": {
        description: "It.",
        content: {
          "application/hal+json": { schema: LIST },
          "Application/JSON": { schema: THING_REF },
        },
      },
    },
    ["Promise<Thing>", "Thing"],
    OK_THING,
    thing,
  ),
  answerCase(
    "an answer without a body",
    { "200": NO_CONTENT },
    ["Promise<void>", "void"],
    () => new Response(""),
    undefined,
  ),
  answerCase(
    "204 beside 200, answered with 204",
    { ...answer(THING_REF), "204": NO_CONTENT },
    ["Promise<Thing | undefined>", "Thing | undefined"],
    () => new Response(null, { status: 204 }),
    undefined,
  ),
  answerCase(
    "two successes with a schema each",
    {
      ...answer(THING_REF),
      "202": {
        description: "Accepted.",
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Accepted" },
          },
        },
      },
    },
    ["Promise<Thing | Accepted>", "Thing | Accepted"],
    () => Response.json({ ticket: "t" }, { status: 202 }),
    { ticket: "t" },
    { Accepted: { type: "object", properties: { ticket: TEXT } } },
  ),
  {
    ...answerCase(
      "a stream of events with JSON",
      answer(THING_REF, "text/event-stream"),
      ["AsyncIterable<Thing>", "Thing"],
      () =>
        new Response(`data: ${JSON.stringify(thing)}\n\n`, {
          headers: { "content-type": "text/event-stream" },
        }),
      [thing],
    ),
    signature:
      "do(query?: NoQuery, options?: EventStreamOptions): AsyncIterable<Thing>;",
  },
  answerCase(
    "any media type whose schema is that of JSON",
    answer(THING_REF, "*/*"),
    ["Promise<Thing>", "Thing"],
    OK_THING,
    thing,
  ),
  // Addresses and keys.
  supported(
    "an address that is that of the document",
    document(
      "GET /things",
      { servers: [{ url: "https://a.example" }] },
      {},
      { servers: [{ url: "https://a.example" }] },
    ),
    {},
  ),
  supported(
    "a bearer token among other keys",
    document("GET /things", { security: [{ other: [] }, { bearer: [] }] }),
    {
      sent: {
        line: "GET /things",
        headers: { authorization: "Bearer a-key-0123456789" },
      },
    },
  ),
  // Schemas.
  schemaCase(
    "a list by its alias",
    { Answer: { type: "array", items: THING_REF } },
    "Thing[]",
    [thing],
    "Thing[]",
  ),
  schemaCase(
    "members that another part of allOf requires",
    {
      Base: { type: "object", properties: { a: TEXT, b: TEXT } },
      Middle: { allOf: [{ $ref: "#/components/schemas/Base" }] },
      Answer: {
        allOf: [
          { $ref: "#/components/schemas/Middle" },
          { type: "object", required: ["a", "c"], properties: { c: TEXT } },
        ],
      },
    },
    "{ a: string; b?: string; c: string }",
    { a: "1", c: "2" },
  ),
  schemaCase(
    "a nullable object",
    {
      Answer: {
        type: ["object", "null"],
        properties: { a: TEXT },
        required: ["a"],
      },
    },
    "{ a: string } | null",
    { a: "1" },
  ),
  schemaCase(
    "alternatives beside members",
    {
      Answer: {
        type: "object",
        required: ["kind"],
        properties: { kind: TEXT },
        anyOf: [
          { type: "object", required: ["a"], properties: { a: TEXT } },
          { type: "object", required: ["b"], properties: { b: TEXT } },
        ],
      },
    },
    "{ kind: string } & ({ a: string } | { b: string })",
    { kind: "k", a: "1" },
  ),
  schemaCase(
    "alternatives with a discriminator that maps one of them, the other by its value",
    {
      Cat: {
        type: "object",
        required: ["kind"],
        properties: {
          kind: { type: "string", enum: ["cat"] },
          lives: { type: "integer" },
        },
      },
      Dog: {
        type: "object",
        properties: {
          kind: { ...TEXT, description: "The kind of animal." },
          bark: { type: "boolean" },
        },
      },
      Answer: {
        oneOf: [
          { $ref: "#/components/schemas/Cat" },
          { $ref: "#/components/schemas/Dog" },
        ],
        discriminator: { propertyName: "kind", mapping: { dog: "Dog" } },
      },
    },
    '{ kind: "cat"; lives?: number } | { kind: "dog"; bark?: boolean }',
    { kind: "dog", bark: true },
  ),
  schemaCase(
    "members beside typed additional ones",
    {
      Answer: {
        type: "object",
        required: ["empty"],
        properties: { empty: { type: "boolean" } },
        additionalProperties: LIST,
      },
    },
    "{ empty: boolean } & { [key: string]: boolean | string[] }",
    { empty: false, home: ["a"] },
  ),
  schemaCase(
    "an enumeration that only answers use",
    {
      Answer: {
        type: "object",
        required: ["a"],
        properties: { a: { type: "string", enum: ["x", "y"] } },
      },
    },
    '{ a: "x" | "y" | (string & {}) }',
    { a: "z" },
  ),
  schemaCase(
    "an enumeration that may be null",
    {
      Answer: {
        type: "object",
        required: ["a", "b", "c"],
        properties: {
          a: { type: ["string", "null"], enum: ["x", null] },
          b: {
            anyOf: [{ type: "string", enum: ["x"] }, TEXT, { type: "null" }],
          },
          c: { type: "array", items: { type: "string", enum: ["x"] } },
        },
      },
    },
    '{ a: "x" | null; b: "x" | (string & {}) | null; c: "x"[] }',
    { a: null, b: "y", c: ["x"] },
  ),
  schemaCase(
    "a dotted name",
    {
      "api.Part": { type: "object", required: ["a"], properties: { a: TEXT } },
      Answer: {
        type: "array",
        items: { $ref: "#/components/schemas/api.Part" },
      },
    },
    "ApiPart[]",
    [{ a: "1" }],
    "ApiPart[]",
  ),
  schemaCase(
    "a pattern that the flag u refuses",
    {
      Answer: {
        type: "object",
        required: ["a"],
        properties: { a: { type: "string", pattern: "^[\\w-.]+$" } },
      },
    },
    "{ a: string }",
    { a: "x-y" },
  ),
  schemaCase(
    "an object without known members",
    { Answer: { type: "object" } },
    "{ [key: string]: unknown }",
    { a: 1 },
  ),
  schemaCase(
    "two lists of each other",
    {
      Answer: { type: "array", items: { $ref: "#/components/schemas/Other" } },
      Other: { type: "array", items: ANSWER_REF },
    },
    "Other[]",
    [[], [[]]],
    "Other[]",
  ),
  bodyCase(
    "any JSON, described by itself",
    body({ $ref: "#/components/schemas/Json" }),
    "Json",
    { a: [1, null, { b: ["c"] }] },
    post("POST /things", "application/json", '{"a":[1,null,{"b":["c"]}]}'),
    {
      Json: {
        anyOf: [
          TEXT,
          { type: ["number", "boolean", "null"] },
          { type: "array", items: { $ref: "#/components/schemas/Json" } },
          {
            type: "object",
            additionalProperties: { $ref: "#/components/schemas/Json" },
          },
        ],
      },
    },
  ),
  bodyCase(
    "an object with a list of the same objects",
    body({ $ref: "#/components/schemas/Tree" }),
    "Tree",
    { leaves: [{ leaves: [] }] },
    post("POST /things", "application/json", '{"leaves":[{"leaves":[]}]}'),
    {
      Tree: {
        type: "object",
        required: ["leaves"],
        properties: {
          leaves: {
            type: "array",
            items: { $ref: "#/components/schemas/Tree" },
          },
        },
      },
    },
  ),
  bodyCase(
    "alternatives that constants tell apart",
    body({ $ref: "#/components/schemas/Figure" }),
    "Figure",
    { kind: "square", side: 2 },
    post("POST /things", "application/json", '{"kind":"square","side":2}'),
    {
      Figure: {
        oneOf: [
          { $ref: "#/components/schemas/Circle" },
          { $ref: "#/components/schemas/Square" },
        ],
        discriminator: { propertyName: "kind" },
      },
      Circle: {
        type: "object",
        required: ["kind"],
        properties: { kind: { const: "circle" }, radius: { type: "number" } },
      },
      Square: {
        type: "object",
        required: ["kind"],
        properties: { kind: { const: "square" }, side: { type: "number" } },
      },
    },
  ),
  bodyCase(
    "limits, which the types do not show",
    body({
      type: "object",
      required: ["size", "tags", "name", "ready"],
      properties: {
        ready: { type: "boolean" },
        size: { type: "integer", minimum: 10, multipleOf: 5 },
        tags: { type: "array", items: TEXT, minItems: 1 },
        name: { type: "string", minLength: 2 },
      },
    }),
    'BodyOf<operations["DoThing"]>',
    { size: 10, tags: ["a"], name: "ab", ready: true },
    post(
      "POST /things",
      "application/json",
      '{"size":10,"tags":["a"],"name":"ab","ready":true}',
    ),
  ),
];

export const REFUSED: readonly Refused[] = [
  {
    name: "a cookie",
    document: document("GET /things", {
      parameters: [{ name: "s", in: "cookie", schema: TEXT }],
    }),
    reason: /GET|get: the cookie parameter s cannot be sent/,
  },
  {
    name: "a body of any media type",
    document: document("POST /things", body(THING_REF, "*/*")),
    reason: /a body of \*\/\*, which the client cannot send/,
  },
  {
    name: "a body of text/csv",
    document: document("POST /things", body(TEXT, "text/csv")),
    reason: /a body of text\/csv, which the client cannot send: it sends JSON/,
  },
  ...["text/plain", "text/event-stream", "*/*"].map((type) => ({
    name: `an answer of ${type} that is a text`,
    document: document("GET /things", { responses: answer(TEXT, type) }),
    reason: /answers with [\w*]+\/[\w*-]+, which the client cannot read/,
  })),
  {
    name: "an address of its own",
    document: document(
      "GET /things",
      { servers: [{ url: "https://b.example" }] },
      {},
      { servers: [{ url: "https://a.example" }] },
    ),
    reason: /has the address https:\/\/b\.example of its own/,
  },
  {
    name: "a key that is no bearer token",
    document: document("GET /things", { security: [{ other: [] }] }),
    reason:
      /needs other \(apiKey header X-Key\): the client sends its key as a bearer token/,
  },
  {
    name: "a GET with a body",
    document: document("GET /things", body(THING_REF)),
    reason: /is a GET with a body/,
  },
  {
    name: "a parameter with a content",
    document: document("GET /things", {
      parameters: [
        { name: "a", in: "query", content: { "application/json": {} } },
      ],
    }),
    reason: /the query parameter a has a `content`/,
  },
  {
    name: "a style that the client does not write",
    document: document(
      "GET /things",
      query("a", TEXT, { style: "deepObject" }),
    ),
    reason: /the query parameter a has the style deepObject/,
  },
  {
    name: "a list of lists in a query",
    document: document(
      "GET /things",
      query("a", { type: "array", items: LIST }),
    ),
    reason: /the query parameter a holds objects, or lists within a list/,
  },
  {
    name: "a function that would make a promise of its resource",
    document: document("GET /things", { operationId: "Then" }),
    reason:
      /no name can be derived from the tag things and the operationId Then/,
  },
  {
    name: "two functions of one name",
    document: document(
      "GET /things",
      {},
      {},
      {
        paths: Object.fromEntries(
          ["/things", "/better"].map((path) => [
            path,
            {
              get: {
                operationId: path === "/things" ? "Best" : "thingsBest",
                tags: ["things"],
                responses: answer(THING_REF),
              },
            },
          ]),
        ),
      },
    ),
    reason:
      /things\.best is also the name of GET \/things: change the operationId or the tag of one, or name the function in specs\/surfaces\.yaml: names: \{ "GET \/better": resource\.name \}/,
  },
  {
    name: "two ids that differ only in signs",
    document: document("GET /things/{thing-id}/{thingId}", {
      parameters: ["thing-id", "thingId"].map((name) => {
        return { name, in: "path", required: true, schema: TEXT };
      }),
    }),
    reason:
      /contains \{thingId\} twice, or beside a parameter that differs from it only in signs/,
  },
  {
    name: "successes of two kinds",
    document: document("GET /things", {
      responses: {
        ...answer(THING_REF),
        "206": {
          description: "Events.",
          content: { "text/event-stream": { schema: THING_REF } },
        },
      },
    }),
    reason: /different kinds of content/,
  },
  {
    name: "no success",
    document: document("GET /things", {
      responses: { "404": { description: "Never." } },
    }),
    reason: /lists no response for a success/,
  },
  {
    name: "two schemas with one name",
    document: document(
      "GET /things",
      {},
      { "api.Part": THING, ApiPart: THING },
    ),
    reason:
      /the type ApiPart would also be that of the schema api\.Part: .* types: \{ "ApiPart": AnotherName \}/,
  },
  {
    name: "a schema with the name of a type of the language",
    document: document("GET /things", {}, { Promise: THING }),
    reason: /Promise: is not possible as the name of a type.*surfaces\.yaml/,
  },
];
