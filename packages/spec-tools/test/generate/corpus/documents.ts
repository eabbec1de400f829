import { parse } from "yaml";

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

const THING = '{ $ref: "#/components/schemas/Thing" }';
const PRIZE = '{ $ref: "#/components/schemas/Prize" }';
const thing = { id: "a", size: 1 };
const TEXT = "{ type: string }";
const LIST = `{ type: array, items: ${TEXT} }`;
const SIZED = "{ type: object, properties: { size: { type: integer } } }";

/** A document with one operation: what differs from `GET /things` is YAML. `{id}` in a path is declared. */
function document(
  route: string,
  operation = "",
  schemas = "",
  others: object = {},
): object {
  const [method = "", path = ""] = route.split(" ");
  const ids = [...path.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => ({
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
          ...(parse(answer(THING)) as object),
          ...(parse(operation) as object),
        },
      },
    },
    components: parse(`
schemas:
  Thing: { type: object, required: [id], properties: { id: ${TEXT}, size: { type: integer } } }
  ${schemas.trim().replaceAll("\n", "\n  ")}
securitySchemes:
  bearer: { type: http, scheme: Bearer }
  other: { type: apiKey, in: header, name: X-Key }
`) as object,
    ...others,
  };
}

/** The responses of an operation that answers 200 with this schema. */
function answer(schema: string, type = "application/json"): string {
  return `responses: { 200: { description: It., content: { "${type}": { schema: ${schema} } } } }`;
}

function body(schema: string, type = "application/json"): string {
  return `requestBody: { required: true, content: { "${type}": { schema: ${schema} } } }`;
}

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
    response: () => Response.json(thing),
    result: thing,
    ...others,
  };
}

/** An entry of which only the answer matters. */
function answerCase(
  name: string,
  responses: string,
  type: string,
  response: () => Response,
  result: unknown,
  schemas = "",
): Supported {
  return supported(name, document("GET /things", responses, schemas), {
    signature: `do(query?: NoQuery, options?: CallOptions): Promise<${type}>;`,
    answer: type,
    response,
    result,
  });
}

/** An entry of which only the body matters. */
function bodyCase(
  name: string,
  requestBody: string,
  type: string,
  value: unknown,
  schemas = "",
): Supported {
  return supported(name, document("POST /things", requestBody, schemas), {
    signature: `do(body: ${type}, query?: NoQuery, options?: CallOptions): Promise<Thing>;`,
    args: [value],
    sent: post("POST /things", JSON.stringify(value)),
  });
}

/** An entry of which only the schema of the answer matters, which is `Answer`. */
function schemaCase(
  name: string,
  schemas: string,
  type: string,
  value: unknown,
  returned = "Answer",
): Supported {
  return {
    ...answerCase(
      name,
      answer('{ $ref: "#/components/schemas/Answer" }'),
      returned,
      () => Response.json(value),
      value,
      schemas,
    ),
    answer: type,
  };
}

function post(line: string, text: string, content = "application/json") {
  return { line, headers: { "content-type": content }, body: text };
}

