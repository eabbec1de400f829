import createFetcher, { type Middleware } from "openapi-fetch";
import { describe, expect, test } from "vitest";
import {
  answer,
  scripted,
  URLS,
  type Answer,
} from "../support/scripted-fetch.js";

/** What went out, as far as openapi-fetch writes it, what the middleware saw, and what came back. */
interface Seen {
  readonly sent: readonly unknown[];
  readonly result: unknown;
  readonly marks: readonly unknown[];
}

type Call = (client: Escape) => Promise<unknown>;
type Escape = {
  request(method: string, path: string, init?: object): Promise<unknown>;
  use(...middleware: Middleware[]): void;
};

const OURS = ["accept", "authorization", "user-agent"];

/** `data` or `error`, and the answer's status; or what was thrown. */
async function shown(outcome: Promise<unknown>): Promise<unknown> {
  try {
    const { response, ...rest } = (await outcome) as {
      response: Response;
      data?: unknown;
    };
    const { status, ok } = response;
    // What is no plain value is read; an empty stream and none are the same.
    if (typeof rest.data === "object" && !isPlain(rest.data))
      rest.data = await new Response(rest.data as BodyInit | null).text();
    return { ...rest, status, ok };
  } catch (error) {
    return { threw: error instanceof Error ? error.message : error };
  }
}

const isPlain = (value: object | null) => value?.constructor === Object;

async function theirs(step: Answer, call: Call): Promise<Seen> {
  const sent: unknown[] = [];
  const fetch = async (request: Request) => {
    const headers = Object.fromEntries(request.headers);
    const body = (await request.text()) || undefined;
    sent.push({ method: request.method, url: request.url, headers, body });
    return answer(step);
  };
  const client = createFetcher({ baseUrl: URLS.baseUrl, fetch });
  const marks: unknown[] = [];
  client.use(watching(marks));
  const result = await shown(call(client));
  return { sent, result, marks };
}

async function ours(step: Answer, call: Call): Promise<Seen> {
  const { cloud, requests } = scripted([step], { retries: 0 });
  const marks: unknown[] = [];
  cloud.rest.use(watching(marks));
  const result = await shown(call(cloud.rest));
  const sent = requests.map(({ method, url, headers, body }) => {
    OURS.forEach((name) => headers.delete(name));
    return { method, url, headers: Object.fromEntries(headers), body };
  });
  return { sent, result, marks };
}

/** Notes what a middleware is shown. */
function watching(marks: unknown[]): Middleware {
  return {
    onRequest: ({ request, schemaPath, params, options, id, ...rest }) => {
      const { querySerializer, pathSerializer, bodySerializer } = options;
      const kinds = [querySerializer, pathSerializer, bodySerializer, id];
      marks.push(request.method, request.url, schemaPath, params, rest);
      marks.push(options.baseUrl, options.parseAs, Object.isFrozen(options));
      marks.push(Reflect.get(request, "own"));
      marks.push(kinds.map((one) => typeof one));
    },
    onResponse: ({ response }) => void marks.push(response.status),
    onError: ({ error }) => void marks.push(error instanceof Error),
  };
}

const id = { path: { podId: "a b/c" } };
const json: Answer = { json: { id: "p1" } };
const page = { "content-type": "text/plain" };

const INITS: readonly (readonly [string, object])[] = [
  ["GET", {}],
  ["HEAD", {}],
  ["GET", { params: { query: { a: 1, b: ["x", "y"], c: { d: true } } } }],
  ["GET", { params: { query: { q: "a&b", e: "" }, header: { "x-a": 1 } } }],
  [
    "GET",
    {
      params: { query: { a: ["x", "y"] } },
      querySerializer: { array: { style: "form", explode: false } },
    },
  ],
  [
    "GET",
    {
      params: id,
      pathSerializer: (path: string) => path.replace("pods", "own"),
    },
  ],
  ["GET", { headers: { "x-a": ["1", "2"], "x-b": null, "x-c": undefined } }],
  ["POST", { body: { a: 1 } }],
  [
    "POST",
    {
      body: { a: "1" },
      headers: { "content-type": "application/x-www-form-urlencoded" },
    },
  ],
  [
    "POST",
    {
      body: { a: 1 },
      bodySerializer: (body: unknown) => `own ${JSON.stringify(body)}`,
    },
  ],
  ["PATCH", { body: [] }],
  ["DELETE", { own: "for a middleware" }],
  ["put", { body: 0, parseAs: "text" }],
  ["GET", { parseAs: "blob" }],
  ["GET", { parseAs: "arrayBuffer" }],
  ["GET", { parseAs: "stream" }],
];

const ANSWERS: readonly Answer[] = [
  json,
  { status: 204 },
  { status: 201, json: null },
  { text: "" },
  { status: 404, json: { error: "no" } },
  { status: 400, text: "no", headers: page },
  { status: 400, text: "" },
];

describe("cloud.rest behaves as openapi-fetch on a bare fetch:", () => {
  test.each(INITS)("%s with %o", async (method, init) => {
    for (const step of ANSWERS) {
      const path =
        "params" in init && init.params === id ? "/pods/{podId}" : "/pods";
      const call: Call = (client) => client.request(method, path, init);
      expect(await ours(step, call)).toEqual(await theirs(step, call));
    }
  });

  test.each<[string, Middleware]>([
    [
      "another request",
      {
        onRequest: ({ request }) =>
          new Request(request, { headers: { "x-own": "1" } }),
      },
    ],
    ["an answer", { onRequest: () => Response.json({ early: true }) }],
    [
      "an answer of a length",
      {
        onRequest: () =>
          new Response('{"a":1}', { headers: { "content-length": "7" } }),
      },
    ],
    [
      "another answer",
      { onResponse: () => new Response("no", { status: 400 }) },
    ],
    ["nothing", { onRequest: () => undefined, onResponse: () => undefined }],
  ])("takes %s of a middleware", async (_, middleware) => {
    const call: Call = (client) =>
      client.request("GET", "/pods", { middleware: [middleware, undefined] });
    expect(await ours(json, call)).toEqual(await theirs(json, call));
  });
});
