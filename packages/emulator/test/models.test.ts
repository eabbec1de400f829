import { describe, expect, test } from "vitest";
import { DAY, jobsAt } from "./support/job-calls.js";
import { createAccount, createTemplate } from "./support/account.js";

describe("/stream of the emulator", () => {
  test("delivers each chunk of a text once, and the whole text at the end", async () => {
    const { run, poll, stream, advance } = jobsAt("text-demo");
    const id = await run({ prompt: "The sea" });
    const first = stream(id);
    await advance(700);
    const [status, ...chunks] = await first;
    expect([status, chunks]).toEqual(["IN_PROGRESS", ["The "]]);
    const rest = await stream(id);
    await advance(1000);
    const last = await stream(id);
    const { output } = await poll(id);
    expect(last[0]).toBe("COMPLETED");
    const text = [...chunks, ...rest.slice(1), ...last.slice(1)].join("");
    expect(output).toMatchObject({ text, tokens: 15 });
    expect(await stream(id)).toEqual(["COMPLETED"]);
  });

  test("is held for up to 10 seconds, and delivers the parts that a registered model streams", async () => {
    const { emulator, run, stream, advance } = jobsAt("mine");
    let send: (part: unknown) => void = () => undefined;
    let finish: (output: unknown) => void = () => undefined;
    emulator.model("mine", (_, { stream: sendPart }) => {
      send = sendPart;
      return new Promise((resolve) => (finish = resolve));
    });
    const id = await run();
    const empty = stream(id);
    await advance(10_000);
    expect(await empty).toEqual(["IN_PROGRESS"]);
    const held = stream(id);
    await advance(5000);
    send({ step: 1 });
    expect(await held).toEqual(["IN_PROGRESS", { step: 1 }]);
    send({ step: 2 });
    finish("done");
    await advance(0);
    expect(await stream(id)).toEqual(["COMPLETED", { step: 2 }]);
  });

  test("delivers no progress: /status shows the last report as the output of the running job", async () => {
    const { emulator, run, poll, stream, advance } = jobsAt("mine");
    let report: (value: unknown) => void = () => undefined;
    let finish: (output: unknown) => void = () => undefined;
    emulator.model("mine", (_, { progress }) => {
      report = progress;
      return new Promise((resolve) => (finish = resolve));
    });
    const id = await run();
    await advance(0);
    expect((await poll(id)).output).toBeUndefined();
    for (const percent of [20, 40]) {
      report({ percent });
      expect(await poll(id)).toMatchObject({
        status: "IN_PROGRESS",
        output: { percent },
      });
    }
    finish("done");
    await advance(0);
    report({ percent: 60 });
    expect(await poll(id)).toMatchObject({
      status: "COMPLETED",
      output: "done",
    });
    expect(await stream(id)).toEqual(["COMPLETED"]);
  });

  test("delivers no progress of a demo model: /status shows the percentage while the job runs", async () => {
    const { run, poll, advance } = jobsAt("video-demo");
    const id = await run({ prompt: "a pier" });
    // The worker starts in 300 ms, and the job runs for 8 s.
    await advance(300);
    expect((await poll(id)).output).toBeUndefined();
    for (const percent of [25, 50, 75]) {
      await advance(2000);
      expect(await poll(id)).toMatchObject({
        status: "IN_PROGRESS",
        output: { percent },
      });
    }
    await advance(2000);
    expect((await poll(id)).output).toHaveProperty("result");
  });

  test("delivers what a registered generator yields, and its output is what the generator returns", async () => {
    const { emulator, run, poll, stream, advance } = jobsAt("mine");
    const handlers = [
      async function* () {
        yield { text: "The " };
        yield await Promise.resolve({ text: "sea" });
      },
      function* () {
        yield { text: "The sea" };
        return { words: 2 };
      },
    ];
    emulator.model("mine", ({ index }: { index: number }) =>
      handlers[index]?.(),
    );
    const seen: unknown[] = [];
    for (const index of handlers.keys()) {
      const id = await run({ index });
      await advance(0);
      seen.push(await stream(id), (await poll(id)).output);
    }
    expect(seen).toEqual([
      ["COMPLETED", { text: "The " }, { text: "sea" }],
      // Neither does the service show an output of a worker that streams and returns nothing.
      undefined,
      ["COMPLETED", { text: "The sea" }],
      { words: 2 },
    ]);
  });

  test("delivers what a generator yielded before it threw, and nothing that it yields after a cancel", async () => {
    const { emulator, run, post, poll, stream, advance } = jobsAt("mine");
    let goOn: () => void = () => undefined;
    const ends: string[] = [];
    emulator.model("mine", async function* ({ bad }: { bad?: boolean }) {
      try {
        yield 1;
        if (bad) throw new Error("out of memory");
        await new Promise<void>((resolve) => (goOn = resolve));
        yield 2;
        yield 3;
      } finally {
        ends.push(bad ? "failed" : "cancelled");
      }
    });
    const failed = await run({ bad: true });
    await advance(0);
    expect(await stream(failed)).toEqual(["FAILED", 1]);
    expect(await poll(failed)).toMatchObject({ error: "out of memory" });
    const cancelled = await run();
    await advance(0);
    await post(`cancel/${cancelled}`);
    goOn();
    await advance(0);
    expect(await stream(cancelled)).toEqual(["CANCELLED", 1]);
    expect(ends).toEqual(["failed", "cancelled"]);
  });
});

