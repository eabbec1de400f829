import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { runInThisContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";
import { reference } from "../../generated/reference.js";
import {
  createEmulator,
  type FaultRule,
  type RecordedRequest,
} from "../../src/index.js";
import { isRecord } from "../../src/check-arguments.js";
import { createClient } from "cloud-compute-sdk";
import { curlCommand } from "../../page/text/curl.js";
import { describeFault } from "../../page/text/describe-fault.js";
import { fillIds } from "../../page/text/fill-ids.js";
import {
  formatDuration,
  formatMoment,
  formatResource,
  formatUsd,
} from "../../page/text/format.js";
import { isShowable, mediaOf } from "../../page/text/media.js";
import { sdkLine } from "../../page/text/sdk-line.js";
import { sampleBodies } from "../../page/server/sample-bodies.js";
import { createAccount } from "../support/account.js";

const run = promisify(execFile);

type Program = (cloud: unknown) => Promise<void>;

describe("a fault in words", () => {
  test.each<[FaultRule, string]>([
    [{}, "The next request of X gets the status 500, and is not carried out."],
    [
      { status: 503, times: 2 },
      "The next 2 requests of X get the status 503, and are not carried out.",
    ],
    [
      { status: 429, headers: { "retry-after": "1" }, times: Infinity },
      "Each request of X gets the status 429 with the header retry-after, and is not carried out.",
    ],
    [
      { body: { ok: true }, carriedOut: true },
      "The next request of X gets the status 200 with a body of the rule, although it is carried out.",
    ],
    [
      { edge: 524 },
      "The next request of X gets the status 524 with the page of the edge, although it is carried out.",
    ],
    [
      { edge: 1010 },
      "The next request of X gets the status 403 with the page of the edge, and is not carried out.",
    ],
    [
      { refusal: "fault", times: 2 },
      'The next 2 requests of X get the refusal "fault", and are not carried out.',
    ],
    [{ delay: 1500 }, "The next request of X waits 1.5 s first."],
    [
      { delay: 20, status: 500, times: 2 },
      "The next 2 requests of X wait 20 ms first and get the status 500, and are not carried out.",
    ],
    [
      { reset: "before" },
      "The next request of X loses the connection before it is carried out.",
    ],
    [
      { reset: "after", after: 1 },
      "After 1 more request, the next request of X loses the connection after it was carried out.",
    ],
    [
      { truncate: 1000, after: 3, times: 2 },
      "After 3 more requests, the next 2 requests of X lose the connection after 1,000 bytes of the answer.",
    ],
    [
      { delay: 10, probability: 0.25, times: Infinity },
      "Each request of X waits 10 ms first, each with a probability of 25 %.",
    ],
  ])("%j", (rule, sentence) => {
    const { times = 1, after = 0 } = rule;
    const { subject, effect } = describeFault({
      rule,
      remaining: times === Infinity ? null : times,
      toSkip: after,
    });
    expect(`${subject} X ${effect}`).toBe(sentence);
  });
});

/** One call of each kind: method, path and body. */
const CALLS: readonly (readonly [string, string, unknown?])[] = [
  ["GET", "/v1/pods?desiredStatus=RUNNING&includeMachine=true"],
  ["GET", "/v1/pods?gpuTypeId=NVIDIA%20L4&gpuTypeId=NVIDIA%20A40"],
  ["POST", "/v1/pods", { name: 'it\'s `$HOME` "x" \\', "a-b": [1, null] }],
  ["PATCH", "/v1/pods/pod", { name: "new" }],
  ["POST", "/v1/pods/pod/stop"],
  ["DELETE", "/v1/networkvolumes/volume"],
  ["GET", "/v1/billing/pods?bucketSize=day"],
  [
    "POST",
    "/v2/flux-dev/run",
    { input: { prompt: "a" }, webhook: "https://a.example/b" },
  ],
  ["GET", "/v2/flux-dev/status/some%20job"],
  ["POST", "/v2/flux-dev/cancel/job"],
  ["POST", "/v2/flux-dev/retry/job"],
  ["GET", "/v2/flux-dev/status/a"],
  ["POST", "/v2/flux-dev/purge-queue"],
  ["GET", "/v1/pods/%zz"],
  ["GET", "/v2/catalog/gpus"],
  ["GET", "/v2/catalog/gpus?include=PRICING&count=2"],
  ["PATCH", "/v2/pods/pod", { name: "new" }],
  ["POST", "/v2/pods", { name: "new" }],
  [
    "POST",
    "/graphql",
    {
      query: "query a($id: String!) { pod(input: { podId: $id }) { id } }",
      variables: { id: "`${x}`" },
    },
  ],
];

/** What a request asks for. graphql-request sends the key in the query, and prints a document anew with its name. */
function meaningOf({ method, path, query, body }: RecordedRequest) {
  const { api_key: _, ...rest } = query;
  const isDocument = path === "/graphql" && isRecord(body);
  const asked = isDocument
    ? [String(body["query"]).replace(/\s+/g, ""), body["variables"]]
    : body;
  return { method, path, query: rest, asked };
}

describe.each(CALLS.map(([method, path, body]) => ({ method, path, body })))(
  "the request $method $path",
  ({ method, path, body }) => {
    const recordCall = async () => {
      const { emulator, call } = createAccount();
      await call(method, path, body).catch(() => undefined);
      const [recorded] = emulator.requests;
      if (!recorded) throw new Error("nothing was recorded");
      return recorded;
    };

    test("is sent again by the copied line of the SDK", async () => {
      const recorded = await recordCall();
      const emulator = createEmulator();
      const { apiKey, urls, fetch } = emulator;
      const cloud = createClient({ apiKey, ...urls, fetch, retries: 0 });
      const line = sdkLine(reference, recorded, urls.publicBaseUrl);
      // The line is the text that a user pastes into an async function.
      const source = `(async (cloud) => { ${line} })`;
      const program = runInThisContext(source) as Program;
      await program(cloud).catch(() => undefined);
      const [sent] = emulator.requests;
      expect(sent && meaningOf(sent), line).toEqual(meaningOf(recorded));
    });

    test("is sent again by the copied command", async () => {
      const recorded = await recordCall();
      const emulator = createEmulator();
      const { urls } = await emulator.listen();
      const command = curlCommand(recorded, urls.publicBaseUrl);
      const env = {
        PATH: process.env["PATH"],
        CLOUD_COMPUTE_API_KEY: emulator.apiKey,
      };
      await run("sh", ["-c", `${command} --silent`], { env });
      const [sent] = emulator.requests;
      expect(sent && meaningOf(sent), command).toEqual(meaningOf(recorded));
      expect(sent?.status).not.toBe(401);
      await emulator.close();
    });
  },
);

describe("the prefilled body", () => {
  const withBody = reference.filter(({ fields }) =>
    fields.some((field) => field.in === "body"),
  );

  test.each(withBody)(
    "of $route is accepted as it is",
    async ({ route, prefix }) => {
      const { emulator, call, callOk } = createAccount();
      emulator.seed({
        containerRegistryAuths: [
          { id: "auth", name: "auth", username: "u", password: "p" },
        ],
        networkVolumes: [
          { id: "volume", name: "v", size: 10, dataCenterId: "EU-RO-1" },
        ],
        templates: [
          { id: "template", name: "t", imageName: "a:1", isServerless: true },
        ],
        endpoints: [{ id: "endpoint", templateId: "template" }],
        pods: [{ id: "pod", imageName: "a:1" }],
      });
      const samples: Readonly<Record<string, unknown>> = sampleBodies;
      const cluster = samples["POST /v2/clusters"];
      const secret = { name: "OTHER_TOKEN", value: "a-secret-value" };
      const ids: Readonly<Record<string, string>> = {
        podId: "pod",
        endpointId: "endpoint",
        networkVolumeId: "volume",
        templateId: "template",
        clusterId: (await callOk("POST", "/v2/clusters", cluster)).id,
        secretId: (await callOk("POST", "/v2/account/secrets", secret)).id,
        slug: "flux-schnell",
      };
      const fill = (text: string) => fillIds(text, ids);
      const [method = "", path = ""] = route.split(" ");
      expect(samples[route]).toBeDefined();
      const body = JSON.parse(fill(JSON.stringify(samples[route]))) as unknown;
      // A job is waited for as long as the clock stands still.
      const answered = call(method, fill(prefix + path), body);
      await emulator.clock.advance(10_000);
      const answer = await answered;
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    },
  );
});

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

  test.each([
    ["networkVolumes", "Network volumes"],
    ["v2.networkVolumes", "Network volumes (v2)"],
  ])("the resource %s is called %s", (name, text) => {
    expect(formatResource(name)).toBe(text);
  });

  test.each([
    ["/v1/pods/{podId}/stop", "/v1/pods/a/stop"],
    ["/v2/pods/{id}/logs", "/v2/pods/a/logs"],
    ["/v2/catalog/gpus/{id}", "/v2/catalog/gpus/L4"],
    ["/v2/clusters/{id}", "/v2/clusters/{id}"],
  ])("the path %s is filled in as %s", (path, filled) => {
    expect(fillIds(path, { podId: "a", gpuTypeId: "L4" })).toBe(filled);
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

  test("a value is copied into the line of the SDK with a member of any name", async () => {
    const { emulator, call } = createAccount();
    const input = JSON.parse('{"__proto__":{"a":1},"a-b":2}') as object;
    await call("POST", "/v2/flux-dev/run", { input });
    const [recorded] = emulator.requests;
    if (!recorded) throw new Error("nothing was recorded");
    const line = sdkLine(reference, recorded, emulator.urls.publicBaseUrl);
    expect(line).toContain('run({ ["__proto__"]: { a: 1 }, "a-b": 2 })');
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
