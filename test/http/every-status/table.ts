import { expect, test } from "vitest";
import { createClient, type Client } from "../../../src/index.js";
import { collect } from "../../support/collect.js";
import {
  nextMacrotask,
  passTime,
  useFakeTime,
} from "../../support/fake-time.js";
import { KEY, URLS } from "../../support/scripted-fetch.js";
import {
  rawVersion2Of,
  version2At,
  version2Of,
} from "../../support/version-2.js";
import "../../support/lazy-files.js";

useFakeTime();

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

/** One answer to a request. */
export interface Case {
  readonly status: number;
  readonly shape: Shape;
  readonly retryAfter: string | undefined;
}

const STATUSES = Array.from({ length: 200 }, (_, index) => 400 + index);
export const CASES: readonly Case[] = STATUSES.flatMap((status) =>
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

/** The calls take turns with so many slugs, because the client limits the submits of a slug. */
const SLUGS = 10;

/** One call of a client. */
type Call = (cloud: Client, slug: string) => Promise<unknown>;

/** Ways to change something whose errors say whether that was carried out. */
const CALLS: Readonly<Record<string, Call>> = {
  "model.run": (cloud, slug) => cloud.model(slug).run({ prompt: "x" }),
  "model.runSync": (cloud, slug) => cloud.model(slug).runSync({ prompt: "x" }),
  "model.map": async (cloud, slug) => {
    const [result] = await collect(cloud.model(slug).map([{ prompt: "x" }]));
    throw result?.error as Error;
  },
  "job.retry": (cloud, slug) => cloud.model(slug).job("j1").retry(),
  "pods.create": (cloud) => cloud.pods.create({ imageName: "i" }),
  "endpoints.create": (cloud) =>
    cloud.endpoints.create({ templateId: "t", name: "e" }),
  "v2.pods.create": (cloud) => version2Of(cloud).pods.create({ name: "a" }),
  "a mutation of GraphQL": (cloud) =>
    cloud.graphql.terminatePod({ input: { podId: "p1" } }),
};

/** Ways to change something that give the response itself. */
const RAW: Readonly<Record<string, Call>> = {
  "cloud.rest": (cloud) =>
    cloud.rest.POST("/pods", { body: { imageName: "i" } }),
  "cloud.v2Rest": (cloud) =>
    rawVersion2Of(cloud).POST("/v2/pods", { body: {} }),
  "cloud.jobsRest": (cloud, slug) =>
    cloud.jobsRest.POST("/v2/{slug}/run", {
      params: { path: { slug } },
      body: { input: {} },
    }),
  "cloud.fetch": (cloud, slug) =>
    cloud.fetch(`${URLS.publicBaseUrl}/v2/${slug}/run`, { method: "POST" }),
  "model.openai": (cloud, slug) => {
    const { fetch, baseURL } = cloud.model(slug).openai();
    return fetch(`${baseURL}/chat/completions`, { method: "POST" });
  },
};

/** What became of a call whose every request was accepted, and then answered as the case says. */
interface Met {
  readonly each: Case;
  readonly accepted: number;
  readonly maybeSent: boolean | undefined;
}

/** Meets the cases one after the other, with one client. */
async function meetAll(call: Call, cases: readonly Case[]): Promise<Met[]> {
  let current: Case | undefined;
  let accepted = 0;
  const fetch = () => {
    accepted++;
    return Promise.resolve(toResponse(current as Case));
  };
  const cloud = createClient({
    apiKey: KEY,
    ...URLS,
    ...version2At("https://rest.test/v2"),
    retries: 2,
    timeout: 30_000,
    fetch,
  });
  const all: Met[] = [];
  for (const [index, each] of cases.entries()) {
    [current, accepted] = [each, 0];
    const error = await errorOf(call(cloud, `m${index % SLUGS}`));
    const { maybeSent } = Object(error) as { readonly maybeSent?: boolean };
    all.push({ each, accepted, maybeSent });
  }
  return all;
}

/** What the call rejects with; undefined if it resolves. Fake time passes only once the call waits for it. */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const ended = { isOver: false };
  const outcome = call
    .then(
      () => undefined,
      (reason: unknown) => reason,
    )
    .finally(() => (ended.isOver = true));
  for (let turn = 0; !ended.isOver; turn++) {
    await nextMacrotask();
    if (turn > 20) await passTime(100);
  }
  return outcome;
}

const describeCase = ({ status, shape, retryAfter }: Case) =>
  `${status} with ${shape.name}${retryAfter === undefined ? "" : " with Retry-After and Via"}`;

/** Defines a test for each way to change something. `casesOf` chooses what the way with this number meets. */
export function testEveryStatus(
  casesOf: (call: number) => readonly Case[],
): void {
  const calls = Object.entries(CALLS);
  test.each(calls.map(([name, call], index) => [name, call, index] as const))(
    "%s is carried out once whatever answers, and its error says whether it may have been carried out",
    async (name, call, index) => {
      const met = await meetAll(call, casesOf(index));
      const wrong = met.filter(({ each, accepted, maybeSent }) => {
        // A call turned away with 429 makes three attempts; `map` repeats the call ten times if Retry-After asks for a pause.
        const submits = name === "model.map" && each.retryAfter ? 10 : 1;
        const expected = each.status === 429 ? 3 * submits : 1;
        return accepted !== expected || maybeSent !== isOpen(each);
      });
      expect(
        wrong.map(({ each, accepted, maybeSent }) => [
          describeCase(each),
          accepted,
          maybeSent,
        ]),
      ).toEqual([]);
      expect(new Set(met.map(({ each }) => each.status)).size).toBe(200);
    },
  );

  const raw = Object.entries(RAW);
  test.each(
    raw.map(
      ([name, call], index) => [name, call, calls.length + index] as const,
    ),
  )(
    "%s is carried out once whatever answers, but after 429",
    async (_, call, index) => {
      const met = await meetAll(call, casesOf(index));
      const repeated = met.filter(({ accepted }) => accepted !== 1);
      const statuses = new Set(repeated.map(({ each }) => each.status));
      expect([...statuses]).toEqual([429]);
      expect(new Set(met.map(({ each }) => each.status)).size).toBe(200);
    },
  );
}
