import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { CloudComputeError, type Client } from "../../src/index.js";
import {
  parseRateLimit,
  parseRetryAfter,
  retryDelay,
} from "../../src/http/retry.js";
import { neverSent } from "../../src/http/network-failure.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  finish,
  lost,
  refused,
  scripted,
  URLS,
  type Step,
} from "../support/scripted-fetch.js";
import { proofRuns } from "../support/runs.js";

useFakeTime();

const CALLS: Readonly<Record<string, (cloud: Client) => Promise<unknown>>> = {
  GET: (cloud) => cloud.pods.get("p1"),
  DELETE: (cloud) => cloud.pods.delete("p1"),
  PATCH: (cloud) => cloud.pods.update("p1", { name: "a" }),
  POST: (cloud) => cloud.model("m").run({ prompt: "x" }),
  query: (cloud) => cloud.graphql.myself(),
  mutation: (cloud) => cloud.graphql.terminatePod({ input: { podId: "p1" } }),
};

/** A refusal that the service itself has written. */
const reasoned = (status: number): Step => ({ status, json: { error: "no" } });
/** An answer of a machine in front of the service. */
const page = (status: number): Step => ({ status, text: "<h1>no</h1>" });

/** Whether reads (GET, query) and all others are retried, and the `maybeSent` of the error. */
const TABLE: readonly (readonly [
  outcome: string,
  step: Step,
  reads: "retried" | "once",
  others: "retried" | "once",
  sent: "maybe sent" | "not carried out",
])[] = [
  ["refused", refused(), "retried", "retried", "not carried out"],
  ["lost", lost(), "retried", "once", "maybe sent"],
  ["302", { status: 302 }, "once", "once", "maybe sent"],
  ["400 with a reason", reasoned(400), "once", "once", "not carried out"],
  ["403 as a page", page(403), "once", "once", "maybe sent"],
  ["408", { status: 408 }, "retried", "once", "maybe sent"],
  ["429", { status: 429 }, "retried", "retried", "not carried out"],
  ["500", { status: 500 }, "retried", "once", "maybe sent"],
  ["501", { status: 501 }, "once", "once", "maybe sent"],
  ["503", { status: 503 }, "retried", "once", "maybe sent"],
  ["505", { status: 505 }, "once", "once", "maybe sent"],
  ["524 as a page", page(524), "retried", "once", "maybe sent"],
];

const READS = new Set(["GET", "query"]);

for (const [outcome, step, reads, others, sent] of TABLE)
  for (const [method, call] of Object.entries(CALLS)) {
    const expected = READS.has(method) ? reads : others;
    test(`a ${method} that meets ${outcome} is ${expected === "once" ? "sent once" : "retried"}, and its error says: ${sent}`, async () => {
      const { cloud, requests } = scripted([step], { retries: 2 });
      const ended = await finish(call(cloud));
      expect(requests).toHaveLength(expected === "retried" ? 3 : 1);
      const { reason } = ended as { reason: unknown };
      expect(reason).toBeInstanceOf(CloudComputeError);
      expect((reason as CloudComputeError).maybeSent).toBe(
        sent === "maybe sent",
      );
    });
  }

/** Ways to make or change something. */
const WRITES: Readonly<Record<string, (cloud: Client) => Promise<unknown>>> = {
  "model.run": (cloud) => cloud.model("m").run({ prompt: "x" }),
  fetch: (cloud) =>
    cloud.fetch(`${URLS.publicBaseUrl}/v2/m/run`, { method: "POST" }),
  "pods.create": (cloud) => cloud.pods.create({ imageName: "i" }),
  "graphql.terminatePod": (cloud) =>
    cloud.graphql.terminatePod({ input: { podId: "p1" } }),
};

const whole = (status: number, text: string): Step => ({
  status,
  text,
  headers: { "retry-after": "0" },
});

/** A failure whose body breaks off after `text`. */
const broken =
  (status: number, text: string): Step =>
  () => {
    let isSent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (isSent) controller.error(new TypeError("terminated"));
        else controller.enqueue(new TextEncoder().encode(text));
        isSent = true;
      },
    });
    return new Response(body, { status, headers: { "retry-after": "0" } });
  };