export const SUPPORTED: readonly Supported[] = [
  // Parameters.
  supported(
    "a query of several styles",
    document(
      "GET /things",
      `
parameters:
  - { name: a, in: query, schema: ${LIST}, explode: false }
  - { name: b, in: query, schema: ${LIST} }
  - { name: a-b, in: query, schema: { type: boolean } }
`,
    ),
    {
      signature:
        "do(query?: DoThingQuery, options?: CallOptions): Promise<Thing>;",
      args: [{ a: ["1", "2"], b: ["3", "4"], "a-b": true }],
      sent: { line: "GET /things?a=1,2&b=3&b=4&a-b=true" },
    },
  ),
  supported(
    "a header, which is an option of the call",
    document(
      "GET /things",
      `parameters: [{ name: X-Trace, in: header, schema: ${TEXT}, required: true }]`,
    ),
    {
      args: [{}, { headers: { "X-Trace": "t" } }],
      sent: { line: "GET /things", headers: { "x-trace": "t" } },
    },
  ),
  supported(
    "an optional body before a required query",
    document(
      "POST /things",
      `
requestBody: { content: { application/json: { schema: ${THING} } } }
parameters: [{ name: a, in: query, required: true, schema: ${TEXT} }]
`,
    ),
    {
      signature:
        "do(body: Thing | undefined, query: DoThingQuery, options?: CallOptions): Promise<Thing>;",
      args: [{ id: "b" }, { a: "1" }],
      sent: post("POST /things?a=1", '{"id":"b"}'),
    },
  ),
  supported(
    "ids with a hyphen, and with the name of a word of the language",
    document("GET /things/{thing-id}/{class}"),
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
      `operationId: new\n${body(THING)}`,
      "Thing",
      thing,
    ),
    signature:
      '"new"(body: Thing, query?: NoQuery, options?: CallOptions): Promise<Thing>;',
  },
  supported(
    "an operation with the name delete, whose 204 lists a content",
    document(
      "DELETE /things",
      `
operationId: delete
responses: { 204: { description: It., content: { application/json: { schema: ${THING} } } } }
`,
    ),
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
    document(
      "POST /things",
      `operationId: CreateThing\n${body(SIZED)}\n${answer(SIZED)}`,
    ),
    {
      signature:
        'create(body: BodyOf<operations["CreateThing"]>, query?: NoQuery, options?: CallOptions): Promise<SuccessOf<operations["CreateThing"]>>;',
      answer: "{ size?: number }",
      args: [{ size: 1 }],
      sent: post("POST /things", '{"size":1}'),
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
  ),
  supported(
    "an optional body that is left out",
    document(
      "POST /things",
      `requestBody: { content: { application/json: { schema: ${THING} } } }`,
    ),
    {
      signature:
        "do(body?: Thing, query?: NoQuery, options?: CallOptions): Promise<Thing>;",
      sent: { line: "POST /things" },
    },
  ),
  {
    ...bodyCase(
      "a member that only responses have",
      `${body(PRIZE)}\n${answer(PRIZE)}`,
      'BodyOf<operations["DoThing"]>',
      { title: "Cup" },
      `
Prize:
  type: object
  required: [id, title]
  properties: { id: { type: string, readOnly: true }, title: ${TEXT} }
`,
    ),
    signature:
      'do(body: BodyOf<operations["DoThing"]>, query?: NoQuery, options?: CallOptions): Promise<Prize>;',
    answer: "Prize",
    response: () => Response.json({ id: "p", title: "Cup" }),
    result: { id: "p", title: "Cup" },
  },
  {
    ...bodyCase(
      "a merge patch",
      body(THING, "application/merge-patch+json"),
      "Thing",
      { id: "b" },
    ),
    sent: post("POST /things", '{"id":"b"}', "application/merge-patch+json"),
  },
  bodyCase(
    "JSON among other types of a body",
    `
requestBody:
  required: true
  content:
    multipart/form-data: { schema: ${TEXT} }
    text/plain: { schema: ${TEXT} }
    application/json: { schema: ${THING} }
`,
    "Thing",
    { id: "b" },
  ),
  // Answers.
  answerCase(
    "an answer in another spelling of JSON, with the schema of the plain one alone",
    `
responses:
  200:
    description: It.
    content:
      application/hal+json: { schema: ${LIST} }
      Application/JSON: { schema: ${THING} }
`,
    "Thing",
    () => Response.json(thing),
    thing,
  ),
  answerCase(
    "204 beside 200, answered with 204",
    `
responses:
  200: { description: It., content: { application/json: { schema: ${THING} } } }
  204: { description: Done. }
`,
    "Thing | undefined",
    () => new Response(null, { status: 204 }),
    undefined,
  ),
  answerCase(
    "two successes with a schema each",
    `
responses:
  200: { description: It., content: { application/json: { schema: ${THING} } } }
  202: { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Accepted" } } } }
`,
    "Thing | Accepted",
    () => Response.json({ ticket: "t" }, { status: 202 }),
    { ticket: "t" },
    `Accepted: { type: object, properties: { ticket: ${TEXT} } }`,
  ),
  supported(
    "a stream of events with JSON",
    document("GET /things", answer(THING, "text/event-stream")),
    {
      signature:
        "do(query?: NoQuery, options?: EventStreamOptions): AsyncIterable<Thing>;",
      response: () =>
        new Response(`data: ${JSON.stringify(thing)}\n\n`, {
          headers: { "content-type": "text/event-stream" },
        }),
      result: [thing],
    },
  ),
  supported(
    "any media type whose schema is that of JSON",
    document("GET /things", answer(THING, "*/*")),
    {},
  ),
  // Addresses and keys.
  supported(
    "an address that is that of the document",
    document("GET /things", "servers: [{ url: https://a.example }]", "", {
      servers: [{ url: "https://a.example" }],
    }),
    {},
  ),
  supported(
    "a bearer token among other keys",
    document("GET /things", "security: [{ other: [] }, { bearer: [] }]"),
    {
      sent: {
        line: "GET /things",
        headers: { authorization: "Bearer a-key-0123456789" },
      },
    },
  ),
  // Schemas.
  schemaCase(
    "a nullable object",
    `Answer: { type: [object, "null"], required: [a], properties: { a: ${TEXT} } }`,
    "{ a: string } | null",
    { a: "1" },
  ),
  schemaCase(
    "alternatives beside members",
    `
Answer:
  type: object
  required: [kind]
  properties: { kind: ${TEXT} }
  anyOf:
    - { type: object, required: [a], properties: { a: ${TEXT} } }
    - { type: object, required: [b], properties: { b: ${TEXT} } }
`,
    "{ kind: string } & ({ a: string } | { b: string })",
    { kind: "k", a: "1" },
  ),
  schemaCase(
    "alternatives with a discriminator that maps one of them, the other by its value",
    `
Cat:
  type: object
  required: [kind]
  properties: { kind: { type: string, enum: [cat] }, lives: { type: integer } }
Dog:
  type: object
  properties:
    kind: { type: string, description: The kind of animal. }
    bark: { type: boolean }
Answer:
  oneOf:
    - { $ref: "#/components/schemas/Cat" }
    - { $ref: "#/components/schemas/Dog" }
  discriminator: { propertyName: kind, mapping: { dog: Dog } }
`,
    '{ kind: "cat"; lives?: number } | { kind: "dog"; bark?: boolean }',
    { kind: "dog", bark: true },
  ),
  schemaCase(
    "members beside typed additional ones",
    `
Answer:
  type: object
  required: [empty]
  properties: { empty: { type: boolean } }
  additionalProperties: ${LIST}
`,
    "{ empty: boolean } & { [key: string]: boolean | string[] }",
    { empty: false, home: ["a"] },
  ),
  schemaCase(
    "an enumeration that may be null",
    `
Answer:
  type: object
  required: [a, b, c]
  properties:
    a: { type: [string, "null"], enum: [x, null] }
    b: { anyOf: [{ type: string, enum: [x] }, ${TEXT}, { type: "null" }] }
    c: { type: array, items: { type: string, enum: [x] } }
`,
    '{ a: "x" | null; b: "x" | (string & {}) | null; c: "x"[] }',
    { a: null, b: "y", c: ["x"] },
  ),
  schemaCase(
    "a dotted name",
    `
api.Part: { type: object, required: [a], properties: { a: ${TEXT} } }
Answer: { type: array, items: { $ref: "#/components/schemas/api.Part" } }
`,
    "ApiPart[]",
    [{ a: "1" }],
    "ApiPart[]",
  ),
  schemaCase(
    "a pattern that the flag u refuses",
    String.raw`
Answer:
  type: object
  required: [a]
  properties: { a: { type: string, pattern: '^[\w-.]+$' } }
`,
    "{ a: string }",
    { a: "x-y" },
  ),
  schemaCase(
    "an object without known members",
    "Answer: { type: object }",
    "{ [key: string]: unknown }",
    { a: 1 },
  ),
  schemaCase(
    "two lists of each other",
    `
Answer: { type: array, items: { $ref: "#/components/schemas/Other" } }
Other: { type: array, items: { $ref: "#/components/schemas/Answer" } }
`,
    "Other[]",
    [[], [[]]],
    "Other[]",
  ),
  bodyCase(
    "any JSON, described by itself",
    body('{ $ref: "#/components/schemas/Json" }'),
    "Json",
    { a: [1, null, { b: ["c"] }] },
    `
Json:
  anyOf:
    - ${TEXT}
    - { type: [number, boolean, "null"] }
    - { type: array, items: { $ref: "#/components/schemas/Json" } }
    - { type: object, additionalProperties: { $ref: "#/components/schemas/Json" } }
`,
  ),
  bodyCase(
    "an object with a list of the same objects",
    body('{ $ref: "#/components/schemas/Tree" }'),
    "Tree",
    { leaves: [{ leaves: [] }] },
    `
Tree:
  type: object
  required: [leaves]
  properties:
    leaves: { type: array, items: { $ref: "#/components/schemas/Tree" } }
`,
  ),
  bodyCase(
    "alternatives that constants tell apart",
    body('{ $ref: "#/components/schemas/Figure" }'),
    "Figure",
    { kind: "square", side: 2 },
    `
Figure:
  oneOf:
    - { $ref: "#/components/schemas/Circle" }
    - { $ref: "#/components/schemas/Square" }
  discriminator: { propertyName: kind }
Circle:
  type: object
  required: [kind]
  properties: { kind: { const: circle }, radius: { type: number } }
Square:
  type: object
  required: [kind]
  properties: { kind: { const: square }, side: { type: number } }
`,
  ),
  bodyCase(
    "limits, which the types do not show",
    body('{ $ref: "#/components/schemas/Limited" }'),
    "Limited",
    { size: 10, tags: ["a"], name: "ab", ready: true },
    `
Limited:
  type: object
  required: [size, tags, name, ready]
  properties:
    ready: { type: boolean }
    size: { type: integer, minimum: 10, multipleOf: 5 }
    tags: { type: array, items: ${TEXT}, minItems: 1 }
    name: { type: string, minLength: 2 }
`,
  ),
];

