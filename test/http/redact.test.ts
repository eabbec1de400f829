import { inspect } from "node:util";
import { expect, test } from "vitest";
import {
  createClient,
  InputError,
  type Client,
  type ResponseError,
} from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  failure,
  finish,
  lost,
  refused,
  scripted,
  success,
  URLS,
  type Sent,
  type Step,
} from "../support/scripted-fetch.js";
import { version2At, version2Of } from "../support/version-2.js";

useFakeTime();

const KEY = "rpa_0123456789ABCDEFGHJK";
/** Everything in it is escaped in an address or in JSON. */
const ODD_KEY = 'k+e/y=&%41#?"\\<>';
const KEYS = [KEY, ODD_KEY];
const SECRETS = ["correct-horse-battery", 'p+w/=&%41#?"\\<>\nsecond line'];

/** A value as it is, URI-encoded and JSON-escaped. */
function spellings(value: string): string[] {
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
}

/** A call of each surface, which sends a secret in one of the places where secrets are sent. */
const CALLS: Readonly<
  Record<string, (cloud: Client, secret: string) => Promise<unknown>>
> = {
  "REST with env as a map": (cloud, PASSWORD) =>
    cloud.pods.create({ env: { PASSWORD } }),
  "REST with a password": (cloud, password) =>
    cloud.containerRegistryAuths.create({ name: "a", username: "b", password }),
  "jobs with s3Config": (cloud, accessSecret) => {
    const s3Config = { accessSecret, accessId: "a", bucketName: "b" };
    const endpointUrl = "https://files.test";
    return cloud
      .model("m")
      .run({ prompt: "a" }, { s3Config: { ...s3Config, endpointUrl } });
  },
  "jobs with the token of a webhook": (cloud, token) => {
    const webhook = new URL("https://hook.test/end");
    webhook.searchParams.set("token", token);
    return cloud.model("m").run({ prompt: "a" }, { webhook: webhook.href });
  },
  "GraphQL with env as a list": (cloud, value) =>
    cloud.graphql.request("mutation ($i: I) { save(input: $i) { id } }", {
      i: { env: [{ key: "PASSWORD", value }] },
    }),
  "GraphQL with the value of a secret": (cloud, value) =>
    cloud.graphql.request("mutation ($i: I) { saveSecret(input: $i) { id } }", {
      i: { name: "token", value },
    }),
  "cloud.rest": async (cloud, PASSWORD) => {
    const body = { env: { PASSWORD } };
    const { error, response } = await cloud.rest.POST("/pods", { body });
    rejectFailure(response, error);
  },
  "cloud.fetch with the value of a secret": async (cloud, value) => {
    const response = await cloud.fetch(`${URLS.baseUrl}/secrets`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "token", value }),
    });
    rejectFailure(response, await response.text());
  },
  "version 2 with env as a map": (cloud, PASSWORD) =>
    version2Of(cloud).pods.create({ image: "a", env: { PASSWORD } } as never),
};

/** The calls that hand a failure over do not reject: what they hand over must not show a secret either. */
function rejectFailure({ ok, headers }: Response, body: unknown): void {
  if (!ok) throw Object.assign(new Error("handed over"), { headers, body });
}

/** The places of a response in which the service repeats a text. */
const ECHOES: Readonly<Record<string, (text: string) => Step>> = {
  "the reason": (text) => ({ status: 400, json: { error: `for ${text}` } }),
  "a member of the body": (text) => ({ status: 400, json: { a: [{ text }] } }),
  "errors of GraphQL": (text) => ({
    json: { errors: [{ message: text, path: [text] }], data: { a: text } },
  }),
  "a text": (text) => ({ status: 403, text: `no: ${text}` }),
  "a header": (text) => ({
    status: 401,
    headers: { "x-seen": text.replaceAll("\n", " ") },
  }),
  "the content type": (text) => ({
    text: "x",
    headers: { "content-type": `text/${text.replaceAll("\n", " ")}` },
  }),
  "an unreadable success": (text) => ({ text: `ok ${text}` }),
  "the cause of a stream that breaks off": (text) => () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.error(new Error(`lost ${text}`)),
      }),
    ),
};