/** Refusals by their bodies, and whether a write is sent again. */
const REFUSALS: readonly (readonly [
  body: string,
  step: (status: number) => Step,
  isRetried: boolean,
])[] = [
  ["that names an id", (status) => whole(status, '{"id":"p1"}'), false],
  ["whose id is a number", (status) => whole(status, '{"id":7}'), false],
  [
    "with an id within its data",
    (status) => whole(status, '{"data":{"pod":{"id":"p1"}}}'),
    false,
  ],
  [
    "that names its id twice",
    (status) => whole(status, '{"id":"p1", "id" : null}'),
    false,
  ],
  [
    "that quotes JSON with an id",
    (status) => whole(status, String.raw`{"error":"{\"id\": \"p1\"}"}`),
    false,
  ],
  ["that is cut JSON", (status) => whole(status, ' {"id":"p'), false],
  ["that is a cut text", (status) => whole(status, '"p'), false],
  ["that breaks off in JSON", (status) => broken(status, '{"er'), false],
  ["that breaks off at once", (status) => broken(status, ""), false],
  ["that breaks off in a page", (status) => broken(status, "<p>"), true],
  ["that is empty", (status) => whole(status, ""), true],
  ["that is a page", (status) => whole(status, "<p>busy"), true],
  ["without an id", (status) => whole(status, '{"error":"busy"}'), true],
  ["whose id is null", (status) => whole(status, '{"id":null}'), true],
  [
    "with other names that end in id",
    (status) =>
      whole(status, '{"error":"busy","ray_id":"r1","requestid":"r1"}'),
    true,
  ],
  ["that is a JSON text", (status) => whole(status, '"[busy]"'), true],
];

describe.each(REFUSALS)("a refusal with a body %s", (_, step, isRetried) => {
  test.each(Object.entries(WRITES))(
    `${isRetried ? "lets" : "keeps"} 429 ${isRetried ? "retry" : "from retrying"} %s`,
    async (name, call) => {
      const { cloud, requests } = scripted([step(429)], {
        retries: 1,
      });
      const ended = await finish(call(cloud));
      expect(requests).toHaveLength(isRetried ? 2 : 1);
      if (name === "fetch") return;
      expect(ended).toMatchObject({ reason: { maybeSent: !isRetried } });
    },
  );

  test("is retried for a GET, which was not carried out", async () => {
    const { cloud, requests } = scripted([step(429)], { retries: 1 });
    const ended = await finish(cloud.pods.get("p1"));
    expect(requests).toHaveLength(2);
    expect(ended).toMatchObject({ reason: { maybeSent: false } });
  });
});

const toGet = (cloud: Client) => {
  cloud.rest.use({
    onRequest: ({ request }) => new Request(request.url, { method: "GET" }),
  });
};
const POD = `${URLS.baseUrl}/pods/p1`;

interface GetCase {
  readonly call: (cloud: Client) => Promise<unknown>;
  /** Whether the request certainly only reads. */
  readonly reads: boolean;
}

/** Requests that look like a read. */
const GETS: Readonly<Record<string, GetCase>> = {
  "cloud.fetch": { call: (cloud) => cloud.fetch(POD), reads: true },
  "cloud.fetch of a job's stream": {
    call: (cloud) => cloud.fetch(`${URLS.publicBaseUrl}/v2/m/stream/j1?wait=9`),
    reads: false,
  },
  "cloud.jobsRest.GET of a job's stream": {
    call: (cloud) =>
      cloud.jobsRest.GET("/v2/{slug}/stream/{jobId}", {
        params: { path: { slug: "m", jobId: "j1" } },
      }),
    reads: false,
  },
  "cloud.fetch of a GraphQL mutation": {
    call: (cloud) => cloud.fetch(`${URLS.graphqlUrl}?query=mutation%7Ba%7D`),
    reads: false,
  },
  "cloud.fetch of GraphQL, whose document may be stored": {
    call: (cloud) => cloud.fetch(`${URLS.graphqlUrl}?id=7`),
    reads: false,
  },
  "cloud.rest.POST that a middleware turns into a GET": {
    call: (cloud) => {
      toGet(cloud);
      return cloud.rest.POST("/pods", { body: {} });
    },
    reads: false,
  },
  "cloud.rest.GET that a middleware writes anew": {
    call: (cloud) => {
      toGet(cloud);
      return cloud.rest.GET("/pods");
    },
    reads: true,
  },
};

