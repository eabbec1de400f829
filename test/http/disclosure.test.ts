import { inspect } from "node:util";
import fc from "fast-check";
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from "vitest";
import {
  GraphQLError,
  type Client,
  type ResponseError,
} from "../../src/index.js";
import { createDisclosure } from "../../src/http/disclosure.js";
import type { TransportRequest } from "../../src/http/request.js";
import { SentValues } from "../../src/http/sent-values.js";
import { proofRuns } from "../support/runs.js";
import {
  failure,
  scripted,
  success,
  type Step,
} from "../support/scripted-fetch.js";

beforeAll(() => import("../../src/graphql/document.js"));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECRET = 'correct "horse"\n\\battery/staple é+%41';
const NOTE =
  "the service's reason may repeat what was sent: see `body` or `cause.body` of this error";

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const ECHOES: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "in capitals": (text) => text.toUpperCase(),
  "as JSON": inJson,
  "as JSON in JSON": (text) => inJson(inJson(text)),
  "for a URL": encodeURIComponent,
  "for a form": (text) => new URLSearchParams({ a: text }).toString(),
  "cut at its end": (text) => `${text.slice(0, 9)}…`,
  "cut at both ends": (text) => `…${text.slice(3, 12)}…`,
};

/** Calls that send `SECRET`, each in another place. */
const CALLS: Readonly<Record<string, (cloud: Client) => Promise<unknown>>> = {
  "a body": (cloud) => cloud.pods.create({ env: { A: SECRET } }),
  "the name of a member": (cloud) =>
    cloud.pods.create({ env: { [SECRET]: "" } }),
  "an input": (cloud) => cloud.model("m").run({ prompt: [SECRET] }),
  "a query": (cloud) => cloud.pods.list({ name: SECRET }),
  "a route": (cloud) => cloud.pods.get(SECRET),
  "a header": (cloud) =>
    cloud.pods.list({}, { headers: { "x-a": encodeURIComponent(SECRET) } }),
  variables: (cloud) =>
    cloud.graphql.request("query ($a: A) { b(a: $a) }", { a: { b: SECRET } }),
};

describe.each(Object.entries(ECHOES))(
  "a reason that repeats what was sent %s",
  (_, echo) => {
    const steps: readonly Step[] = [
      { status: 400, json: { error: `refused: ${echo(SECRET)}` } },
      { json: { errors: [{ message: `refused: ${echo(SECRET)}` }] } },
    ];
    for (const [where, call] of Object.entries(CALLS))
      test(`is not in the message of a call that sent it in ${where}`, async () => {
        const isGraphql = where === "variables";
        const { cloud } = scripted([steps[isGraphql ? 1 : 0] ?? {}]);
        const error = (await failure(call(cloud))) as ResponseError;
        expect(error.message).toContain(NOTE);
        expect(error.message).not.toContain("refused");
        expect(JSON.stringify(error.body)).toContain("refused");
      });
  },
);

test.each([
  ["no pod Abc!", {}, "no pod …!"],
  ["no pod named abc, or abc.2", { name: "abc.2" }, "no pod named …, or …"],
  ["start is not allowed now", { name: "start" }, "… is not allowed now"],
  ["no image ubuntu:24.04 (abc)", { name: "ubuntu:24.04" }, "no image … (…)"],
  // Of a value of several words, no word is left.
  ["abc: hush tiny words", { name: "hush tiny words" }, NOTE],
  ["abc: hush tiny words", { name: "tiny words" }, NOTE],
  // A word that contains a value is no whole value.
  ["abc is hush4c1dhush", { name: "hush4c1d" }, NOTE],
  // A value that is a part of another one does not cut the other one into short pieces.
  ["bad ape tin ape oak", { name: "ape", imageName: "ape tin ape oak" }, NOTE],
  ["bad line root,4711x", { name: "root", imageName: "root,4711x" }, NOTE],
  ["bad k1=a&amp;pw=b", { name: "amp", imageName: "k1=a&pw=b" }, NOTE],
  // A message shows an invisible character as a space.
  ["bad tin\u200boak\u0000elm", { name: "tin oak elm" }, NOTE],
  // The form of a sigma depends on what follows.
  ["bad ΟΔΟΣ.x", { name: "ΟΔΟΣ" }, NOTE],
])(
  "the reason %j has … for the id abc and for the values of %j, or is left out",
  async (text, update, shown) => {
    const { cloud } = scripted([{ status: 404, text }]);
    const error = await failure(cloud.pods.update("abc", update));
    const hint =
      shown === NOTE ? "" : " (see `body` or `cause.body` of this error)";
    expect((error as Error).message).toBe(
      `pods.update: PATCH /pods/{podId} answered 404: ${shown}${hint}`,
    );
  },
);