/** One small document that is refused, and the reason that must be given. */
type Refused = readonly [name: string, document: object, reason: RegExp];

function refusedQuery(parameter: string): object {
  return document(
    "GET /things",
    `parameters: [{ name: a, in: query, ${parameter} }]`,
  );
}

export const REFUSED: readonly Refused[] = [
  [
    "a cookie",
    document(
      "GET /things",
      `parameters: [{ name: s, in: cookie, schema: ${TEXT} }]`,
    ),
    /GET|get: the cookie parameter s cannot be sent/,
  ],
  [
    "a body of any media type",
    document("POST /things", body(THING, "*/*")),
    /a body of \*\/\*, which the client cannot send/,
  ],
  [
    "a body of text/csv",
    document("POST /things", body(TEXT, "text/csv")),
    /a body of text\/csv, which the client cannot send: it sends JSON/,
  ],
  ...["text/plain", "text/event-stream", "*/*"].map((type): Refused => [
    `an answer of ${type} that is a text`,
    document("GET /things", answer(TEXT, type)),
    /answers with [\w*]+\/[\w*-]+, which the client cannot read/,
  ]),
  [
    "an address of its own",
    document("GET /things", "servers: [{ url: https://b.example }]", "", {
      servers: [{ url: "https://a.example" }],
    }),
    /has the address https:\/\/b\.example of its own/,
  ],
  [
    "a key that is no bearer token",
    document("GET /things", "security: [{ other: [] }]"),
    /needs other \(apiKey header X-Key\): the client sends its key as a bearer token/,
  ],
  [
    "a GET with a body",
    document("GET /things", body(THING)),
    /is a GET with a body/,
  ],
  [
    "a parameter with a content",
    refusedQuery("content: { application/json: {} }"),
    /the query parameter a has a `content`/,
  ],
  [
    "a style that the client does not write",
    refusedQuery(`schema: ${TEXT}, style: deepObject`),
    /the query parameter a has the style deepObject/,
  ],
  [
    "a list of lists in a query",
    refusedQuery(`schema: { type: array, items: ${LIST} }`),
    /the query parameter a holds objects, or lists within a list/,
  ],
  [
    "a function that would make a promise of its resource",
    document("GET /things", "operationId: Then"),
    /no name can be derived from the tag things and the operationId Then/,
  ],
  [
    "two functions of one name",
    document("GET /things", "", "", {
      paths: parse(`
/things: { get: { operationId: Best, tags: [things], ${answer(THING)} } }
/better: { get: { operationId: thingsBest, tags: [things], ${answer(THING)} } }
`) as object,
    }),
    /things\.best is also the name of GET \/things: change the operationId or the tag of one, or name the function in specs\/surfaces\.yaml: names: \{ "GET \/better": resource\.name \}/,
  ],
  [
    "two ids that differ only in signs",
    document("GET /things/{thing-id}/{thingId}"),
    /contains \{thingId\} twice, or beside a parameter that differs from it only in signs/,
  ],
  [
    "successes of two kinds",
    document(
      "GET /things",
      `
responses:
  200: { description: It., content: { application/json: { schema: ${THING} } } }
  206: { description: Events., content: { text/event-stream: { schema: ${THING} } } }
`,
    ),
    /different kinds of content/,
  ],
  [
    "no success",
    document("GET /things", "responses: { 404: { description: Never. } }"),
    /lists no response for a success/,
  ],
  [
    "two schemas with one name",
    document(
      "GET /things",
      "",
      "api.Part: { type: object }\nApiPart: { type: object }",
    ),
    /the type ApiPart would also be that of the schema api\.Part: .* types: \{ "ApiPart": AnotherName \}/,
  ],
  [
    "a schema with the name of a type of the language",
    document("GET /things", "", "Promise: { type: object }"),
    /Promise: is not possible as the name of a type.*surfaces\.yaml/,
  ],
];
