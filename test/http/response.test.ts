import { expect, test } from "vitest";
import {
  CloudComputeError,
  ResponseError,
  type Client,
} from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  failure,
  lost,
  scripted,
  stalling,
  success,
  type Answer,
} from "../support/scripted-fetch.js";

useFakeTime({ leavesNoTimer: true });

/** A text that says what it is. */
const typed = (text: string, type: string): Answer => ({
  text,
  headers: { "content-type": type },
});
const json = (text: string) => typed(text, "application/json");
const HTML = "<!doctype html><title>Sign in to the Wi-Fi</title>";
const html = typed(HTML, "text/html; charset=utf-8");

test.each<[string, Answer, string]>([
  ["HTML", html, "text/html instead of JSON"],
  ["HTML that says it is JSON", json(HTML), "JSON that cannot be parsed"],
  ["broken JSON", json('{"id":'), "JSON that cannot be parsed"],
  ["nothing", json(""), "an empty or null body instead of JSON"],
  ["text", typed("{}", "text/plain"), "text/plain instead of JSON"],
  ["204", { status: 204 }, "an empty or null body instead of JSON"],
  ["text of no type", { text: "OK" }, "JSON that cannot be parsed"],
])("a success of %s is an error of its own", async (_, answer, held) => {
  const { cloud, requests } = scripted([answer]);
  const status = answer.status ?? 200;
  const error = await failure(cloud.pods.create({}));
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({
    code: "invalid_response",
    status,
    maybeSent: true,
    message: expect.stringContaining(
      `answered ${status} with ${held}; what was to be created may exist`,
    ) as string,
  });
  const text = answer.text ?? "";
  expect((error as ResponseError).body).toEqual(text === "{}" ? {} : text);
  expect(requests).toHaveLength(1);
});

const LIST = '[{"id":"p"}]';

test.each<[string, Answer]>([
  ["no content type", { text: LIST }],
  ["a charset", typed(LIST, "Application/JSON; charset=utf-8")],
  ["a type that ends in +json", typed(LIST, "application/hal+json")],
  ["a byte order mark", json(`\uFEFF${LIST}`)],
  ["its length", { text: LIST, headers: { "content-length": "12" } }],
  ["status 201", { ...json(LIST), status: 201 }],
])("JSON with %s is read", async (_, answer) => {
  const { cloud } = scripted([answer]);
  expect(await success(cloud.pods.list())).toEqual([{ id: "p" }]);
});

test.each<[string, string, string]>([
  ["message", '{"message":"no pod"}', ": no pod"],
  ["error", '{"error":"no pod"}', ": no pod"],
  ["error.message", '{"error":{"code":3,"message":"no"}}', ": no"],
  ["detail", '{"detail":"no"}', ": no"],
  ["title", '{"title":"Not Found","status":404}', ": Not Found"],
  ["errors of texts", '{"errors":["first","second"]}', ": first; second"],
  ["errors of objects", '{"errors":[{"message":"first"}]}', ": first"],
  ["a list", '[{"message":"listed"}]', ": listed"],
  ["error and message", '{"error":"Bad","message":"small"}', ": small"],
  ["an empty message", '{"message":"","error":"no"}', ": no"],
  ["JSON without words", '{"code":7}', ""],
  ["null", "null", ""],
  ["HTML", `\n ${HTML}`, ": Sign in to the Wi-Fi"],
  ["text", "no healthy upstream", ": no healthy upstream"],
  ["lines", "a\r\n\tb\u0000\u001b[31mc\u2028d", ": a b [31mc d"],
  ["nothing", "", ""],
])("the error of a failure with %s has one line", async (_, text, reason) => {
  const { cloud } = scripted([{ status: 400, text }]);
  const error = await failure(cloud.pods.get("p1"));
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({
    code: "response_error",
    status: 400,
    operation: "pods.get",
    route: "GET /pods/{podId}",
    message: `pods.get: GET /pods/{podId} answered 400${reason}`,
  });
});

test.each([
  [302, true],
  [304, false],
  [399, false],
])(
  "the message of a response with status %i names a redirect: %j",
  async (status, isRedirect) => {
    const { cloud } = scripted([{ status }]);
    const { message } = (await failure(cloud.pods.get("p1"))) as Error;
    expect(message).toContain(`answered ${status}`);
    expect(message.includes("redirect")).toBe(isRedirect);
  },
);

/** An answer that begins as JSON and never ends. `pulled` counts its pieces of 64 KiB. */
function unending(pulled: { pieces: number }, headers: HeadersInit): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const text = pulled.pieces++ === 0 ? '{"id":"' : "x".repeat(2 ** 16);
        controller.enqueue(new TextEncoder().encode(text));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers });
}

