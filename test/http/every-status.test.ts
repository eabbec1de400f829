import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createClient, type Client } from "../../src/index.js";
import { collect } from "../support/collect.js";
import { nextMacrotask, passTime } from "../support/fake-time.js";
import { KEY, URLS } from "../support/scripted-fetch.js";
import { version2At, version2Of } from "../support/version-2.js";

beforeAll(() => import("../../src/graphql/document.js"));
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const PROBLEM = { title: "Refused", status: 418, detail: "it must not be" };

/** What answers after the request was accepted. `isService`: whether the service itself may have written the body. */
const SHAPES = [
  { name: "an empty body", isService: false },
  { name: "a page", html: true, isService: false },
  { name: "JSON", json: { error: "it must not be" }, isService: true },
  { name: "a problem", json: PROBLEM, isService: true },
  { name: "JSON without a reason", json: { status: 400 }, isService: false },
] as const;
type Shape = (typeof SHAPES)[number];

interface Case {
  readonly status: number;
  readonly shape: Shape;
  readonly retryAfter: string | undefined;
}

const STATUSES = Array.from({ length: 200 }, (_, index) => 400 + index);
const CASES: readonly Case[] = STATUSES.flatMap((status) =>
  SHAPES.flatMap((shape) =>
    [undefined, "1"].map((retryAfter) => ({ status, shape, retryAfter })),
  ),
);

function toResponse({ status, shape, retryAfter }: Case): Response {
  const headers = new Headers();
  if (retryAfter !== undefined) headers.set("retry-after", retryAfter);
  // A cache names itself, and asks for patience.
  if (retryAfter !== undefined) headers.set("via", "1.1 varnish (Varnish/7.7)");
  if ("json" in shape) return Response.json(shape.json, { status, headers });
  if (!("html" in shape)) return new Response(null, { status, headers });
  headers.set("content-type", "text/html");
  return new Response("<title>Backend fetch failed</title>", {
    status,
    headers,
  });
}

/** Whether the error must say that the request may have been carried out. */
function isOpen({ status, shape }: Case): boolean {
  if (status === 429) return false;
  const isRefusal = status < 500 && ![408, 425, 499].includes(status);
  return !(isRefusal && shape.isService);
}

const options = { retries: 2, timeout: 30_000 };

/** Ways to change something whose errors say whether that was carried out. */
const CALLS: Readonly<Record<string, (cloud: Client) => Promise<unknown>>> = {
  "model.run": (cloud) => cloud.model("m").run({ prompt: "x" }),
  "model.runSync": (cloud) => cloud.model("m").runSync({ prompt: "x" }),
  "model.map": async (cloud) => {
    const [result] = await collect(cloud.model("m").map([{ prompt: "x" }]));
    throw result?.error as Error;
  },
  "job.retry": (cloud) => cloud.model("m").job("j1").retry(),
  "pods.create": (cloud) => cloud.pods.create({ imageName: "i" }),
  "endpoints.create": (cloud) =>
    cloud.endpoints.create({ templateId: "t", name: "e" }),
  "v2.pods.create": (cloud) => version2Of(cloud).pods.create({ name: "a" }),
  "a mutation of GraphQL": (cloud) =>
    cloud.graphql.terminatePod({ input: { podId: "p1" } }),
};

/** Ways to change something that give the response itself. */
const RAW: Readonly<Record<string, (cloud: Client) => Promise<unknown>>> = {
  "cloud.rest": (cloud) =>
    cloud.rest.POST("/pods", { body: { imageName: "i" } }),
  "cloud.jobsRest": (cloud) =>
    cloud.jobsRest.POST("/v2/{slug}/run", {
      params: { path: { slug: "m" } },
      body: { input: {} },
    }),
  "cloud.fetch": (cloud) =>
    cloud.fetch(`${URLS.publicBaseUrl}/v2/m/run`, { method: "POST" }),
  "model.openai": (cloud) => {
    const { fetch, baseURL } = cloud.model("m").openai();
    return fetch(`${baseURL}/chat/completions`, { method: "POST" });
  },
};

/** What became of a call whose every request was accepted, and then answered as the case says. */
async function meet(each: Case, call: (cloud: Client) => Promise<unknown>) {
  let accepted = 0;
  const fetch = () => {
    accepted++;
    return Promise.resolve(toResponse(each));
  };
  const cloud = createClient({
    apiKey: KEY,
    ...URLS,
    ...version2At("https://rest.test/v2"),
    ...options,
    fetch,
  });
  const error = await call(cloud).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { maybeSent } = Object(error) as { readonly maybeSent?: boolean };
  return { accepted, maybeSent };
}

const describeCase = ({ status, shape, retryAfter }: Case) =>
  `${status} with ${shape.name}${retryAfter === undefined ? "" : " with Retry-After and Via"}`;

async function meetAll(call: (cloud: Client) => Promise<unknown>) {
  const all = Promise.all(
    CASES.map(async (each) => ({ each, ...(await meet(each, call)) })),
  );
  const running = { isOver: false };
  void all.then(() => (running.isOver = true));
  while (!running.isOver) {
    await passTime(100);
    await nextMacrotask();
  }
  return all;
}

test.each(Object.entries(CALLS))(
  "%s is carried out once whatever answers, and its error says whether it may have been carried out",
  async (_, call) => {
    const met = await meetAll(call);
    const wrong = met.filter(({ each, accepted, maybeSent }) => {
      const expected = each.status === 429 ? 3 : 1;
      return accepted !== expected || maybeSent !== isOpen(each);
    });
    expect(
      wrong.map(({ each, accepted, maybeSent }) => [
        describeCase(each),
        accepted,
        maybeSent,
      ]),
    ).toEqual([]);
    expect(met).toHaveLength(2000);
  },
);

test.each(Object.entries(RAW))(
  "%s is carried out once whatever answers, but after 429",
  async (_, call) => {
    const met = await meetAll(call);
    const repeated = met.filter(({ accepted }) => accepted !== 1);
    const names = new Set(repeated.map(({ each }) => each.status));
    expect([...names]).toEqual([429]);
  },
);