describe.each(Object.entries(GETS))("%s", (_, { call, reads }) => {
  const requestsAfter = async (...steps: readonly Step[]) => {
    const { cloud, requests } = scripted(steps, { retries: 2 });
    await finish(call(cloud));
    return requests;
  };

  test(`is ${reads ? "sent again" : "sent once"} where it may have been carried out`, async () => {
    for (const step of [lost(), { status: 500 }, { status: 503 }])
      expect(await requestsAfter(step)).toHaveLength(reads ? 3 : 1);
  });

  test("is sent again where it was certainly not carried out", async () => {
    for (const step of [refused(), { status: 429 }])
      expect(await requestsAfter(step)).toHaveLength(3);
  });

  test(`${reads ? "follows" : "does not follow"} a redirect`, async () => {
    const headers = { location: "/elsewhere" };
    const requests = await requestsAfter({ status: 307, headers }, {});
    expect(requests).toHaveLength(reads ? 2 : 1);
  });
});

test("a call that one attempt may have carried out says so, whatever the last attempt met", async () => {
  const { cloud } = scripted([lost(), { status: 401 }]);
  const ended = await finish(cloud.pods.get("p1"));
  expect(ended).toMatchObject({ reason: { status: 401, maybeSent: true } });
});

test("a POST that was refused and then turned away was not carried out", async () => {
  const { cloud, requests } = scripted([refused(), { status: 429 }]);
  const ended = await finish(cloud.pods.create({}));
  expect(requests).toHaveLength(4);
  expect(ended).toMatchObject({ reason: { status: 429, maybeSent: false } });
});

test("retries counts the retries, and 0 means one attempt", async () => {
  for (const retries of [0, 1, 5]) {
    const { cloud, requests } = scripted([{ status: 500 }]);
    await finish(cloud.pods.list({}, { retries, timeout: 600_000 }));
    expect(requests).toHaveLength(retries + 1);
  }
});

const NOW = Date.parse("Sun, 06 Nov 1994 08:49:37 GMT");
const MINUTE = 60_000;

test.each<[string | null, number | undefined]>([
  [null, undefined],
  ["", undefined],
  ["   ", undefined],
  ["0", 0],
  ["1", 1000],
  [" 7\t", 7000],
  ["60", MINUTE],
  ["3600", MINUTE],
  ["9".repeat(400), MINUTE],
  ["-1", undefined],
  ["1.5", undefined],
  ["١٢", undefined],
  ["1, 2", undefined],
  ["Infinity", undefined],
  ["soon", undefined],
  ["Sun, 06 Nov 1994 08:49:39 GMT", 2000],
  ["Sun, 06 Nov 1994 08:49:37 GMT", 0],
  ["Sat, 05 Nov 1994 08:49:37 GMT", 0],
  ["Wed, 01 Jan 1800 00:00:00 GMT", 0],
  ["Fri, 31 Dec 9999 23:59:59 GMT", MINUTE],
  ["Sun, 99 Nov 1994 08:49:37 GMT", undefined],
  ["Sun, 06 Nov 1994 08:49:39 PST", undefined],
])("a Retry-After of %j asks for %j", (value, expected) => {
  expect(parseRetryAfter(value, NOW)).toBe(expected);
});

const RUNS = { numRuns: proofRuns(300) };

const HEADER = fc.oneof(
  fc.string(),
  fc.integer().map(String),
  fc.double().map(String),
  fc
    .date({ min: new Date(0), noInvalidDate: true })
    .map((date) => date.toUTCString()),
);

test("whatever Retry-After says, it means nothing, or a time of up to a minute", () => {
  fc.assert(
    fc.property(HEADER, fc.integer({ min: 0 }), (value, now) => {
      const wait = parseRetryAfter(value, now);
      if (wait === undefined) return;
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(MINUTE);
    }),
    RUNS,
  );
});

test.each([
  [null, undefined],
  ["", undefined],
  ['"minute";r=1;t=12, "hour";r=2800;t=1812', undefined],
  ['"minute";r=0;t=12, "hour";r=2800;t=1812', 12_000],
  ['"minute";r=0;t=12, "hour";r=0;t=42, "day";r=1;t=9', 42_000],
  ['"minute";r=0;t=12, "hour";r=0;t=1812, "day";r=1;t=9', MINUTE],
  ['"a,b";r=0;t=3', 3000],
  ["minute; t=5; r=0", 5000],
  ['"week";r=0;t=604800', MINUTE],
  ['"minute";r=0', undefined],
  ['"minute";r=0;t=-1', undefined],
  ['"minute";r=0;t=1.5', undefined],
  ["limit=60, remaining=0, reset=12", undefined],
])("a RateLimit of %j asks for %j", (value, expected) => {
  expect(parseRateLimit(value)).toBe(expected);
});

