import { describe, expect, test } from "vitest";
import { DAY, jobsAt } from "./support/job-calls.js";
import { createAccount } from "./support/account.js";

describe("/stream", () => {
  test("delivers each piece of a text once, and the whole at the end", async () => {
    const { run, look, stream, advance } = jobsAt("text-demo");
    const id = await run({ prompt: "The sea" });
    const first = stream(id);
    await advance(700);
    const [status, ...pieces] = await first;
    expect([status, pieces]).toEqual(["IN_PROGRESS", ["The "]]);
    const rest = await stream(id);
    await advance(1000);
    const last = await stream(id);
    const { output } = await look(id);
    expect(last[0]).toBe("COMPLETED");
    const text = [...pieces, ...rest.slice(1), ...last.slice(1)].join("");
    expect(output).toMatchObject({ text, tokens: 15 });
    expect(await stream(id)).toEqual(["COMPLETED"]);
  });

  test("is held for 10 seconds while there is nothing, and shows the progress of one's own model", async () => {
    const { emulator, run, stream, advance } = jobsAt("mine");
    let tell: (piece: unknown) => void = () => undefined;
    let finish: (output: unknown) => void = () => undefined;
    emulator.model("mine", (_, { progress }) => {
      tell = progress;
      return new Promise((resolve) => (finish = resolve));
    });
    const id = await run();
    const empty = stream(id);
    await advance(10_000);
    expect(await empty).toEqual(["IN_PROGRESS"]);
    const held = stream(id);
    await advance(5000);
    tell({ step: 1 });
    expect(await held).toEqual(["IN_PROGRESS", { step: 1 }]);
    tell({ step: 2 });
    finish("done");
    await advance(0);
    expect(await stream(id)).toEqual(["COMPLETED", { step: 2 }]);
  });
});

