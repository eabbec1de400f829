import { describe, expect, test } from "vitest";
import type { Route } from "../../src/index.js";
import { MESSAGES, openaiAt } from "./support.js";

interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly content?: string };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: object;
  readonly error?: object;
}

/** The data of each event. */
async function eventsOf(response: Response): Promise<(Chunk | "[DONE]")[]> {
  const text = await response.text();
  return text
    .trim()
    .split("\n\n")
    .map((event) => event.replace(/^data: /, ""))
    .map((data) => (data === "[DONE]" ? data : (JSON.parse(data) as Chunk)));
}

function textOf(events: readonly (Chunk | "[DONE]")[]): string {
  return events
    .map((event) =>
      event === "[DONE]" ? "" : (event.choices[0]?.delta.content ?? ""),
    )
    .join("");
}

describe("the chat of the emulator", () => {
  test("answers with a message and its usage", async () => {
    const { chatToEnd } = openaiAt();
    const response = await chatToEnd();
    expect(response.status).toBe(200);
    const content = expect.stringMatching(/^Name a light … /) as string;
    const message = { role: "assistant", content };
    expect(await response.json()).toMatchObject({
      object: "chat.completion",
      model: "text-demo",
      choices: [{ index: 0, message, finish_reason: "stop" }],
      usage: { prompt_tokens: 5, completion_tokens: 16, total_tokens: 21 },
      cost: expect.any(Number) as number,
    });
  });

  test("streams the same text, and the usage on request", async () => {
    const { chatToEnd } = openaiAt();
    const whole = (await (await chatToEnd()).json()) as {
      choices: { message: { content: string } }[];
    };
    const response = await chatToEnd({
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const events = await eventsOf(response);
    expect(textOf(events)).toBe(whole.choices[0]?.message.content);
    expect(events.at(-1)).toBe("[DONE]");
    expect(events.at(-2)).toMatchObject({
      choices: [],
      usage: { total_tokens: 21 },
    });
    expect(events.at(-3)).toMatchObject({
      choices: [{ finish_reason: "stop" }],
    });
  });

  test("holds the headers during a cold start, and sends each token when the model makes it", async () => {
    const { emulator, call } = openaiAt("slow");
    emulator.model(
      "slow",
      async (_, { stream }) => {
        stream("one ");
        await new Promise((resolve) => setTimeout(resolve, 5));
        return "one two";
      },
      { coldStart: 30_000 },
    );
    let isAnswered = false;
    const body = { messages: MESSAGES, stream: true };
    const response = call("chat/completions", body).finally(
      () => (isAnswered = true),
    );
    await emulator.clock.advance(29_000);
    expect(isAnswered).toBe(false);
    await emulator.clock.advance(2000);
    const reader = (await response).body?.getReader();
    const decoder = new TextDecoder();
    const next = async () => decoder.decode((await reader?.read())?.value);
    expect(await next()).toContain('"role":"assistant"');
    expect(await next()).toContain('"content":"one "');
    await reader?.cancel();
  });

  test("streams the whole reply to a reader that takes piece by piece while the job ends", async () => {
    const { emulator, call } = openaiAt("qwen3-32b-awq");
    const { advanceUntil } = emulator.clock;
    const body = { messages: MESSAGES, stream: true };
    const response = await advanceUntil(call("chat/completions", body));
    const pieces = response.body
      ?.pipeThrough(new TextDecoderStream())
      .getReader();
    let text = "";
    let piece = await advanceUntil(pieces?.read());
    for (; piece?.value; piece = await advanceUntil(pieces?.read()))
      text += piece.value;
    expect(text).toMatch(/"finish_reason":"stop".*\[DONE\]/s);
  });

  test("stops after max_completion_tokens", async () => {
    const { chatToEnd } = openaiAt();
    const response = await chatToEnd({ max_completion_tokens: 2 });
    expect(await response.json()).toMatchObject({
      choices: [{ message: { content: "Name a " }, finish_reason: "length" }],
      usage: { completion_tokens: 2 },
    });
  });

  test("answers 500 for a job that fails before its first token, and an error event after", async () => {
    const { emulator, chatToEnd } = openaiAt("mine");
    emulator.model("mine", () => {
      throw new Error("out of memory");
    });
    const failed = await chatToEnd({ stream: true });
    expect(failed.status).toBe(500);
    expect(await failed.text()).toMatch(/out of memory.*"server_error"/);
    emulator.model("mine", (_, { stream, fail }) => {
      stream("half ");
      fail("out of memory");
    });
    const events = await eventsOf(await chatToEnd({ stream: true }));
    expect(textOf(events.slice(0, -1))).toBe("half ");
    expect(events.at(-1)).toMatchObject({
      error: { message: expect.stringContaining("out of memory") as string },
    });
  });

  test("gives the whole body to a model that the user registered", async () => {
    const { emulator, chatToEnd } = openaiAt("mine");
    const inputs: unknown[] = [];
    emulator.model("mine", (input) => void inputs.push(input));
    await chatToEnd({ temperature: 0.5 });
    const model = "mine";
    expect(inputs).toEqual([{ model, messages: MESSAGES, temperature: 0.5 }]);
  });

  test.each([false, true])(
    "completes and charges the job of a public model that reaches max_tokens, with stream: %s",
    async (stream) => {
      const { emulator, chatToEnd } = openaiAt("qwen3-32b-awq");
      const before = emulator.account.balance();
      const response = await chatToEnd({ max_tokens: 50, stream });
      expect(await response.text()).toContain('"length"');
      expect(emulator.jobs()).toMatchObject([{ status: "COMPLETED" }]);
      // The least price of the model.
      expect(before - emulator.account.balance()).toBeCloseTo(0.0011, 6);
    },
  );

  test("cancels the job of a stream that nobody reads any more", async () => {
    const { emulator, chatToEnd } = openaiAt("mine");
    emulator.model("mine", async (_, { stream, signal }) => {
      stream("one");
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
    await (await chatToEnd({ stream: true })).body?.cancel();
    expect(emulator.jobs().map(({ status }) => status)).toEqual(["CANCELLED"]);
  });

  test.each([
    [{ model: "" }, "model"],
    [{ messages: [] }, "messages"],
    [{ messages: [{ role: "user", content: 7 }] }, "messages[0].content"],
    [{ n: 2 }, "n must be 1: the emulator makes one choice (it was 2)"],
    [{ temperature: 2.5 }, "temperature must be a number from 0 to 2"],
    [{ tools: [{ type: "function", function: {} }] }, "tools[0].function.name"],
    [{ response_format: { type: "json_schema" } }, "response_format must be"],
  ])("refuses %j", async (members, problem) => {
    const { chatToEnd, emulator } = openaiAt();
    const response = await chatToEnd(members);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(problem);
    expect(emulator.jobs()).toEqual([]);
  });
});

describe("the other OpenAI-compatible routes of the emulator", () => {
  test("complete a prompt, with and without a stream", async () => {
    const { emulator, call } = openaiAt();
    const body = { prompt: "A light" };
    const whole = call("completions", body);
    const streamed = call("completions", { ...body, stream: true });
    await emulator.clock.advance(60_000);
    expect(await (await whole).json()).toMatchObject({
      object: "text_completion",
      choices: [{ text: expect.stringMatching(/^A light/) as string }],
    });
    expect(await (await streamed).text()).toMatch(
      /"text":"A ".*\[DONE\]\n\n$/s,
    );
  });

  test("list the model", async () => {
    const { call } = openaiAt();
    expect(await (await call("models")).json()).toMatchObject({
      object: "list",
      data: [{ id: "text-demo", object: "model" }],
    });
  });

  test("need a key, and a model that makes text", async () => {
    const wrongKey = await openaiAt().call("models", undefined, {
      key: "wrong",
    });
    expect(wrongKey.status).toBe(401);
    expect(await wrongKey.json()).toMatchObject({
      error: { type: "authentication_error" },
    });
    expect((await openaiAt("flux-dev").chatToEnd()).status).toBe(404);
    expect((await openaiAt("none").chatToEnd()).status).toBe(404);
  });
});

describe("a call whose caller leaves", () => {
  /** A call that its caller can leave. */
  function setUp() {
    const { emulator, call } = openaiAt("own");
    const caller = new AbortController();
    const called: string[] = [];
    emulator.model("own", async (_, { signal }) => {
      called.push("begun");
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
    const send = (path: string, body: object) =>
      call(path, body, { signal: caller.signal });
    const recorded = new Promise((resolve) =>
      emulator.subscribe(({ kind }) => {
        if (kind === "request") resolve(emulator.requests.at(-1)?.status);
      }),
    );
    return { emulator, caller, called, send, recorded };
  }

  test.each([
    ["chat/completions", { messages: MESSAGES, stream: true }],
    ["embeddings", { input: "a pier" }],
  ])(
    "during a delay of %s starts no handler, and counts as 499",
    async (path, body) => {
      const { emulator, caller, called, send, recorded } = setUp();
      const route = `POST /v2/{slug}/openai/v1/${path}` as Route;
      emulator.fail(route, { delay: 500 });
      const sent = send(path, body);
      const left = expect(sent).rejects.toThrow();
      await emulator.clock.advance(100);
      caller.abort();
      await left;
      expect(await recorded).toBe(499);
      await emulator.clock.advance(60_000);
      expect(called).toEqual([]);
      expect(emulator.snapshot().jobs).toEqual([]);
    },
  );

  test.each([
    ["chat/completions", { messages: MESSAGES }],
    ["embeddings", { input: "a pier" }],
  ])(
    "before the answer of %s counts as 499, and its job is cancelled",
    async (path, body) => {
      const { emulator, caller, called, send, recorded } = setUp();
      const left = expect(send(path, body)).rejects.toThrow();
      await emulator.clock.advance(60_000);
      expect(called).toEqual(["begun"]);
      caller.abort();
      await left;
      expect(await recorded).toBe(499);
      const [job] = emulator.snapshot().jobs;
      expect(job).toMatchObject({ status: "CANCELLED" });
    },
  );
});

test.each([
  ["granite-4-0-h-small", "ibm-granite/granite-4.0-h-small"],
  ["cogito-671b-v2-1-fp8-dynamic", "deepcogito/cogito-671b-v2.1-FP8-dynamic"],
  ["moonshot-kimi", "kimi-k2.6"],
])(
  "the OpenAI routes of the emulator's %s serve the model %s",
  async (slug, model) => {
    const response = await openaiAt(slug).chatToEnd({ model });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ choices: [{}] });
  },
);