test("the service's own id of a request is shown as a whole, or not at all", async () => {
  for (const [id, shown] of [
    ["req+4711", "req+4711"],
    ["req+abc+77", undefined],
  ] as const) {
    const { cloud } = scripted([
      { status: 404, text: "", headers: { "x-request-id": id } },
    ]);
    const error = await failure(cloud.pods.get("abc"));
    expect((error as ResponseError).requestId).toBe(shown);
  }
});

test("the literals of a document are not in the message, and its names may be", async () => {
  const document = `mutation { save(env: "correct horse battery") { networkVolume } }`;
  const reply = (message: string) => ({ json: { errors: [{ message }] } });
  const messageFor = async (message: string) => {
    const { cloud } = scripted([reply(message)]);
    const error = await failure(cloud.graphql.request(document));
    return (error as Error).message;
  };
  const unknown = 'Cannot query field "networkVolume" on type "Save".';
  expect(await messageFor(unknown)).toContain(unknown);
  expect(await messageFor("bad Correct Horse")).toContain(NOTE);
});

test("a document that cannot be parsed is refused without any text of it", async () => {
  for (const document of [
    '{ a(b: ) "hush-4c1d-hush" }',
    "{ a(b: {c: hush4c1dhush hush4c1dhush}) }",
    '{ "hush-4c1d-hush" }',
  ]) {
    const { cloud, requests } = scripted([]);
    const error = await failure(cloud.graphql.request(document));
    expect((error as Error).message).toMatch(
      /^graphql\.request: the document cannot be parsed at line 1, column \d+: Syntax Error/,
    );
    expect(inspect(error)).not.toContain("hush");
    expect(requests).toHaveLength(0);
  }
});

test.each([
  ["Cannot GET /v1/pods/p1", "p1"],
  ["cannot get /V1/PODS/ab%20c", "ab c"],
  ["abc", "abc"],
  ["abc: Abc!", "abc"],
])(
  "the reason %j is not in the message when the id is %j",
  async (text, id) => {
    const { cloud } = scripted([{ status: 404, text }]);
    const error = await failure(cloud.pods.get(id));
    expect((error as Error).message).toBe(
      `pods.get: GET /pods/{podId} answered 404: ${NOTE}`,
    );
  },
);

test.each([
  ["no pod abcd", "abc"],
  ["imageName is required", "abc"],
  ["Cannot GET /v1/pods", "abc"],
])("the reason %j is in the message when the id is %j", async (text, id) => {
  const { cloud } = scripted([{ status: 404, text }]);
  const error = await failure(cloud.pods.get(id));
  expect((error as Error).message).toContain(text);
});

test("the reason is not in the message when the request is too long to compare", async () => {
  const { cloud } = scripted([{ status: 400, json: { error: "too large" } }]);
  const input = { image: "x".repeat(20_000) };
  const error = (await failure(cloud.model("m").run(input))) as ResponseError;
  expect(error.message).toBe(
    `jobs.run: POST /v2/{slug}/run answered 400: ${NOTE}`,
  );
  expect(error.body).toEqual({ error: "too large" });
});

test("the content type of a response is not in the message where it repeats what was sent", async () => {
  const headers = { "content-type": "text/hush-4c1d-hush" };
  const { cloud } = scripted([{ text: "a", headers }]);
  const body = { env: { A: "hush-4c1d-hush" } };
  const error = (await failure(cloud.pods.create(body))) as Error;
  expect(error.message).toContain("another type instead of JSON");
});

test("no log of a GraphQLError shows what was sent, though its members do", async () => {
  const echo = {
    message: `no ${SECRET}`,
    path: [SECRET],
    extensions: { variables: { a: SECRET } },
  };
  const { cloud } = scripted([
    { json: { errors: [echo, echo], data: { a: SECRET } } },
  ]);
  const call = cloud.graphql.request("query ($a: A) { b(a: $a) }", {
    a: SECRET,
  });
  const error = (await failure(call)) as GraphQLError;
  expect(error).toBeInstanceOf(GraphQLError);
  const logs = [
    inspect(error, { depth: 20 }),
    JSON.stringify(error),
    JSON.stringify(error.errors),
  ];
  for (const log of logs) expect(log).not.toMatch(/correct|horse|battery/);
  expect(error.errors[0]?.extensions).toEqual(echo.extensions);
  expect(error.data).toEqual({ a: SECRET });
  expect(error.errors).toHaveLength(2);
});