/** What a `fetch` of the user throws, which has seen the whole request. */
const ERRORS: Readonly<Record<string, (sent: Sent) => unknown>> = {
  "a message with the address": ({ url }) => new Error(`POST ${url} failed`),
  "a message with the body": ({ body = "" }) => new Error(`sent ${body}`),
  "a name": ({ url }) => Object.assign(new Error("x"), { name: url }),
  "a text": ({ url, body = "" }) => `${url} ${body}`,
  "a nested cause": ({ url, headers, body }) =>
    new Error("outer", {
      cause: new Error("inner", {
        cause: Object.assign(new Error(url), { all: [...headers, body] }),
      }),
    }),
  "a cause that is the error itself": ({ url, body }) => {
    const round = new Error(`${url} ${body ?? ""}`);
    return Object.assign(round, { cause: round });
  },
  "several errors": ({ url }) => new AggregateError([new Error(url)], "both"),
  Headers: ({ headers }) => Object.assign(new Error("x"), { headers }),
  "a Request": ({ url, method, headers, body = "" }) =>
    Object.assign(new Error("x"), {
      request: new Request(url, { method, headers, body }),
    }),
  "a configuration": ({ url, headers, body }) =>
    Object.assign(new Error("x"), {
      config: { url, headers: Object.fromEntries(headers), body },
    }),
};

/** Every text that a person or a program would print of a value. */
function printed(value: unknown): string {
  const { message } = Object(value) as { message?: unknown };
  const shown = inspect(value, { depth: 9, showHidden: true });
  return [message, shown, JSON.stringify(value)].join("\n");
}

function expectHidden(values: readonly string[], printedText: string): void {
  for (const value of values.flatMap(spellings))
    if (printedText.includes(value))
      expect.fail(`${JSON.stringify(value)} is shown by ${printedText}`);
}

/** What a call shows by its error, if it fails, and by its logger. */
async function shownBy(
  call: (cloud: Client, secret: string) => Promise<unknown>,
  step: Step,
  apiKey: string,
  secret: string,
): Promise<string> {
  const logged: unknown[] = [];
  const log = (...line: unknown[]) => void logged.push(line);
  const { cloud } = scripted([step], {
    apiKey,
    retries: 0,
    logger: { debug: log, info: log, warn: log },
    logLevel: "debug",
    ...version2At("https://rest.test"),
  });
  const ended = await finish(call(cloud, secret));
  expect(logged).not.toEqual([]);
  const reason = "reason" in ended ? ended.reason : undefined;
  return printed(reason) + printed(logged);
}

for (const [surface, call] of Object.entries(CALLS)) {
  test.each(Object.entries(ECHOES))(
    `a call of ${surface} shows no key and no secret that the service repeats in %s`,
    async (_, echo) => {
      for (const apiKey of KEYS)
        for (const secret of SECRETS)
          for (const text of [apiKey, secret].flatMap(spellings)) {
            const shown = await shownBy(call, echo(text), apiKey, secret);
            expectHidden([apiKey, secret], shown);
          }
    },
  );

  test.each(Object.entries(ERRORS))(
    `a call of ${surface} shows no key and no secret that its fetch throws in %s`,
    async (_, errorOf) => {
      const step = (sent: Sent) => Promise.reject(errorOf(sent));
      for (const apiKey of KEYS)
        for (const secret of SECRETS) {
          const shown = await shownBy(call, step, apiKey, secret);
          expect(shown).toContain("the connection was lost");
          expectHidden([apiKey, secret], shown);
        }
    },
  );

  test(`a call of ${surface} shows the ordinary words around a secret`, async () => {
    const [secret = ""] = SECRETS;
    const error = `name token with ${secret} for ${KEY} in EU-RO-1 is taken`;
    const step = { status: 409, json: { error } };
    const shown = await shownBy(call, step, KEY, secret);
    expect(shown).toContain(
      "name token with [secret] for [key] in EU-RO-1 is taken",
    );
  });
}

