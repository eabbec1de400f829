/** What a client's call is given. */
export interface Service {
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof fetch;
}

/** What a file of `tools/peers/calls` exports. */
export interface CallFile {
  readonly createCall: (service: Service) => () => Promise<unknown>;
  readonly createWait?: (service: Service) => () => Promise<unknown>;
}

export const KEY = "bench-key-0123456789abcdef";

const items = ["p1", "p2"].map((id) => ({
  ...{ id, name: "bench", image: "ubuntu:24.04", desiredStatus: "RUNNING" },
  ...{ costPerHr: 0.34, ports: ["8888/http", "22/tcp"] },
}));
const lists = { object: "list", has_more: false, results: items };
// A job that never ends, in the words of each service.
const job = { id: "job-1", request_id: "job-1", status: "IN_QUEUE" };
const answer = JSON.stringify({ ...job, ...lists, data: items });
const data = JSON.stringify({ data: { ...job, ...lists, pods: items } });

/** The same bytes for every client, whichever it asks: a list and a job at once. GraphQL wants them a level deeper. */
export function answerTo(url: string): {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const text = url.endsWith("/graphql") ? data : answer;
  const length = String(Buffer.byteLength(text));
  const type = "application/json";
  return { text, headers: { "content-type": type, "content-length": length } };
}
