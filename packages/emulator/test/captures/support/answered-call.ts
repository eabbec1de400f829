import { watchDrift } from "cloud-compute-sdk/drift";
import type { Capture } from "../../../../spec-tools/src/document/capture.js";
import { createClient } from "cloud-compute-sdk";
import { createSpendGuard } from "cloud-compute-sdk/spend";
import { KEY, URLS } from "../../../../../test/support/scripted-fetch.js";
import { callOf } from "./calls.js";
import { responseOf } from "./captures.js";

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

/** Makes the call of a capture. */
export async function answeredCall(capture: Capture): Promise<Answered> {
  const client = clientOf(capture);
  return callOf(capture)(client.cloud, capture).then(
    (result) => ({ ...client, result, error: undefined }),
    (error: unknown) => ({ ...client, result: undefined, error }),
  );
}

/** The captures as rows of a test, each with its name. */
export function named(list: readonly Capture[]) {
  return list.map((capture) => [capture.name, capture] as const);
}
