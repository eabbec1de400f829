import type { Client } from "cloud-compute-sdk";
import type { Capture } from "../../../../spec-tools/src/document/capture.js";
import type { Route } from "../../../src/http/operations.js";
import { takesBody } from "../../../src/requests/validate-request.js";
import { pathOf, routeOf } from "./captures.js";

/** Ends at the first answer that is no success. */
const ONCE = { retries: 0 };

/** A wait asks again at once. */
const BRIEF = { interval: 500 };

type Call = (cloud: Client, capture: Capture) => Promise<unknown>;

/** The call of the client that a capture answers. */
export function callOf({ name, operation }: Capture): Call {
  const [surface = ""] = operation.split(".");
  const special = CALLS[operation] ?? CALLS[surface];
  if (special) return special;
  const route = routeOf(operation);
  if (route === undefined)
    throw new Error(`${name}: no call has the name ${operation}`);
  return (cloud, capture) => callResource(cloud, route, capture);
}

const CALLS: Readonly<Record<string, Call | undefined>> = {
  "jobs.run": (cloud, capture) =>
    cloud.model(slugOf(capture)).run(inputOf(capture), ONCE),
  "jobs.runSync": (cloud, capture) =>
    cloud.model(slugOf(capture)).runSync(inputOf(capture), BRIEF),
  "jobs.status": (cloud, capture) => jobOf(cloud, capture).status(ONCE),
  "jobs.stream": async (cloud, capture) => {
    for await (const piece of jobOf(cloud, capture).stream(BRIEF)) return piece;
    return undefined;
  },
  "jobs.health": (cloud, capture) => cloud.model(slugOf(capture)).health(ONCE),
  openai: (cloud, capture) => {
    const { fetch, baseURL } = cloud.model(slugOf(capture)).openai(ONCE);
    const [, path = ""] = capture.request.path.split("/openai/v1");
    return sendRaw(fetch, baseURL + path, capture);
  },
  graphql: (cloud, { request }) => {
    const { query, variables } = request.body as {
      readonly query: string;
      readonly variables?: object;
    };
    return cloud.graphql.request<unknown, Record<string, unknown>>(
      query as never,
      (variables ?? {}) as never,
      ONCE,
    );
  },
  loadBalancer: (cloud, capture) => sendToService(cloud, capture),
  "v2.unknownPath": (cloud, capture) => sendToService(cloud, capture),
  "v2.document": (cloud, capture) => sendToService(cloud, capture),
  "rest.unknownPath": (cloud, capture) => sendToService(cloud, capture),
};

/** What no function of the client covers is sent with the client's `fetch`. */
function sendToService(cloud: Client, capture: Capture): Promise<unknown> {
  const { path } = capture.request;
  const host = path.startsWith("/v1/")
    ? "https://rest.test"
    : "https://jobs.test";
  const address = path.replace("BASE_URL", "/v2/ENDPOINT_ID");
  const send = (url: string, init?: RequestInit) =>
    cloud.fetch(url, { ...init, retries: 0 });
  return sendRaw(send, host + address, capture);
}

async function sendRaw(
  send: (url: string, init?: RequestInit) => Promise<Response>,
  address: string,
  { request: { method, body } }: Capture,
): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await send(address, { method, headers, ...init });
  const text = await response.text();
  if (!response.ok) throw new RawFailure(response.status, text);
  return JSON.parse(text);
}

/** A response of the client's `fetch` that is no success. */
export class RawFailure extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** Calls the function of a resource: with the ids of the path, the body and the query. */
async function callResource(
  cloud: Client,
  route: string,
  { request, operation }: Capture,
): Promise<unknown> {
  const values = request.path.split("/");
  const ids = pathOf(route)
    .split("/")
    .flatMap((part, index) => (part.startsWith("{") ? values[index] : []));
  const isRead = route.startsWith("GET ");
  const call = operation
    .split(".")
    .reduce<unknown>((at, step) => Reflect.get(at as object, step), cloud) as (
    ...args: readonly unknown[]
  ) => Promise<unknown>;
  const args: unknown[] = [...ids];
  if (takesBody(route as Route)) args.push(request.body);
  args.push(isRead ? queryOf(request.query) : {});
  const result = await call(...args, ONCE);
  return isIterable(result) ? firstOf(result) : result;
}

/** A query as the types of the client have it. */
function queryOf(query: Readonly<Record<string, string>> = {}) {
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, valueOf(name, text)]),
  );
}

function valueOf(name: string, text: string): unknown {
  if (text === "true") return true;
  if (/^\d+$/.test(text) && name !== "cudaVersions") return Number(text);
  return /^(include|countryCodes|cudaVersions)$/.test(name) ? [text] : text;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in Object(value);
}

async function firstOf(items: AsyncIterable<unknown>): Promise<unknown> {
  for await (const item of items) return item;
  return undefined;
}

function slugOf({ request: { path } }: Capture): string {
  return path.split("/")[2] ?? "";
}

function inputOf({ request: { body } }: Capture): object {
  return (body as { readonly input: object }).input;
}

function jobOf(cloud: Client, capture: Capture) {
  const [, , slug = "", , id = ""] = capture.request.path.split("/");
  return cloud.job({ slug, id });
}
