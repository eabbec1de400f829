import { expect } from "vitest";
import { sampleBodies } from "../../support/sample-bodies.js";
import { watchDrift } from "cloud-compute-sdk/drift";
import type { Capture } from "../../../../spec-tools/src/document/capture.js";
import { createClient, InputError } from "cloud-compute-sdk";
import { createSpendGuard } from "cloud-compute-sdk/spend";
import { KEY, URLS } from "../../../../../test/support/scripted-fetch.js";
import { callOf } from "./calls.js";
import { responseOf, routeOf } from "./captures.js";

/** A client that gets the captured answer to each request, and what it has sent and found. */
function clientOf(capture: Capture) {
  const requests: Request[] = [];
  const drift = watchDrift({ onDrift: () => undefined });
  const spend = createSpendGuard({ limit: 10, estimate: 1 });
  const fetch = (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    requests.push(request);
    const isFirst = requests.length === 1;
    return Promise.resolve(isFirst ? responseOf(capture) : endedJob(request));
  };
  const surfaces = { v2: { baseUrl: "https://v2.test" } };
  const options = { apiKey: KEY, ...URLS, surfaces, logLevel: "off" } as const;
  const cloud = createClient({ ...options, fetch, drift, spend });
  return { cloud, requests, drift, spend };
}

/** The job of an earlier answer, which has ended since. */
function endedJob({ url }: Request): Response {
  const result = url.includes("/stream/") ? { stream: [] } : { output: {} };
  return Response.json({ status: "COMPLETED", ...result });
}

type Answered = ReturnType<typeof clientOf> & {
  readonly result: unknown;
  readonly error: unknown;
};

/**
 * Makes the call of a capture. What the client refuses by itself is made with a body that it sends: the answer to it is
 * the captured one.
 */
export async function answeredCall(capture: Capture): Promise<Answered> {
  const call = callOf(capture);
  const client = clientOf(capture);
  const attempt = (asked: Capture) =>
    call(client.cloud, asked).then(
      (result) => ({ result, error: undefined }),
      (error: unknown) => ({ result: undefined, error }),
    );
  const first = await attempt(capture);
  if (!(first.error instanceof InputError)) return { ...client, ...first };
  expect(client.requests, "nothing is sent").toEqual([]);
  const route = routeOf(capture.operation) ?? "";
  const { query, body, ...request } = capture.request;
  const sent = { ...request, body: sampleBodies[route] ?? {} };
  return {
    ...client,
    ...(await attempt({ ...capture, request: sent as Capture["request"] })),
  };
}

/** The captures as rows of a test, each with its name. */
export function named(list: readonly Capture[]) {
  return list.map((capture) => [capture.name, capture] as const);
}