test.each<[string, number, (cloud: Client) => Promise<unknown>]>([
  ["pods.create", 1, ({ pods }) => pods.create({ name: "x" })],
  ["rest.POST", 1, ({ rest }) => rest.POST("/pods", { body: { name: "x" } })],
  ["model.run", 1, (cloud) => cloud.model("m").run({})],
  ["graphql.myself", 32, ({ graphql }) => graphql.myself()],
])(
  "an answer to %s of more than %d MiB is an invalid_response, of which nothing more is read",
  async (_, limit, call) => {
    for (const headers of [{}, { "content-length": String(2 ** 27) }]) {
      const pulled = { pieces: 0 };
      const { cloud, requests } = scripted([() => unending(pulled, headers)]);
      const error = (await failure(call(cloud))) as Error;
      expect(error).toMatchObject({
        code: "invalid_response",
        maybeSent: true,
      });
      expect(error.message).toContain(`a body larger than ${limit} MiB`);
      expect(pulled.pieces).toBeLessThanOrEqual(limit * 16 + 2);
      expect(requests).toHaveLength(1);
    }
  },
);

test("an answer to a GET may have more than a change's 1 MiB", async () => {
  const { cloud } = scripted([{ json: ["x".repeat(2 ** 22)] }]);
  expect(await success(cloud.pods.list())).toHaveLength(1);
});

test("a long reason is cut in the message and whole in the body", async () => {
  const text = "x".repeat(5000);
  const { cloud } = scripted([{ status: 400, text }]);
  const error = (await failure(cloud.pods.list())) as ResponseError;
  expect(error.message.length).toBeLessThan(360);
  expect(error.message).toMatch(/x…$/);
  expect(error.body).toBe(text);
});

test("the body of a failure is read and kept up to 64 KiB", async () => {
  const chunk = new TextEncoder().encode("y".repeat(20_000));
  let pulled = 0;
  const pull = (controller: ReadableStreamDefaultController) => {
    pulled++;
    controller.enqueue(chunk);
  };
  const { cloud } = scripted([
    () => new Response(new ReadableStream({ pull }), { status: 400 }),
  ]);
  const error = (await failure(cloud.pods.list())) as ResponseError;
  expect(error.body).toBe("y".repeat(2 ** 16));
  expect(pulled).toBeLessThan(8);
});

test("a failure whose body stalls is reported after five seconds, and its connection released", async () => {
  let released = 0;
  const cancelled = () => {
    released++;
  };
  const { cloud } = scripted([
    () => stalling("half a rea", { status: 401 }, cancelled),
  ]);
  const start = performance.now();
  const error = await failure(cloud.pods.list());
  expect(performance.now() - start).toBe(5000);
  expect(error).toMatchObject({ status: 401, body: "half a rea" });
  expect(released).toBe(1);
});

test("a failure whose body stalls until the timeout keeps its status", async () => {
  let released = 0;
  const step = () => stalling("half a rea", { status: 401 }, () => released++);
  const { cloud, requests } = scripted([step]);
  const start = performance.now();
  const error = await failure(cloud.pods.list({}, { timeout: 300 }));
  expect(performance.now() - start).toBe(300);
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({ status: 401, body: "half a rea" });
  expect(error).toMatchObject({ maybeSent: true });
  expect([requests.length, released]).toEqual([1, 1]);
});

test("a failure whose body breaks off is reported with the part that came", async () => {
  const chunks = ["first ", undefined];
  const pull = (controller: ReadableStreamDefaultController) => {
    const chunk = chunks.shift();
    if (chunk === undefined) controller.error(new Error("reset"));
    else controller.enqueue(new TextEncoder().encode(chunk));
  };
  const { cloud, requests } = scripted([
    () => new Response(new ReadableStream({ pull }), { status: 403 }),
  ]);
  const error = await failure(cloud.pods.list());
  expect(error).toMatchObject({ status: 403, body: "first " });
  expect(requests).toHaveLength(1);
});

const UNREADABLE = "invalid_response";

const list = (cloud: Client) => cloud.rest.GET("/pods");

test.each<[string, Answer | Error, string]>([
  ["no answer", lost(), "connection_failed"],
  ["HTML in place of JSON", html, UNREADABLE],
  ["broken JSON", json("["), UNREADABLE],
])("cloud.rest rejects at %s", async (_, answer, code) => {
  const error = await failure(list(scripted([answer], { retries: 0 }).cloud));
  expect(error).toBeInstanceOf(CloudComputeError);
  expect(error).toMatchObject({ code });
});

test("cloud.rest reads an empty success whatever its headers announce", async () => {
  const zipped = { "content-encoding": "gzip", "content-length": "20" };
  const got = list(scripted([{ text: "", headers: zipped }]).cloud);
  expect((await success(got)).response.status).toBe(200);
});
