import { afterEach, describe, expect, test, vi } from "vitest";
import {
  ConnectionError,
  createClient,
  InputError,
  TimeoutError,
  type OpenAIOptions,
} from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";
import { pause, settleInFakeTime } from "../support/fake-time.js";

afterEach(() => {
  vi.useRealTimers();
});

const KEY = "a-key-of-some-length";
const ADDRESS = "https://jobs.test/v2/text-demo/openai/v1";

/** What `openai()` of a client returns whose requests `answer` answers. */
function connect(
  answer: (init: RequestInit) => Response | Promise<Response>,
  options: OpenAIOptions = {},
) {
  const requests: { url: string; init: RequestInit }[] = [];
  const cloud = createClient({
    apiKey: KEY,
    publicBaseUrl: "https://jobs.test",
    fetch: async (url, init = {}) => {
      requests.push({ url: url as string, init });
      return answer(init);
    },
  });
  const connection = cloud.model("text-demo").openai(options);
  const post = (init: RequestInit = {}) =>
    connection.fetch(`${connection.baseURL}/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${connection.apiKey}` },
      body: "{}",
      ...init,
    });
  return { connection, post, requests };
}

const EVENTS = { headers: { "content-type": "text/event-stream" } };

/** An event stream that sends these pieces, and then ends, breaks or sends no more. */
function eventStream(
  pieces: readonly (string | Uint8Array)[],
  end: "end" | "break" | "stall" = "end",
): Response {
  const encoder = new TextEncoder();
  const left = pieces.map((piece) =>
    typeof piece === "string" ? encoder.encode(piece) : piece,
  );
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const piece = left.shift();
        if (piece) controller.enqueue(piece);
        else if (end === "end") controller.close();
        else if (end === "break") controller.error(new TypeError("terminated"));
        else return new Promise(() => undefined);
        return undefined;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, EVENTS);
}

/** A stream as a worker sends it: the role, words with wide characters, the usage and the end. */
const RECORDED = [
  `data: {"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}`,
  `data: {"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Leuchttürme 灯台 \\"error\\""}}]}`,
  `: a comment`,
  `data: {"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`,
  `data: {"id":"c-1","object":"chat.completion.chunk","choices":[],"usage":{"total_tokens":12},"error":null}`,
  `data: [DONE]`,
];