test("whatever RateLimit says, it means nothing, or a time of up to a minute", () => {
  const text = fc.stringMatching(/^[ ";,=a-z0-9*]{0,60}$/);
  fc.assert(
    fc.property(text, (value) => {
      const wait = parseRateLimit(value);
      if (wait === undefined) return;
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(MINUTE);
    }),
    RUNS,
  );
});

test("without Retry-After the pause doubles from half a second to eight, fully jittered", () => {
  const spans = [500, 1000, 2000, 4000, 8000, 8000];
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempt, random) => {
        const pause = retryDelay(attempt, undefined, random);
        expect(pause).toBe(random * (spans[attempt - 1] ?? 8000));
      },
    ),
    RUNS,
  );
});

/** An error of the platform with a code, below the error of `fetch`. */
function coded(message: string, code: string, members: object = {}): Error {
  const cause = Object.assign(new Error(message), { code, ...members });
  return new TypeError("fetch failed", { cause });
}

/** What Node throws when a system call fails. */
const failedCall = (syscall: string, code: string) =>
  coded(`${syscall} ${code}`, code, { syscall });

const both = (first: Error, second: Error) =>
  new TypeError("fetch failed", {
    cause: new AggregateError([first, second]),
  });

test.each<[string, unknown, "never" | "perhaps"]>([
  ["a refusal", refused(), "never"],
  ["two refused addresses", both(refused(), refused()), "never"],
  ["two addresses, one of them reset", both(refused(), lost()), "perhaps"],
  ["a name not found", coded("getaddrinfo", "ENOTFOUND"), "never"],
  ["a name server that is busy", coded("getaddrinfo", "EAI_AGAIN"), "never"],
  [
    "undici's time-out of connecting",
    coded("connect", "UND_ERR_CONNECT_TIMEOUT"),
    "never",
  ],
  [
    "Bun's refusal",
    coded("Unable to connect. Is the computer able?", "ConnectionRefused"),
    "never",
  ],
  [
    "Bun's refusal with a code of Node",
    coded("Unable to connect. Is the computer able?", "ECONNREFUSED"),
    "never",
  ],
  [
    "Bun's closed socket",
    coded("The socket connection was closed unexpectedly.", "ECONNRESET"),
    "perhaps",
  ],
  [
    "Deno's refusal",
    new TypeError(
      "error sending request: client error (Connect): tcp connect error: Connection refused (os error 111)",
    ),
    "never",
  ],
  [
    "Deno's lost connection",
    new TypeError(
      "error sending request: client error (SendRequest): connection closed before message completed",
    ),
    "perhaps",
  ],
  ["a reset", lost(), "perhaps"],
  [
    "a host that is unreachable on an open connection",
    failedCall("read", "EHOSTUNREACH"),
    "perhaps",
  ],
  [
    "a refusal that arrives on an open connection",
    failedCall("read", "ECONNREFUSED"),
    "perhaps",
  ],
  ["an unreachable host", failedCall("connect", "EHOSTUNREACH"), "never"],
  ["a time-out of connecting", failedCall("connect", "ETIMEDOUT"), "never"],
  ["a time-out of the socket", failedCall("read", "ETIMEDOUT"), "perhaps"],
  ["a reset while connecting", failedCall("connect", "ECONNRESET"), "perhaps"],
  [
    "the text of an error of connecting",
    new Error("request failed, reason: connect ECONNREFUSED 127.0.0.1:9"),
    "never",
  ],
  [
    "the text of an open connection's error",
    new Error("request failed, reason: read EHOSTUNREACH"),
    "perhaps",
  ],
  [
    "a certificate that is not trusted",
    coded("self-signed certificate", "DEPTH_ZERO_SELF_SIGNED_CERT"),
    "never",
  ],
  [
    "a certificate of another host",
    coded("x", "ERR_TLS_CERT_ALTNAME_INVALID"),
    "never",
  ],
  [
    "a TLS handshake that was cut",
    new Error(
      "Client network socket disconnected before secure TLS connection was established",
    ),
    "never",
  ],
  [
    "a TLS record that is not valid",
    coded("x", "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC"),
    "perhaps",
  ],
  ["a browser's TypeError", new TypeError("Failed to fetch"), "perhaps"],
  ["nothing", undefined, "perhaps"],
])("%s was sent: %s %s", (_, error, expected) => {
  expect(neverSent(error)).toBe(expected === "never");
});