test("Node shows nothing that was sent in the errors of a ResponseError, which it prints though they are hidden", async () => {
  const errors = [`env.A must not be ${SECRET}`, "name is required", 7];
  const { cloud } = scripted([{ status: 422, json: { title: "no", errors } }]);
  const call = cloud.pods.create({ env: { A: SECRET } });
  const error = (await failure(call)) as ResponseError;
  expect(inspect(error, { depth: 20 })).not.toMatch(/correct|horse|battery/);
  expect(error.errors).toEqual([NOTE, "name is required"]);
  expect(error.body).toEqual({ title: "no", errors });
});

test("the partial data of a GraphQLError is redacted when it is first read, and once", async () => {
  const data = { a: "test-key-0123456789abcdef", b: 1 };
  const { cloud } = scripted([{ json: { errors: [{ message: "no" }], data } }]);
  const stringify = vi.spyOn(JSON, "stringify");
  const error = (await failure(cloud.graphql.myself())) as GraphQLError;
  const before = stringify.mock.calls.filter(
    ([value]) => (Object(value) as typeof data).b === 1,
  );
  expect(before).toEqual([]);
  expect(error.data).toEqual({ a: "[key]", b: 1 });
  expect(error.data).toBe(error.data);
  stringify.mockRestore();
});

/** What a text is compared with, of a request with this body. */
function sentIn(body: string): SentValues {
  const call = { surface: "rest", operation: "o", route: "POST /a", hint: "" };
  const request = { call, method: "POST", url: "https://a.test/v1/a", body };
  return new SentValues({ ...request, options: {} } as TransportRequest, {});
}

test("a success is not compared with its request", async () => {
  const headers = { "x-request-id": "req-1" };
  const { cloud } = scripted([{ json: { id: "j" }, headers }]);
  const input = { prompt: Array.from({ length: 2000 }, (_, n) => n).join() };
  const add = vi.spyOn(Set.prototype, "add");
  await success(cloud.model("m").run(input));
  await success(cloud.pods.create({ env: { A: input.prompt } }));
  expect(add.mock.calls.length).toBeLessThan(200);
  add.mockRestore();
});

describe("SentValues", () => {
  test("finds every piece of 8 characters of a value, under any escape and wherever it is cut", () => {
    const unit = fc.constantFrom(
      "a",
      "B",
      "\\",
      '"',
      "\n",
      "%",
      "u",
      "0",
      " ",
      "+",
      "é",
      "&",
      ";",
    );
    const value = fc.string({ unit, minLength: 8, maxLength: 24 });
    const escape = fc.constantFrom(
      (text: string) => text,
      inJson,
      (text: string) => inJson(inJson(text)),
      encodeURIComponent,
      (text: string) => text.toUpperCase(),
    );
    fc.assert(
      fc.property(value, fc.nat(), escape, (value, cut, escape) => {
        // Backslashes do not count, and white space counts as one space.
        const start = cut % (value.length - 7);
        const piece = value.slice(start);
        const counted = piece.replaceAll("\\", "").replace(/[\s+]+/g, " ");
        fc.pre(counted.trim().length >= 8);
        fc.pre(!/[\\%&]/.test(piece) || start === 0);
        const sent = sentIn(JSON.stringify({ a: [value] }));
        expect(sent.isRepeatedIn(`x ${escape(piece)} x`)).toBe(true);
      }),
      { numRuns: proofRuns(300) },
    );
  });

  test.each([
    ["a value of two characters", { a: "ab" }, "ab"],
    ["a value within a word", { a: "abc" }, "abcd"],
    ["a boolean", { a: true }, "must be true"],
    ["the name of a member", { imageName: 1 }, "imageName is wrong"],
    ["seven characters of a longer value", { a: "abcdefghi" }, "abcdefg"],
  ])("does not count %s", (_, body, text) => {
    expect(sentIn(JSON.stringify(body)).isRepeatedIn(text)).toBe(false);
  });

  test.each([
    ["a number", { a: 4071528396 }, "4071528396"],
    ["a short number", { a: [443] }, "port 443"],
    ["a short value", { a: { b: "abc" } }, "'ABC' is wrong"],
    ["a text that is no JSON", "a=hush-4c1d", "HUSH-4C1D"],
    [
      "a value with a backslash before each letter",
      { a: "tinfoil" },
      "\\t\\i\\n\\f\\o\\i\\l",
    ],
    ["a short value after a line break", { a: "abc" }, "says:\\nabc\\n"],
  ])("counts %s", (_, body, text) => {
    const written = typeof body === "string" ? body : JSON.stringify(body);
    expect(sentIn(written).isRepeatedIn(text)).toBe(true);
  });

  test.each([
    ["one character", "a"],
    ["backslashes", "\\"],
    ["nested percent signs", "%25"],
    ["nested backslashes", "\\u005c"],
    ["short words", "abc "],
  ])("takes twice the steps for twice as many %s", (_, unit) => {
    const steps = (times: number) => {
      const has = vi.spyOn(Set.prototype, "has");
      sentIn(JSON.stringify({ a: "abd", b: "0123456789" })).isRepeatedIn(
        unit.repeat(times),
      );
      const count = has.mock.calls.length;
      has.mockRestore();
      return count;
    };
    expect(steps(2000)).toBeLessThanOrEqual(2 * steps(1000) + 100);
  });

  test("takes twice the steps for a body twice as long, and none beyond 16 KiB", () => {
    const steps = (length: number) => {
      const add = vi.spyOn(Set.prototype, "add");
      sentIn(JSON.stringify("\\".repeat(length))).isRepeatedIn("a");
      const count = add.mock.calls.length;
      add.mockRestore();
      return count;
    };
    expect(steps(4000)).toBeLessThanOrEqual(2 * steps(2000) + 100);
    expect(steps(20_000)).toBe(0);
  });
});

