import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { createEmulator } from "../../src/index.js";
import { curlCommand } from "../../page/text/curl.js";
import {
  formatDuration,
  formatMoment,
  formatUsd,
} from "../../page/text/format.js";
import { isShowable, mediaOf } from "../../page/text/media.js";
import { createAccount } from "../support/account.js";

const run = promisify(execFile);

/** Method, path and body. */
const CALLS: [method: string, path: string, body?: unknown][] = [
  ["GET", "/v1/pods?gpuTypeId=NVIDIA%20L4&gpuTypeId=NVIDIA%20A40"],
  ["POST", "/v1/pods", { name: 'it\'s `$HOME` "x" \\', "a-b": [1, null] }],
  ["POST", "/v1/pods/pod/stop"],
  ["GET", "/v2/flux-dev/status/some%20job"],
  ["GET", "/v1/pods/%zz"],
];

test.each(CALLS)(
  "the request %s %s is sent again by the copied command",
  async (method, path, body) => {
    const { emulator: first, call } = createAccount();
    await call(method, path, body).catch(() => undefined);
    const [recorded] = first.requests;
    if (!recorded) throw new Error("nothing was recorded");
    const emulator = createEmulator();
    const { urls } = await emulator.listen();
    const command = curlCommand(recorded, urls.publicBaseUrl);
    const env = {
      PATH: process.env["PATH"],
      CLOUD_COMPUTE_API_KEY: emulator.apiKey,
    };
    await run("sh", ["-c", `${command} --silent`], { env });
    const [sent] = emulator.requests;
    const { query } = recorded;
    expect(sent, command).toMatchObject({ method, query, body: recorded.body });
    expect(sent?.path).toBe(recorded.path);
    expect(sent?.status).not.toBe(401);
    await emulator.close();
  },
);

describe("the texts of the page:", () => {
  test.each([
    [0.8, "0.8 ms"],
    [850, "850 ms"],
    [12_340, "12.3 s"],
    [240_000, "4.0 min"],
    [9_000_000, "2.5 h"],
    [259_200_000, "3.0 days"],
  ])("%d milliseconds are %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  test.each([
    [0, "$0"],
    [0.0000321, "$0.000032"],
    [0.0024, "$0.0024"],
    [1.5, "$1.50"],
    [-12345.6, "−$12,345.60"],
  ])("%d USD are %s", (usd, text) => {
    expect(formatUsd(usd)).toBe(text);
  });

  test("a moment has its date", () => {
    expect(formatMoment(new Date(2026, 0, 2, 3, 4, 5).getTime())).toBe(
      "2026-01-02 03:04:05",
    );
  });

  test("brackets of a path are no pattern for the copied command", () => {
    const request = { method: "GET", path: "/v1/pods/[1-3]", query: {} };
    expect(curlCommand(request, "http://127.0.0.1")).toMatch(
      /^curl -g 'http:\/\/127\.0\.0\.1\/v1\/pods\/\[1-3\]' /,
    );
  });

  test("a file of an address that no browser can read is not shown", () => {
    const [media] = mediaOf(["http://[.png"]);
    vi.stubGlobal("location", new URL("http://127.0.0.1/"));
    expect(media && isShowable(media)).toBe(false);
    vi.unstubAllGlobals();
  });

  test("the files of a deep or long output are found", () => {
    const long = [Array.from({ length: 500_000 }, () => 0), "http://a/a.png"];
    expect(mediaOf(long)).toHaveLength(1);
    let output: unknown = "http://127.0.0.1/a.png";
    for (let depth = 0; depth < 100_000; depth += 1) output = [output];
    expect(mediaOf(output)).toHaveLength(1);
  });

  test("the files of an output are found in any shape", () => {
    const output = {
      images: ["https://a.example/a.PNG?x=1", "no file.png"],
      video: { url: "http://127.0.0.1/files/b.mp4" },
      sound: "data:audio/wav;base64,AA",
      script: "javascript:alert(1)//a.png",
    };
    expect(mediaOf(output).map(({ kind }) => kind)).toEqual([
      "picture",
      "film",
      "sound",
    ]);
  });
});