describe("openai()", () => {
  test("gives the address of the model, a placeholder for the key, which fetch replaces, and no retries", async () => {
    const { connection, post, requests } = connect(() =>
      Response.json({ choices: [] }),
    );
    expect(connection).toEqual({
      baseURL: ADDRESS,
      apiKey: expect.any(String) as string,
      fetch: expect.any(Function) as unknown,
      maxRetries: 0,
    });
    expect(connection.apiKey).not.toContain(KEY);
    expect(await (await post()).json()).toEqual({ choices: [] });
    const headers = new Headers(requests[0]?.init.headers);
    expect(headers.get("authorization")).toBe(`Bearer ${KEY}`);
  });

  test("names the missing address", () => {
    const cloud = createClient({ apiKey: KEY });
    expect(() => cloud.model("text-demo").openai()).toThrow(InputError);
    expect(() => cloud.model("text-demo").openai()).toThrow("publicBaseUrl");
  });

  const STREAM = { body: JSON.stringify({ model: "m", stream: true }) };
  const JSON_TYPE = { "content-type": "application/json" };
  const html = () =>
    new Response("<title>Sign in</title>", {
      headers: { "content-type": "text/html; charset=utf-8" },
    });

  test.each<[string, () => Response, RequestInit, string]>([
    [
      "JSON where a stream was asked for",
      () => Response.json({}),
      STREAM,
      "application/json",
    ],
    [
      "nothing where a stream was asked for",
      () => new Response(null),
      STREAM,
      "no content type",
    ],
    ["a page in place of a result", html, {}, "text/html"],
    [
      "nothing in place of a result",
      () =>
        new Response("", {
          headers: { ...JSON_TYPE, "content-length": "0" },
        }),
      {},
      "an empty body",
    ],
  ])(
    "rejects, and says that the call may be billed, when 200 brings %s",
    async (_, answer, init, type) => {
      const { post, requests } = connect(answer);
      const error = await rejectionOf(post(init));
      expect(error).toMatchObject({
        name: "ResponseError",
        code: "invalid_response",
        status: 200,
        maybeSent: true,
      });
      expect(String(error)).toContain(
        `POST /v2/{slug}/openai/v1/{path} answered 200 with ${type} instead of`,
      );
      expect(String(error)).toContain("carried out and billed");
      expect(requests).toHaveLength(1);
    },
  );

  test("shows the reason of an error that 200 brings where a stream was asked for", async () => {
    const { post } = connect(() => Response.json({ error: "no worker" }));
    await expect(post(STREAM)).rejects.toThrow(
      "instead of text/event-stream: no worker",
    );
  });

  test("sends nothing to another host", async () => {
    const { connection, requests } = connect(() => Response.json({}));
    const attempt = connection.fetch("https://evil.test/v1/chat/completions");
    await expect(attempt).rejects.toThrow(InputError);
    expect(requests).toEqual([]);
  });

  test("does not send a call again that the service may have carried out", async () => {
    const { post, requests } = connect(() =>
      Response.json({ error: { message: "no" } }, { status: 500 }),
    );
    expect((await post()).status).toBe(500);
    const lost = connect(() => Promise.reject(new TypeError("fetch failed")));
    await expect(lost.post()).rejects.toMatchObject({
      code: "connection_failed",
      operation: "model.openai",
      route: "POST /v2/{slug}/openai/v1/{path}",
      maybeSent: true,
    });
    expect([requests.length, lost.requests.length]).toEqual([1, 1]);
  });

  test.each([
    [0, 1],
    [2, 3],
  ])(
    "sends a refused call %i times again with that number as the option retries",
    async (retries, sent) => {
      const headers = { "retry-after": "0" };
      const { post, requests } = connect(
        () => Response.json({ error: "wait" }, { status: 429, headers }),
        { retries },
      );
      expect((await post()).status).toBe(429);
      expect(requests).toHaveLength(sent);
    },
  );
});

