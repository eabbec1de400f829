import { inspect } from "node:util";
import { buildSchema, graphql } from "graphql";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  createClient,
  InputError,
  type Client,
  type ResponseError,
} from "../../src/index.js";
import {
  failure,
  lost,
  refused,
  scripted,
  success,
  URLS,
  type Sent,
  type Step,
} from "../support/scripted-fetch.js";
import { proofRuns } from "../support/runs.js";

beforeAll(() => import("../../src/graphql/document.js"));
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Every text that holding, printing or logging `thing` could show. */
function everyText(thing: unknown): string[] {
  const texts = [
    String(thing),
    JSON.stringify([thing]),
    inspect(thing),
    inspect(thing, { showHidden: true, depth: Infinity, getters: true }),
  ];
  const seen = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (typeof value === "string") texts.push(value);
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof Headers) walk([...value]);
    for (const name of Reflect.ownKeys(value)) {
      texts.push(String(name));
      walk(Object.getOwnPropertyDescriptor(value, name)?.value);
    }
  };
  walk(thing);
  return texts;
}

/** How a key may be written: as it is, in an address, in a form, in JSON. */
function spellings(key: string): string[] {
  const encoded = encodeURIComponent(key);
  return [
    key,
    encoded,
    encoded.replace(/%../g, (hex) => hex.toLowerCase()),
    new URLSearchParams({ k: key }).toString().slice(2),
    new URL(`https://a.test/?k=${encoded}`).search.slice(3),
    JSON.stringify(key).slice(1, -1),
  ];
}

function expectNone(secrets: readonly string[], thing: unknown): void {
  const texts = everyText(thing);
  for (const secret of secrets)
    for (const text of texts)
      if (text.includes(secret))
        expect.fail(`${JSON.stringify(secret)} is in ${text.slice(0, 400)}`);
}

const KEYS = [
  "rpa_0123456789ABCDEFGHJK",
  "k+e/y=&%41#?;:@~!*()[]",
  `q'u"o\\te<s>|^{}\``,
];
const PASSWORD = "correct-horse-battery";

/** One call for each way that a key or a secret travels. */
const CALLS: Readonly<Record<string, (cloud: Client) => Promise<unknown>>> = {
  REST: (cloud) => cloud.pods.create({ env: { PASSWORD } }),
  jobs: (cloud) => cloud.model("m").run({ prompt: PASSWORD }),
  GraphQL: (cloud) =>
    cloud.graphql.request("mutation ($e: [Env]) { save(env: $e) { id } }", {
      e: [{ key: "PASSWORD", value: PASSWORD }],
    }),
  "cloud.rest": (cloud) =>
    cloud.rest.POST("/pods", { body: { env: { PASSWORD } } }),
};

const whole = ({ url, method, headers, body = "" }: Sent) =>
  new Request(url, { method, headers, body });

/** Errors of a custom `fetch` that carry its arguments. */
const ERRORS: Readonly<Record<string, (sent: Sent) => unknown>> = {
  "a message with the address": ({ url }) => new Error(`GET ${url} failed`),
  "the address": ({ url }) => Object.assign(new TypeError("x"), { input: url }),
  "the headers": ({ headers }) => Object.assign(new Error("x"), { headers }),
  "headers in plain": ({ headers }) =>
    Object.assign(new Error("x"), { config: Object.fromEntries(headers) }),
  "a Request": (sent) =>
    Object.assign(new Error("x"), { request: whole(sent) }),
  "a symbol": ({ url, headers }) =>
    Object.assign(new Error("x"), { [Symbol("u")]: [url, [...headers]] }),
  "a cause": ({ url, headers }) =>
    new Error("outer", {
      cause: new Error("inner", {
        cause: Object.assign(new Error(url), { all: [...headers] }),
      }),
    }),
  "a cause that is itself": ({ url }) => {
    const round = new Error(url);
    return Object.assign(round, { cause: round });
  },
  "a member that throws": ({ url }) =>
    Object.defineProperty(new Error(url), "x", { get: () => expect.fail("x") }),
  "a name": ({ url, headers }) =>
    Object.assign(new Error("x"), { name: url + JSON.stringify([...headers]) }),
  "the body": ({ body }) => Object.assign(new Error("x"), { config: { body } }),
  "a message with the body": ({ body = "" }) => new Error(`sent ${body}`),
};

for (const [what, errorOf] of Object.entries(ERRORS))
  for (const [surface, call] of Object.entries(CALLS))
    test(`a fetch that throws ${what} reveals nothing of a call to ${surface}`, async () => {
      for (const apiKey of KEYS) {
        const step = (sent: Sent) => Promise.reject(errorOf(sent));
        const { cloud } = scripted([step], { apiKey });
        const error = await failure(call(cloud));
        expect(error).toMatchObject({ code: "connection_failed" });
        expectNone([...spellings(apiKey), PASSWORD], error);
      }
    });