describe("a registered model of the emulator", () => {
  test("is aborted when its job is cancelled, and its output is then ignored", async () => {
    const { emulator, run, post, poll, advance } = jobsAt("mine");
    const aborted: unknown[] = [];
    emulator.model("mine", async (_, { id, signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      aborted.push(id, (signal.reason as Error).name);
      return "ignored";
    });
    const id = await run();
    await advance(1000);
    await post(`cancel/${id}`);
    await advance(1000);
    expect(aborted).toEqual([id, "AbortError"]);
    expect(await poll(id)).toMatchObject({
      status: "CANCELLED",
      executionTime: 1000,
    });
    expect(await poll(id)).not.toHaveProperty("output");
  });

  test("refuses an empty input as a worker of the service does, with a warning in a header of the submit", async () => {
    const { emulator, call, pathOf, poll, advance } = jobsAt("mine");
    let calls = 0;
    emulator.model("mine", () => (calls += 1));
    const submit = (input: object) => call("POST", pathOf("run"), { input });
    const empty = await submit({});
    expect(empty.headers.get("x-emulator-warning")).toMatch(/^input is empty:/);
    const right = await submit({ a: 1 });
    expect(right.headers.has("x-emulator-warning")).toBe(false);
    await advance(82_000);
    const { id } = empty.body as { readonly id: string };
    expect(await poll(id)).toMatchObject({
      status: "FAILED",
      error: "job timed out after 1 retries",
    });
    expect(calls).toBe(1);
  });

  test("runs the jobs of each endpoint that has its name or its id, until the endpoint is deleted", async () => {
    const account = createAccount({ clock: "real" });
    const { emulator, callOk, call } = account;
    emulator.model("resizer", () => "by name");
    const { id: templateId } = await createTemplate(account);
    for (const [name, own, output] of [
      ["resizer", undefined, "by name"],
      ["other", () => "by id", "by id"],
      ["other", undefined, { width: 64 }],
    ] as const) {
      const body = { name, templateId };
      const { id } = await callOk("POST", "/v1/endpoints", body);
      if (own) emulator.model(id, own);
      const input = { width: 64 };
      const done = await callOk("POST", `/v2/${id}/runsync`, { input });
      expect(done).toMatchObject({ output });
      await callOk("DELETE", `/v1/endpoints/${id}`);
      const late = await call("POST", `/v2/${id}/run`, { input });
      expect(late.status).toBe(404);
    }
  });

  test("outputs any JSON value, and fails with any other value", async () => {
    const { emulator, run, poll, advance } = jobsAt("mine");
    const outputs = [0, "", null, [1], { a: undefined }, undefined, 1n];
    emulator.model("mine", ({ index }: { index: number }) => outputs[index]);
    const seen: unknown[] = [];
    for (const index of outputs.keys()) {
      const id = await run({ index });
      await advance(0);
      const { status, output } = await poll(id);
      seen.push(status === "COMPLETED" ? output : status);
    }
    expect(seen).toEqual([0, "", null, [1], {}, null, "FAILED"]);
  });
});

describe("a public model of the emulator", () => {
  /** The bytes of the file that a job made. */
  const fileOf = async (slug: string, input: object, seed = 1) => {
    const account = createAccount({ seed });
    const { run, poll, advance } = jobsAt(slug, account);
    const id = await run(input);
    await advance(20_000);
    const output = (await poll(id)).output as Record<string, string>;
    const [member = "", url = ""] =
      Object.entries(output).find(([name]) => name !== "cost") ?? [];
    const response = await account.emulator.fetch(url);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const type = response.headers.get("content-type");
    return { member, bytes, type, view: new DataView(bytes.buffer), output };
  };
  const textAt = (bytes: Uint8Array, at: number, length = 4) =>
    new TextDecoder().decode(bytes.subarray(at, at + length));

  test("returns a PNG of the requested size, the same for the same seed", async () => {
    const input = { prompt: "a lighthouse", width: 128, height: 64, seed: 7 };
    const { member, bytes, type, view } = await fileOf("flux-dev", input);
    expect([member, type]).toEqual(["result", "image/png"]);
    expect([
      textAt(bytes, 1, 3),
      view.getUint32(16),
      view.getUint32(20),
    ]).toEqual(["PNG", 128, 64]);
    expect((await fileOf("flux-dev", input)).bytes).toEqual(bytes);
    expect((await fileOf("flux-dev", { ...input, seed: 8 })).bytes).not.toEqual(
      bytes,
    );
    expect((await fileOf("flux-dev", input, 2)).bytes).not.toEqual(bytes);
    const other = { ...input, prompt: "a pier" };
    expect((await fileOf("flux-dev", other)).bytes).not.toEqual(bytes);
  });

  test("returns a WAV as long as it takes to speak the prompt", async () => {
    const prompt = "a".repeat(30);
    const { member, bytes, type, view } = await fileOf("speech-demo", {
      prompt,
    });
    expect([member, type]).toEqual(["result", "audio/wav"]);
    expect([textAt(bytes, 0), textAt(bytes, 8, 7)]).toEqual([
      "RIFF",
      "WAVEfmt",
    ]);
    const [rate, size] = [view.getUint32(24, true), view.getUint32(40, true)];
    expect([size / 2 / rate, bytes.length]).toEqual([2, 44 + size]);
    expect(new Set(bytes.subarray(44)).size).toBeGreaterThan(100);
  });

  test("returns an MP3 of a model that takes no format, a frame of which is as long as its header says", async () => {
    const prompt = "a".repeat(30);
    const slug = "minimax-speech-02-hd";
    const { member, bytes, type } = await fileOf(slug, { prompt });
    expect([member, type]).toEqual(["result", "audio/mpeg"]);
    const frames = Math.ceil((2 * 44_100) / 1152);
    const frameBytes = Math.floor((144 * 32_000) / 44_100);
    expect(bytes).toHaveLength(frames * frameBytes);
    for (const at of [0, frameBytes])
      expect([...bytes.subarray(at, at + 4)]).toEqual([255, 251, 16, 192]);
  });

  test("returns an MP4 that can be played before the whole file is loaded", async () => {
    const { member, bytes, type, view } = await fileOf("video-demo", {
      prompt: "waves",
    });
    expect([member, type]).toEqual(["result", "video/mp4"]);
    const boxes: string[] = [];
    for (let at = 0; at < bytes.length; at += view.getUint32(at))
      boxes.push(textAt(bytes, at + 4));
    expect(boxes).toEqual(["ftyp", "moov", "free", "mdat"]);
  });

  test.each([
    ["flux-dev", { width: 1000, height: 1000 }, 0.02],
    ["flux-schnell", { width: 1000, height: 500 }, 0.0012],
    ["video-demo", { duration: 10 }, 1],
    ["speech-demo", { prompt: "a".repeat(500) }, 0.025],
    ["text-demo", { prompt: "one two three" }, 0.00016],
  ])("%s has the documented cost", async (slug, input, cost) => {
    const { run, poll, advance } = jobsAt(slug);
    const id = await run({ prompt: "x", ...input });
    await advance(20_000);
    expect((await poll(id)).output).toMatchObject({ cost });
  });

  test.each([
    ["flux-dev", {}],
    ["flux-dev", { prompt: "x", width: 10 }],
    ["video-demo", { prompt: "x", duration: 0 }],
    ["text-demo", { prompt: "please fail" }],
  ])("%s fails for %j, without an output", async (slug, input) => {
    const { run, poll, advance } = jobsAt(slug);
    const id = await run(input);
    await advance(20_000);
    const { status, error, output } = await poll(id);
    expect([status, typeof error, output]).toEqual([
      "FAILED",
      "string",
      undefined,
    ]);
  });

  test("keeps its files for 7 days", async () => {
    const { run, advance, emulator, call } = jobsAt("flux-dev");
    const path = `/files/${await run()}.png`;
    expect((await call("GET", path)).status).toBe(404);
    await advance(1500);
    const url = emulator.urls.publicBaseUrl + path;
    await advance(7 * DAY);
    expect((await emulator.fetch(url)).status).toBe(200);
    await advance(1);
    expect((await call("GET", path)).status).toBe(410);
    expect((await call("POST", path)).status).toBe(405);
  });
});
