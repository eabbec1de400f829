import { pathToFileURL } from "node:url";
import { callFileOf, type CallKind } from "../clients.js";

/** What a client's call needs. */
export interface Service {
  readonly url: string;
  readonly key: string;
  readonly fetch: typeof fetch;
}

type Act = () => Promise<unknown>;

/** What a file of `lab/peers/calls` exports. */
export interface CallFile {
  readonly createCalls: (service: Service) => Partial<Record<CallKind, Act>>;
  /** Submits a job and waits for it, as the client is usually used. */
  readonly createWait?: (service: Service) => Act;
  /** The ways to submit a job and to wait for it, by their names. */
  readonly createWaits?: (service: Service) => Readonly<Record<string, Act>>;
  /** Waits for a job that somebody else has submitted. */
  readonly createResume?: (
    service: Service,
  ) => (id: string) => Promise<unknown>;
}

const items = ["p1", "p2"].map((id) => ({
  id,
  name: "bench",
  image: "ubuntu:24.04",
  desiredStatus: "RUNNING",
  costPerHr: 0.34,
  ports: ["8888/http", "22/tcp"],
}));
// A job that never ends, a list and a Pod, under the names that each service uses. Each job has an id of its own.
let jobs = 0;
const body = {
  id: "job-0000001",
  request_id: "job-0000001",
  status: "IN_QUEUE",
  object: "list",
  has_more: false,
  results: items,
};
const plain = JSON.stringify({ ...body, data: items });
const graphql = JSON.stringify({ data: { ...body, pods: items } });
const ended = JSON.stringify({
  ...body,
  status: "COMPLETED",
  output: { result: "x" },
  data: items,
});

/** The calls of a client, by the name of its file in `lab/peers/calls`. */
export async function importCalls(name: string): Promise<CallFile> {
  return (await import(pathToFileURL(callFileOf(name)).href)) as CallFile;
}

/** As many bytes for every client. GraphQL's data is one level deeper, and a job of `/runsync` has ended. */
export function respond(url: string): Response {
  const { pathname } = new URL(url);
  const text = textAt(pathname);
  const length = String(Buffer.byteLength(text));
  const headers = {
    "content-type": "application/json",
    "content-length": length,
  };
  return new Response(text, { headers });
}

function textAt(pathname: string): string {
  if (pathname.endsWith("/graphql")) return graphql;
  const id = String(++jobs).padStart(7, "0");
  const text = pathname.endsWith("/runsync") ? ended : plain;
  return text.replaceAll("0000001", id);
}

export function urlOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}

export function createService(fetch: typeof globalThis.fetch): Service {
  // Not every client accepts a `fetch`.
  globalThis.fetch = fetch;
  const key = "bench-key-0123456789abcdef";
  return { url: "http://127.0.0.1:9", key, fetch };
}