/** Responses that echo the key, spelled as `form`. */
const ECHOES: Readonly<Record<string, (form: string) => Step>> = {
  "the reason": (form) => ({ status: 400, json: { message: `bad ${form}` } }),
  "a member's name": (form) => ({ status: 400, json: { [form]: [form] } }),
  HTML: (form) => ({ status: 403, text: `<p>${form}</p>` }),
  "a header": (form) => ({ status: 401, headers: { "x-seen": `k=${form}` } }),
  "the content type": (form) => ({
    text: "x",
    headers: { "content-type": `text/${form}` },
  }),
  "an unreadable success": (form) => ({ text: `ok ${form}` }),
  "the status text": (form) => () =>
    new Response("{}", { status: 400, statusText: form }),
  "GraphQL errors": (form) => ({
    json: { errors: [{ message: form, path: [form] }], data: { a: form } },
  }),
};

/** How the call ended, if it failed at all. */
const outcomeOf = (call: Promise<unknown>) =>
  failure(call.then(() => Promise.reject(new Error("resolved"))));

for (const [where, echo] of Object.entries(ECHOES))
  test(`a key that the service echoes in ${where} is redacted`, async () => {
    for (const apiKey of KEYS)
      for (const form of spellings(apiKey)) {
        const { cloud } = scripted([echo(form)], { apiKey });
        expectNone(spellings(apiKey), await outcomeOf(cloud.pods.list()));
        expectNone(spellings(apiKey), await outcomeOf(cloud.graphql.myself()));
      }
  });

test("a key in an answer without a job's id is redacted", async () => {
  const [apiKey = ""] = KEYS;
  const { cloud } = scripted([{ json: { status: apiKey } }], { apiKey });
  expectNone([apiKey], await failure(cloud.model("m").run({})));
});

test("a key that a worker echoes in a job's error is redacted", async () => {
  const [apiKey = ""] = KEYS;
  const json = { id: "j", status: "FAILED", error: `401 for ${apiKey}` };
  const { cloud } = scripted([{ json }], { apiKey });
  expectNone([apiKey], await failure(cloud.model("m").job("j").wait()));
  expectNone([apiKey], await failure(cloud.model("m").runSync({})));
});

test("a key of an earlier call that a worker echoes in a job's error is redacted", async () => {
  const keys = ["rpa_first_0123456789", "rpa_second_9876543210"];
  let asked = 0;
  const json = { id: "j", status: "FAILED", error: `401 for ${keys[0] ?? ""}` };
  const { cloud } = scripted([{ json: { id: "j" } }, { json }], {
    apiKey: () => keys[asked++] ?? "rpa_third_0000000000",
  });
  const job = await success(cloud.model("m").run({}));
  expectNone(keys, await failure(job.wait()));
});

test("the key of a call is redacted also where other calls have used many other keys since", async () => {
  const first = "rpa_first_0123456789";
  let asked = 0;
  const others = Array.from(
    { length: 20 },
    (_, at) => `k${at}${"x".repeat(8000)}`,
  );
  let answerFirst: (response: Response) => void = () => undefined;
  const { cloud } = scripted(
    [
      () => new Promise<Response>((resolve) => (answerFirst = resolve)),
      { json: { id: "p1" } },
    ],
    { apiKey: () => (asked++ === 0 ? first : (others[asked - 2] ?? "")) },
  );
  const call = cloud.pods.get("p0", {}, { retries: 0 });
  while (asked <= others.length) await success(cloud.pods.get("p1"));
  const json = { message: `the key ${first} is wrong` };
  answerFirst(Response.json(json, { status: 400 }));
  const error = (await failure(call)) as ResponseError;
  expect(error.message).toContain("[key]");
  expectNone([first], error);
});

test("hooks never receive the key, a body or what fills a route", async () => {
  const [apiKey = ""] = KEYS;
  const events: unknown[] = [];
  const hook = (event: unknown) => void events.push(event);
  const { cloud } = scripted([refused(), { status: 429 }, lost()], {
    apiKey,
    onRequest: hook,
    onResponse: hook,
    onRetry: hook,
  });
  for (const call of Object.values(CALLS)) await outcomeOf(call(cloud));
  await failure(cloud.pods.get("secret-pod"));
  expect(events.length).toBeGreaterThan(10);
  expectNone([...spellings(apiKey), PASSWORD, "secret-pod"], events);
});

const SILENT: Readonly<Record<string, Step>> = {
  "no connection": refused(),
  "a lost connection": lost(),
  "a refusal": { status: 400, json: { message: "no" } },
  nothing: { text: "" },
  "errors that are no list": { json: { data: {}, errors: { message: "x" } } },
  "a wrong shape": { json: { data: { a: 1 }, extensions: "x" } },
};