describe("a model of one's own", () => {
  test("is told that its job was cancelled, and what it then says is not heard", async () => {
    const { emulator, run, post, look, advance } = jobsAt("mine");
    const told: unknown[] = [];
    emulator.model("mine", async (_, { id, signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      told.push(id, (signal.reason as Error).name);
      return "too late";
    });
    const id = await run();
    await advance(1000);
    await post(`cancel/${id}`);
    await advance(1000);
    expect(told).toEqual([id, "AbortError"]);
    expect(await look(id)).toMatchObject({
      status: "CANCELLED",
      executionTime: 1000,
    });
    expect(await look(id)).not.toHaveProperty("output");
  });

  test("answers with any JSON, and fails with what is none", async () => {
    const { emulator, run, look, advance } = jobsAt("mine");
    const outputs: readonly unknown[] = [
      0,
      "",
      null,
      [1],
      { a: undefined },
      undefined,
      1n,
    ];
    emulator.model("mine", ({ index }: { index: number }) => outputs[index]);
    const seen: unknown[] = [];
    for (const index of outputs.keys()) {
      const id = await run({ index });
      await advance(0);
      const { status, output } = await look(id);
      seen.push(status === "COMPLETED" ? output : status);
    }
    expect(seen).toEqual([0, "", null, [1], {}, null, "FAILED"]);
  });
});

describe("a public model", () => {
  /** The bytes of the file that a job made. */
  const fileOf = async (slug: string, input: object, seed = 1) => {
    const account = createAccount({ seed });
    const { run, look, advance } = jobsAt(slug, account);
    const id = await run(input);
    await advance(20_000);
    const output = (await look(id)).output as Record<string, string>;
    const [member = "", url = ""] = Object.entries(output)[0] ?? [];
    const response = await account.emulator.fetch(url);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const type = response.headers.get("content-type");
    return { member, bytes, type, view: new DataView(bytes.buffer), output };
  };
  const textAt = (bytes: Uint8Array, at: number, length = 4) =>
    new TextDecoder().decode(bytes.subarray(at, at + length));

  test("draws a PNG of the size asked for, the same for the same seed", async () => {
    const input = { prompt: "a lighthouse", width: 128, height: 64, seed: 7 };
    const { member, bytes, type, view } = await fileOf("flux-dev", input);
    expect([member, type]).toEqual(["image_url", "image/png"]);
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
  });

  test("says a text as a WAV as long as it takes", async () => {
    const prompt = "a".repeat(30);
    const { member, bytes, type, view } = await fileOf("speech-demo", {
      prompt,
    });
    expect([member, type]).toEqual(["audio_url", "audio/wav"]);
    expect([textAt(bytes, 0), textAt(bytes, 8, 7)]).toEqual([
      "RIFF",
      "WAVEfmt",
    ]);
    const [rate, size] = [view.getUint32(24, true), view.getUint32(40, true)];
    expect([size / 2 / rate, bytes.length]).toEqual([2, 44 + size]);
    expect(new Set(bytes.subarray(44)).size).toBeGreaterThan(100);
  });

  test("films an MP4 of H.264 as long as asked for", async () => {
    const { member, bytes, type, view } = await fileOf("video-demo", {
      prompt: "waves",
      duration: 2,
    });
    expect([member, type]).toEqual(["video_url", "video/mp4"]);
    const boxes: string[] = [];
    for (let at = 0; at < bytes.length; at += view.getUint32(at))
      boxes.push(textAt(bytes, at + 4));
    expect(boxes).toEqual(["ftyp", "moov", "mdat"]);
    const text = new TextDecoder("latin1").decode(bytes);
    const header = text.indexOf("mvhd") + 16;
    expect(view.getUint32(header + 4) / view.getUint32(header)).toBe(2);
    const samples = text.indexOf("stsz") + 12;
    expect(view.getUint32(samples)).toBe(16);
    const chunk = view.getUint32(text.indexOf("stco") + 12);
    expect(textAt(bytes, chunk - 4)).toBe("mdat");
    // A key frame each, one after another to the end.
    let at = chunk;
    for (let frame = 0; frame < 16; frame += 1) {
      expect((bytes[at + 4] ?? 0) & 31).toBe(5);
      at += view.getUint32(at) + 4;
    }
    expect(at).toBe(bytes.length);
  });

  test.each([
    ["flux-dev", { width: 1000, height: 1000 }, 0.02],
    ["flux-schnell", { width: 1000, height: 500 }, 0.0012],
    ["video-demo", { duration: 10 }, 1],
    ["speech-demo", { prompt: "a".repeat(500) }, 0.025],
    ["text-demo", { prompt: "one two three" }, 0.00016],
  ])("%s costs what section 8 says", async (slug, input, cost) => {
    const { run, look, advance } = jobsAt(slug);
    const id = await run({ prompt: "x", ...input });
    await advance(20_000);
    expect((await look(id)).output).toMatchObject({ cost });
  });

  test.each([
    ["flux-dev", {}],
    ["flux-dev", { prompt: "x", width: 10 }],
    ["video-demo", { prompt: "x", duration: 0 }],
    ["text-demo", { prompt: "please fail" }],
  ])("%s fails on %j, and costs nothing", async (slug, input) => {
    const { run, look, advance } = jobsAt(slug);
    const id = await run(input);
    await advance(20_000);
    const { status, error, output } = await look(id);
    expect([status, typeof error, output]).toEqual([
      "FAILED",
      "string",
      undefined,
    ]);
  });

  test("leaves files that are gone after 7 days", async () => {
    const { run, advance, emulator, call } = jobsAt("flux-dev");
    const path = `/files/${await run()}.png`;
    expect((await call("GET", path)).status).toBe(404);
    await advance(1500);
    const url = emulator.urls.publicBaseUrl + path;
    await advance(7 * DAY);
    expect((await emulator.fetch(url)).status).toBe(200);
    await advance(1);
    const gone = await call("GET", path);
    expect([gone.status, gone.body]).toEqual([
      410,
      { message: expect.any(String) as string },
    ]);
    expect((await call("POST", path)).status).toBe(405);
  });
});