test("a short value under env is a word: the reason that repeats the word is shown", async () => {
  const json = { error: "MODE must not be debug" };
  const { cloud } = scripted([{ status: 400, json }]);
  const error = await failure(cloud.pods.create({ env: { MODE: "debug" } }));
  expect(String(error)).toContain(json.error);
});

test("a secret that begins with another secret is redacted whole", async () => {
  const env = { A: "password", B: "password-of-the-database" };
  const json = { error: `bad ${env.B}` };
  const { cloud } = scripted([{ status: 400, json }]);
  const error = await failure(cloud.pods.create({ env }));
  expect(String(error)).toMatch(/: bad \[secret\]$/);
});

test("the JSON of a request that the service quotes in its reason shows no secret", async () => {
  const env = { KEY: '-----BEGIN KEY-----\n"abc"\\def' };
  const step = ({ body = "" }: Sent) =>
    Promise.resolve(Response.json({ error: `bad ${body}` }, { status: 400 }));
  const { cloud } = scripted([step]);
  const error = (await failure(cloud.pods.create({ env }))) as ResponseError;
  expect(error.message).toContain('bad {"env":{"KEY":"[secret]"}}');
  expect(printed(error)).not.toContain("BEGIN KEY");
});

test("a request with more than 500 secrets shows no reason rather than block the process", async () => {
  const env = Object.fromEntries(
    Array.from({ length: 40_000 }, (_, at) => [`V${at}`, `secret-value-${at}`]),
  );
  const json = { error: `bad ${env["V7"] ?? ""}` };
  const { cloud } = scripted([{ status: 400, json }]);
  const error = await failure(cloud.pods.create({ env }));
  expect(String(error)).toContain(
    "answered 400: [hidden: the request has too many secrets]",
  );
  expectHidden(["secret-value-7"], printed(error));
});

test("a key of an earlier call that a worker echoes in a job's error is redacted", async () => {
  const keys = ["rpa_first_0123456789", "rpa_second_9876543210"];
  let asked = 0;
  const json = { id: "j", status: "FAILED", error: `401 for ${keys[0] ?? ""}` };
  const { cloud } = scripted([{ json: { id: "j" } }, { json }], {
    apiKey: () => keys[asked++] ?? "rpa_third_0000000000",
  });
  const job = await success(cloud.model("m").run({}));
  expectHidden(keys, printed(await failure(job.wait())));
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
  const error = await failure(call);
  expect(String(error)).toContain("the key [key] is wrong");
  expectHidden([first], printed(error));
});

test("hooks never receive the key, a body or what fills a route", async () => {
  const [secret = ""] = SECRETS;
  const events: unknown[] = [];
  const hook = (event: unknown) => void events.push(event);
  const { cloud } = scripted([refused(), { status: 429 }, lost()], {
    apiKey: KEY,
    onRequest: hook,
    onResponse: hook,
    onRetry: hook,
    ...version2At("https://rest.test"),
  });
  for (const call of Object.values(CALLS)) await failure(call(cloud, secret));
  await failure(cloud.pods.get("secret-pod"));
  expect(events.length).toBeGreaterThan(10);
  expectHidden([KEY, secret, "secret-pod"], printed(events));
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
  if (bad !== "") expectHidden([bad, "0123"], printed(error));
  expect(requests).toHaveLength(0);
});

test("the key travels in one header, or in the one parameter of GraphQL, and nowhere else", async () => {
  for (const apiKey of KEYS) {
    const json = { id: "j", data: {} };
    const options = { apiKey, ...version2At("https://rest.test") };
    const { cloud, requests } = scripted([{ json }], options);
    for (const call of Object.values(CALLS)) await success(call(cloud, "word"));
    for (const { url, headers, body } of requests) {
      const inGraphql = new URL(url).searchParams.get("api_key");
      const inHeader = headers.get("authorization");
      expect([inGraphql, inHeader].filter(Boolean)).toEqual([
        url.startsWith(URLS.graphqlUrl) ? apiKey : `Bearer ${apiKey}`,
      ]);
      headers.delete("authorization");
      expectHidden([apiKey], printed([url.split("?")[0], [...headers], body]));
    }
  }
});