for (const [met, step] of Object.entries(SILENT))
  test(`an error after ${met} shows no body and no variable`, async () => {
    for (const call of Object.values(CALLS)) {
      const { cloud } = scripted([step]);
      const error = await outcomeOf(call(cloud));
      expectNone([PASSWORD], error);
    }
  });

test.each([
  `a ${PASSWORD}`,
  `a; ${PASSWORD}; b`,
  4_071_528_396,
  { v: PASSWORD },
])(
  "the variable that graphql refuses is not in the message: %j",
  async (value) => {
    const schema = buildSchema(
      "input E { v: String! } type Query { a(e: E): Int }",
    );
    const source = "query ($e: E) { a(e: $e) }";
    const e = typeof value === "string" ? { v: value, extra: 1 } : { v: value };
    const answer = await graphql({ schema, source, variableValues: { e } });
    const { cloud } = scripted([{ status: 400, json: answer }]);
    const error = (await failure(
      cloud.graphql.request(source, { e }),
    )) as Error;
    expect(error).toMatchObject({ code: "graphql_error" });
    expect(error.message).not.toMatch(/correct-horse|4071528396/);
  },
);

const RUNS = { numRuns: proofRuns(300) };
const PRINTABLE = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((n) => String.fromCharCode(n)),
  minLength: 16,
  maxLength: 60,
});

test("no key, however written, survives in an error, whatever stands around it", async () => {
  const echo = fc.constantFrom(...Object.keys(ECHOES));
  const bare = new Set(["a header", "the content type", "the status text"]);
  const words = fc.tuple(echo, fc.string(), fc.nat(5), fc.string());
  await fc.assert(
    fc.asyncProperty(PRINTABLE, words, async (apiKey, [where, a, n, z]) => {
      const form = spellings(apiKey)[n] ?? apiKey;
      const step = ECHOES[where]?.(bare.has(where) ? form : a + form + z);
      const { cloud } = scripted([step ?? {}], { apiKey, retries: 0 });
      expectNone(spellings(apiKey), await outcomeOf(cloud.pods.list()));
      expectNone(spellings(apiKey), await outcomeOf(cloud.graphql.myself()));
    }),
    RUNS,
  );
});

const BAD = [
  "",
  "a 0123",
  "a0123\nb",
  "0123\t",
  "ü0123",
  "0123\0",
  "\u20280123",
];

test.each(BAD)("the key %j is refused and not quoted", async (bad) => {
  const direct = () => createClient({ apiKey: bad, ...URLS });
  expect(direct).toThrow(InputError);
  const { cloud, requests } = scripted([{ json: [] }], { apiKey: () => bad });
  const error = await failure(cloud.pods.list());
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ parameter: "apiKey", maybeSent: false });
  if (bad !== "") expectNone([bad, "0123"], error);
  expect(requests).toHaveLength(0);
});

const NO_KEYS = [null, 12345678, {}, true];

test.each(NO_KEYS)("a function that gives %j is refused", async (bad) => {
  const apiKey = () => bad as unknown as string;
  const { cloud, requests } = scripted([{ json: [] }], { apiKey });
  expect(await failure(cloud.pods.list())).toBeInstanceOf(InputError);
  expect(requests).toHaveLength(0);
});

test.each(NO_KEYS)("a client with the key %j is not made", (bad) => {
  const apiKey = bad as unknown as string;
  expect(() => createClient({ apiKey, ...URLS })).toThrow(InputError);
});

test("the key travels in one header, or in the one parameter of GraphQL, and nowhere else", async () => {
  for (const apiKey of KEYS) {
    const { cloud, requests } = scripted([{ json: { id: "j", data: {} } }], {
      apiKey,
    });
    for (const call of Object.values(CALLS)) await success(call(cloud));
    for (const { url, headers, body } of requests) {
      const inGraphql = new URL(url).searchParams.get("api_key");
      const inHeader = headers.get("authorization");
      expect([inGraphql, inHeader].filter(Boolean)).toEqual([
        url.startsWith(URLS.graphqlUrl) ? apiKey : `Bearer ${apiKey}`,
      ]);
      headers.delete("authorization");
      expectNone([apiKey], [url.split("?")[0], [...headers], body]);
    }
  }
});

test.each(["abc1234", "dev"])(
  "the client redacts the whole of the short key %s in its errors",
  async (apiKey) => {
    const json = { error: `the key ${apiKey} is wrong` };
    const { cloud } = scripted([{ status: 401, json }], { apiKey });
    const error = (await failure(cloud.pods.list())) as ResponseError;
    expect(error.message).toContain("the key [key] is wrong");
    expectNone([apiKey], [error.message, error.body]);
  },
);
