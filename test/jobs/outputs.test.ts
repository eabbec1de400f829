import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { outputsOf, type CompletedJob } from "../../src/index.js";
import { createEmulatedClient } from "../support/emulated-client.js";

const WEEK = 7 * 86_400_000;
const NOW = Date.UTC(2030, 0, 1);
const PNG = "data:image/png;base64,iVBORw0KGgoAAAAN";

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

  test.each<unknown>([
    undefined,
    7,
    [],
    "https://f.test/i.png and more",
    "ftp://f.test/i.png",
    { choices: [{ message: { content: "https://f.test/i.png" } }] },
    { input: { image: "https://f.test/i.png" } },
    { prompt: "https://f.test/i.png" },
    { webhook: "https://f.test/hook", page: "https://f.test/about" },
    { image_url: null },
    { image_url: "no picture was made" },
    { note: "data:text/plain,hello" },
  ])("are an empty list where the output is %j", (output) => {
    expect(outputsOf(done(output))).toEqual([]);
  });

  test.each<[output: unknown, files: string[]]>([
    [
      { images: [{ url: "https://f.test/1" }, { url: "https://f.test/2" }] },
      ["image https://f.test/1", "image https://f.test/2"],
    ],
    [{ result: "https://f.test/r" }, ["other https://f.test/r"]],
    [
      { results: { video: { url: "https://f.test/r" } } },
      ["video https://f.test/r"],
    ],
    [[{ image_url: "https://f.test/i" }], ["image https://f.test/i"]],
    [{ page: PNG }, [`image ${PNG}`]],
    [{ result: "data:;base64,AAAA" }, ["other data:;base64,AAAA"]],
    [{ image_url: "iVBORw0KGgoAAAAN" }, [`image ${PNG}`]],
    [
      { data: [{ b64_json: "/9j/4AAQSkZJRgABAQAA" }] },
      ["image data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAA"],
    ],
    [
      { clip: "AAAAIGZ0eXBpc29tAAAA" },
      ["video data:video/mp4;base64,AAAAIGZ0eXBpc29tAAAA"],
    ],
    [
      "UklGRhAgAABXQVZFZm10IA==",
      ["audio data:audio/wav;base64,UklGRhAgAABXQVZFZm10IA=="],
    ],
    ["https://f.test/i.PNG?token=1", ["image https://f.test/i.PNG?token=1"]],
    ["https://f.test/file", ["other https://f.test/file"]],
    [
      ["https://f.test/1.wav", "https://f.test/1.wav"],
      ["audio https://f.test/1.wav"],
    ],
    [
      { video_url: "https://f.test/v", thumbnail: "https://f.test/v.jpg" },
      ["video https://f.test/v", "image https://f.test/v.jpg"],
    ],
    [{ speech: { file: "https://f.test/s" } }, ["audio https://f.test/s"]],
    [{ zip_file: "https://f.test/all.zip" }, ["other https://f.test/all.zip"]],
    [
      { image: { image: "https://f.test/i" }, image_url: "https://f.test/i" },
      ["image https://f.test/i"],
    ],
  ])("in %j are found", (output, files) => {
    const found = outputsOf(done(output));
    expect(found.map(({ kind, url }) => `${kind} ${url}`)).toEqual(files);
  });

  test("in an output that nests without end, or is very large, are found in little time", () => {
    const nested: { next?: unknown; image_url: string } = {
      image_url: "https://f.test/i",
    };
    nested.next = nested;
    expect(outputsOf(done(nested))).toHaveLength(1);
    const many = Array.from(
      { length: 5000 },
      (_, index) => `https://f.test/${index}.png`,
    );
    expect(outputsOf(done(many))).toHaveLength(1000);
    expect(outputsOf(done("https://f.test/" + "x".repeat(1e6)))).toEqual([]);
  });

  const submitted = NOW - 3_600_000;
  const output = { image_url: "https://f.test/i" };
  test.each([
    [{ delayTime: 300, executionTime: 1200 }, submitted, submitted + 1500],
    [{ executionTime: 1200 }, submitted, submitted + 1200],
    [{ delayTime: 300, executionTime: 1200 }, undefined, NOW],
    [{ delayTime: 300 }, submitted, NOW],
    [{ delayTime: 0, executionTime: 9e9 }, submitted, NOW],
  ])(
    "expire 7 days after they were made, by %j after a submit at %s",
    (times, submittedAt, made) => {
      const [file] = outputsOf(done(output, times), submittedAt);
      expect(file?.expiresAt).toBe(made + WEEK);
    },
  );

  test("of an output that repeats its index and its input are found", () => {
    const own = { index: 0, input: "a pier", image_url: "https://f.test/i" };
    expect(outputsOf(own)).toMatchObject([{ url: own.image_url }]);
  });

  test("of a failed result of a map are refused with the error of the result", () => {
    const error = new Error("out of memory");
    const failed = { index: 0, input: { prompt: "a pier" }, error };
    expect(() => outputsOf(failed)).toThrow(error);
  });

  test("of a result of a batch that has not kept its output are refused with what to do", () => {
    const result = { state: "completed", output: undefined, outputBytes: 2e6 };
    expect(() => outputsOf(result)).toThrow(
      "output of 2000000 bytes the batch has not kept: pass `cloud.job(result.job)`",
    );
  });

  test("of a job that goes on are waited for, because an empty list would be wrong", async () => {
    const { cloud } = createEmulatedClient();
    const job = await cloud.model("flux-schnell").run({ prompt: "a house" });
    const outputs = job.outputs();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outputs).toMatchObject([{ kind: "image" }]);
  });
});
