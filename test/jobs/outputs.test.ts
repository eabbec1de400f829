import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createEmulator } from "../../src/emulator/index.js";
import { createClient, outputsOf, type CompletedJob } from "../../src/index.js";

const WEEK = 7 * 86_400_000;
const NOW = Date.UTC(2030, 0, 1);

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

const done = (output: unknown, times: object = {}) =>
  ({ id: "j1", status: "COMPLETED", output, ...times }) as CompletedJob;

describe("the outputs of a job", () => {
  test("are its image, video and audio files, each with its kind, and nothing else", () => {
    const urls = {
      audio_url: "https://f.test/a.wav",
      image_url: "https://f.test/i.png",
      video_url: "https://f.test/v.mp4",
    };
    const others = { cost: 0.02, text_url: "https://f.test/t", url: "u" };
    const files = outputsOf(done({ ...others, ...urls }));
    expect(files).toEqual(
      ["image", "video", "audio"].map((kind) => ({
        kind,
        url: urls[`${kind}_url` as keyof typeof urls],
        expiresAt: NOW + WEEK,
      })),
    );
  });

  for (const output of [
    undefined,
    null,
    "https://f.test/i.png",
    7,
    true,
    [],
    {},
    { image_url: null },
    { image_url: 7 },
    [{ image_url: "u" }],
    { output: { image_url: "u" } },
  ])
    test(`are an empty list where the output is ${JSON.stringify(output)}`, () => {
      expect(outputsOf(done(output))).toEqual([]);
    });

  const submitted = NOW - 3_600_000;
  const output = { image_url: "u" };
  for (const [name, times, submittedAt, made] of [
    [
      "follows from the submit and the delays",
      { delayTime: 300, executionTime: 1200 },
      submitted,
      submitted + 1500,
    ],
    [
      "needs no delayTime",
      { executionTime: 1200 },
      submitted,
      submitted + 1200,
    ],
    [
      "is now if the submit is not known",
      { delayTime: 300, executionTime: 1200 },
      undefined,
      NOW,
    ],
    [
      "is now if executionTime is not known",
      { delayTime: 300 },
      submitted,
      NOW,
    ],
    [
      "is never later than now",
      { delayTime: 0, executionTime: 9e9 },
      submitted,
      NOW,
    ],
  ] as const)
    test(`expire 7 days after they were made, which ${name}`, () => {
      const [file] = outputsOf(done(output, times), submittedAt);
      expect(file?.expiresAt).toBe(made + WEEK);
    });

  test("are available from the service for as long as expiresAt says", async () => {
    const emulator = createEmulator();
    const { apiKey, fetch, urls } = emulator;
    const cloud = createClient({ apiKey, fetch, ...urls });
    const job = await cloud.model("speech-demo").run({ prompt: "hello" });
    const submittedAt = job.toJSON().submittedAt ?? NaN;
    const waiting = job.wait();
    await vi.advanceTimersByTimeAsync(60_000);
    await waiting;
    const [file, ...others] = await job.outputs();
    expect(others).toEqual([]);
    // 300 ms in the queue and 900 ms of work.
    const expiresAt = submittedAt + 1200 + WEEK;
    expect(file).toMatchObject({ kind: "audio", expiresAt });
    const status = async (at: number) => {
      vi.setSystemTime(at);
      return (await fetch(file?.url ?? "")).status;
    };
    expect([await status(expiresAt), await status(expiresAt + 1)]).toEqual([
      200, 410,
    ]);
  });

  test("of a job that failed reject with its JobError", async () => {
    const { apiKey, fetch, urls } = createEmulator();
    const cloud = createClient({ apiKey, fetch, ...urls });
    const job = await cloud.model("flux-schnell").run({ prompt: "fail" });
    const outputs = expect(job.outputs()).rejects.toMatchObject({
      code: "job_failed",
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await outputs;
  });

  test("of a job whose error is nested too deeply to be shown reject with its JobError", async () => {
    const error = "[".repeat(100_000) + "]".repeat(100_000);
    const answer = `{ "id": "j", "status": "FAILED", "error": ${error} }`;
    const headers = { "content-type": "application/json" };
    const cloud = createClient({
      apiKey: "a-key-0123456789",
      publicBaseUrl: "https://example.com",
      fetch: () => Promise.resolve(new Response(answer, { headers })),
    });
    const outputs = expect(
      cloud.job({ slug: "m", id: "j" }).outputs(),
    ).rejects.toMatchObject({ code: "job_failed", job: { status: "FAILED" } });
    await vi.advanceTimersByTimeAsync(1000);
    await outputs;
  });

  test("of a job that goes on are waited for, because an empty list would be wrong", async () => {
    const { apiKey, fetch, urls } = createEmulator();
    const cloud = createClient({ apiKey, fetch, ...urls });
    const job = await cloud.model("flux-schnell").run({ prompt: "a house" });
    const outputs = job.outputs();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outputs).toMatchObject([{ kind: "image" }]);
  });
});