test("a reason that names a wrong type of GPU is not in the message, which says where the reason is", async () => {
  const error = "gpuTypeIds[0] must be a known type, not NVIDIA GeForce 4090";
  const { cloud } = scripted([{ status: 400, json: { error } }]);
  const create = cloud.pods.create({ gpuTypeIds: ["NVIDIA GeForce 4090"] });
  const refused = (await failure(create)) as ResponseError;
  expect(refused.message).toBe(`pods.create: POST /pods answered 400: ${NOTE}`);
  expect(refused.body).toEqual({ error });
});

test.each([
  [
    'the name is taken by another template: "resizer of pictures"',
    'the name is taken by another template: "…" (see `body` or `cause.body` of this error)',
  ],
  [
    "there is no template 'resizer of pictures', isn't it",
    "there is no template '…', isn't it (see `body` or `cause.body` of this error)",
  ],
  [
    "`Resizer of Pictures` is taken",
    "`…` is taken (see `body` or `cause.body` of this error)",
  ],
  [
    '"resizer \\"of\\" pictures" is taken',
    '"…" is taken (see `body` or `cause.body` of this error)',
  ],
  ['the name is taken: "resizer of pictures', NOTE],
  ['"resizer of pictures"', NOTE],
  ['resizer of pictures is taken: choose "another"', NOTE],
])("the reason %s is shown as %s", async (error, shown) => {
  const { cloud } = scripted([{ status: 400, json: { error } }]);
  const create = cloud.templates.create({
    name: "resizer of pictures",
    imageName: "a",
  });
  const refused = (await failure(create)) as ResponseError;
  expect(refused.message).toBe(
    `templates.create: POST /templates answered 400: ${shown}`,
  );
  expect(refused.body).toEqual({ error });
});

/** A text with escapes, which take the longest to compare. */
const ESCAPED = "%252541\\n&amp;#66;".repeat(200).slice(0, 1000);

test.each<[string, (cloud: Client) => Promise<unknown>]>([
  ["a GraphQLError", (cloud) => cloud.graphql.request("{ a }")],
  ["a ResponseError", (cloud) => cloud.pods.list()],
])(
  "%s of fifty long errors compares and shows 8 Ki characters of them",
  async (_, call) => {
    const texts = Array.from({ length: 50 }, (_, at) => `${at} ${ESCAPED}`);
    const { cloud } = scripted([{ status: 400, json: { errors: texts } }]);
    const error = (await failure(call(cloud))) as GraphQLError | ResponseError;
    const entries: readonly unknown[] = error.errors ?? [];
    const shown = entries.map((entry): unknown =>
      typeof entry === "string" ? entry : Reflect.get(Object(entry), "message"),
    );
    expect(shown).toHaveLength(50);
    expect(shown[0]).toMatch(/^0 %252541/);
    const compared = texts.filter((_, at) => shown[at] !== NOTE);
    expect(compared.join("").length).toBeLessThanOrEqual(2 ** 13);
    expect(inspect(error).length).toBeLessThan(30_000);
    expect(error.body).toEqual({ errors: texts });
  },
);

test("createDisclosure redacts at most 8 Ki characters of all texts that it quotes", () => {
  let redacted = 0;
  const redact = <T>(value: T): T => {
    redacted += String(value).length;
    return value;
  };
  const { quote } = createDisclosure({
    request: {
      call: { surface: "rest", operation: "", route: "GET /pods", hint: "" },
      method: "GET",
      url: "https://rest.test/v1/pods",
      options: {},
    },
    clientHeaders: {},
    redact,
  });
  for (let text = 0; text < 1000; text++) quote(ESCAPED);
  expect(redacted).toBeGreaterThan(5000);
  expect(redacted).toBeLessThanOrEqual(2 ** 13);
});