describe("an event stream", () => {
  test.each(["\n", "\r\n", "\r"])(
    "is passed on whole, and cut at any byte it fails, with lines that end in %j",
    async (lineEnd) => {
      const text = RECORDED.map((event) => event + lineEnd + lineEnd).join("");
      const bytes = new TextEncoder().encode(text);
      // From here on, nothing but the end of the last line is missing.
      const doneAt = bytes.length - 2 * lineEnd.length;
      for (let cut = 0; cut <= bytes.length; cut++) {
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < cut; at += 29)
          pieces.push(bytes.slice(at, Math.min(at + 29, cut)));
        const { post } = connect(() => eventStream(pieces));
        const reading = (await post()).text();
        if (cut >= doneAt)
          expect(await reading).toBe(
            new TextDecoder().decode(bytes.slice(0, cut)),
          );
        else
          await expect(reading, String(cut)).rejects.toThrow(ConnectionError);
      }
    },
  );

  test("ends with [DONE] after an event longer than 1 MiB, whose text is no end", async () => {
    const long = "x".repeat(700_000);
    const pieces = [`data: ${long}`, long, "\ndata: [DONE]", "\n\n"];
    const cut = connect(() => eventStream(pieces));
    await expect((await cut.post()).text()).rejects.toThrow(ConnectionError);
    const whole = [...pieces, "data: [DONE]\n\n"];
    const { post } = connect(() => eventStream(whole));
    expect(await (await post()).text()).toBe(whole.join(""));
  });

  test.each([
    [`data: {"error":{"message":"out of memory"}}\n\n`],
    [`data: {"error":"out of memory"}\r\n\r\n`],
    [`event: error\ndata: out of memory\n\n`],
    [`data: {\ndata: "error": {}}\n\n`],
  ])("is complete with the error event %j", async (event) => {
    const { post } = connect(() => eventStream(["data: {}\n\n", event]));
    expect(await (await post()).text()).toBe(`data: {}\n\n${event}`);
  });

  test("is not complete with an error event whose end is missing: nobody would see the error", async () => {
    const { post } = connect(() => eventStream([`data: {"error":{}}\n`]));
    await expect((await post()).text()).rejects.toThrow(
      "without `data: [DONE]` or an error event",
    );
  });

  test("fails if the connection breaks before the end, and not if it breaks after", async () => {
    const before = connect(() => eventStream(["data: {}\n\n"], "break"));
    await expect((await before.post()).text()).rejects.toMatchObject({
      code: "connection_failed",
      status: 200,
      maybeSent: true,
    });
    const after = connect(() => eventStream(["data: [DONE]\n\n"], "break"));
    expect(await (await after.post()).text()).toBe("data: [DONE]\n\n");
  });

  test("fails if its first or its next piece does not come in time", async () => {
    vi.useFakeTimers();
    const silent = connect(() => eventStream([], "stall"), { timeout: 5000 });
    const first = silent.post().then((response) => response.text());
    await expect(settleInFakeTime(first)).rejects.toMatchObject({
      name: "TimeoutError",
      timeout: 5000,
    });
    const stalled = connect(() => eventStream(["data: {}\n\n"], "stall"), {
      stall: 700,
    });
    const next = stalled.post().then((response) => response.text());
    await expect(settleInFakeTime(next)).rejects.toMatchObject({
      name: "TimeoutError",
      timeout: 700,
    });
    const mute = connect(() => new Promise(() => undefined), { timeout: 900 });
    await expect(settleInFakeTime(mute.post())).rejects.toThrow(TimeoutError);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("may take longer than either limit in all", async () => {
    vi.useFakeTimers();
    const encoder = new TextEncoder();
    let pieces = 0;
    const slow = () =>
      new ReadableStream<Uint8Array>({
        pull: async (controller) => {
          await pause(900);
          if (pieces++ < 20) controller.enqueue(encoder.encode("data: {}\n\n"));
          else {
            controller.enqueue(encoder.encode("data: [DONE]\n\n"));
            controller.close();
          }
        },
      });
    const { post } = connect(() => new Response(slow(), EVENTS), {
      timeout: 1000,
      stall: 1000,
    });
    const text = post().then((response) => response.text());
    expect(await settleInFakeTime(text)).toContain("[DONE]");
  });

  test("fails at `timeout` if it is no event stream and drips without end", async () => {
    vi.useFakeTimers();
    const cancel = vi.fn();
    const drip = () =>
      new ReadableStream<Uint8Array>({
        pull: async (controller) => {
          await pause(900);
          controller.enqueue(new Uint8Array([32]));
        },
        cancel,
      });
    const options = { timeout: 5000, stall: 1000 };
    const { post } = connect(() => new Response(drip()), options);
    const begun = performance.now();
    const text = post().then((response) => response.text());
    const error = await rejectionOf(settleInFakeTime(text));
    expect(error).toMatchObject({ timeout: 5000, maybeSent: true });
    expect((error as Error).message).toContain("did not end in time");
    expect(Math.round(performance.now() - begun)).toBe(5000);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("ends at once with the reason of an abort, before and after its first piece", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const { post } = connect(() => eventStream(["data: {}\n\n"], "stall"));
    const response = await post({ signal: controller.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    const next = reader?.read();
    controller.abort(reason);
    await expect(next).rejects.toBe(reason);
    await expect(post({ signal: controller.signal })).rejects.toBe(reason);
  });

  test("releases the connection when its consumer stops reading", async () => {
    const cancel = vi.fn();
    const { post } = connect(
      () => new Response(new ReadableStream({ cancel }), EVENTS),
    );
    await (await post()).body?.cancel();
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("passes each piece on before the next one is asked for", async () => {
    const encoder = new TextEncoder();
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          pulls++;
          controller.enqueue(encoder.encode("data: {}\n\n"));
        },
      },
      { highWaterMark: 0 },
    );
    const { post } = connect(() => new Response(body, EVENTS));
    const reader = (await post()).body?.getReader();
    expect(pulls).toBe(0);
    await reader?.read();
    expect(pulls).toBe(1);
  });
});
