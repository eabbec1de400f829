import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import {
  withResponse,
  type Client,
  type FinalResponse,
  type Logger,
  type LogLevel,
  type RequestEvent,
  type ResponseError,
  type ResponseEvent,
} from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  failure,
  KEY,
  lost,
  macrotask,
  QUEUED,
  scripted,
  silent,
  success,
} from "../support/scripted-fetch.js";
import { counted, unhandledDuring } from "../support/unhandled.js";

useFakeTime();

const SECRET = "hush-4c1d-hush";

/** The events of a client whose first attempt of each call fails. */
function watched() {
  const events: RequestEvent[] = [];
  const note = (event: RequestEvent) => void events.push(event);
  const steps = [lost(), { json: { id: "j1", status: "IN_QUEUE" } }];
  const hooks = { onRequest: note, onResponse: note, onRetry: note };
  return { ...scripted(steps, hooks), events };
}

describe("the events of the hooks", () => {
  test("of all attempts of a call have one callId, and no other call has it", async () => {
    const { cloud, events } = watched();
    await success(cloud.pods.get("p1"));
    await success(cloud.pods.get("p2"));
    const [first, ...others] = events.map(({ callId }) => callId);
    expect(others.slice(0, 4)).toEqual(Array(4).fill(first));
    expect(new Set(others.slice(4)).size).toBe(1);
    expect(others.at(-1)).not.toBe(first);
  });

  test("name slug and job where there are any", async () => {
    const { cloud, events } = watched();
    await success(cloud.pods.get("a pod"));
    expect(events.filter((event) => "slug" in event)).toEqual([]);
    events.length = 0;
    const job = await success(cloud.model("a model").run({ prompt: SECRET }));
    expect(events).toMatchObject([{ slug: "a model" }, { jobId: "j1" }]);
    expect(events[0]).not.toHaveProperty("jobId");
    events.length = 0;
    await success(job.status());
    expect(events).toMatchObject(
      Array(2).fill({ slug: "a model", jobId: "j1" }),
    );
    expect(JSON.stringify(events)).not.toContain(SECRET);
  });

  test("name the slug where the path of publicBaseUrl holds /v2 itself", async () => {
    const slugs: unknown[] = [];
    const { cloud } = scripted([{ json: { id: "j1", status: "IN_QUEUE" } }], {
      publicBaseUrl: "https://proxy.test/v2/gpu",
      onRequest: ({ slug }) => void slugs.push(slug),
    });
    await success(cloud.model("a model").run({ prompt: SECRET }));
    expect(slugs).toEqual(["a model"]);
  });

  test("show the end of an attempt that is aborted", async () => {
    const stop = new AbortController();
    const events: RequestEvent[] = [];
    const note = (event: RequestEvent) => void events.push(event);
    const { cloud } = scripted([silent], {
      onRequest: note,
      onResponse: note,
    });
    const call = failure(cloud.pods.get("p1", {}, { signal: stop.signal }));
    await macrotask();
    stop.abort();
    await call;
    expect(events).toHaveLength(2);
    expect(events[1]).toMatchObject({ attempt: 1, durationMs: 0 });
    expect(events[1]).toMatchObject({ status: undefined });
  });

  test("carry the service's id of the request", async () => {
    const ids: unknown[] = [];
    const headers = { "x-request-id": "req-1" };
    const { cloud } = scripted([{ json: [], headers }], {
      onResponse: ({ requestId }) => void ids.push(requestId),
    });
    await success(cloud.pods.list());
    expect(ids).toEqual(["req-1"]);
  });
});

describe("requestId of an error", () => {
  test.each([
    ["x-request-id", (cloud: Client) => cloud.pods.list()],
    ["cf-ray", (cloud: Client) => cloud.graphql.myself()],
  ])("is the service's, from %s", async (header, call) => {
    const json = { errors: [{ message: "no" }] };
    const headers = { [header]: "req-1" };
    const { cloud } = scripted([{ status: 400, json, headers }]);
    const error = await failure(call(cloud));
    expect(error).toMatchObject({ requestId: "req-1" });
    expect(JSON.stringify(error)).toContain("req-1");
  });

  test("shows neither the key nor what was sent, and is absent where the service gives none", async () => {
    for (const id of [KEY, SECRET, undefined]) {
      const headers: Record<string, string> = id ? { "x-request-id": id } : {};
      const { cloud } = scripted([{ status: 400, headers }]);
      const call = cloud.pods.create({ env: { A: SECRET } });
      const error = (await failure(call)) as ResponseError;
      expect("requestId" in error).toBe(false);
    }
  });
});

/** The two ways in which a function of the user fails. */
const FAILURES: readonly [string, () => void][] = [
  [
    "throws",
    () => {
      throw new Error("the log is down");
    },
  ],
  ["rejects", () => Promise.reject(new Error("the log is down"))],
];

test.each(FAILURES)(
  "a logger or a hook that %s changes neither a submit nor its retry, and does not end the process",
  async (_, fail) => {
    const log = counted(fail);
    const hook = counted(fail);
    const { cloud } = scripted([{ status: 429 }, QUEUED], {
      logger: { debug: log.call, info: log.call, warn: log.call },
      logLevel: "debug",
      onRequest: hook.call,
      onResponse: hook.call,
      onRetry: hook.call,
      // In seconds, by mistake: createClient warns.
      attemptTimeout: 30,
    });
    const unhandled = await unhandledDuring(async () => {
      const job = await success(cloud.model("m").run({ prompt: "a pier" }));
      expect(job.id).toBe("j1");
    });
    expect(unhandled).toEqual([]);
    // The warning, two requests, one retry and the end of the call.
    expect(log.count).toBe(5);
    // Two requests, their responses and one retry.
    expect(hook.count).toBe(5);
  },
);

describe("withResponse", () => {
  const headers = { "x-request-id": "req-1", "x-key": KEY };
  test.each<[string, (cloud: Client, options: object) => Promise<unknown>]>([
    ["a facade call", (cloud, options) => cloud.pods.get("p", {}, options)],
    ["a submit", (cloud, options) => cloud.model("m").run({}, options)],
    ["a document", (cloud, options) => cloud.graphql.myself({}, options)],
  ])("gives status and headers of %s", async (_, call) => {
    const json = { id: "j", status: "IN_QUEUE", data: { id: "j" } };
    const { cloud } = scripted([{ status: 429 }, { json, headers }]);
    const { data, response } = await success(
      withResponse((options) => call(cloud, options)),
    );
    expect(data).toHaveProperty("id", "j");
    expect(response).toMatchObject({
      status: 200,
      requestId: "req-1",
      attempts: 2,
    });
    expect(response?.headers.get("x-key")).toBe("[key]");
  });

  test("rejects with the error of the call, and onFinalResponse has seen the failure", async () => {
    const { cloud } = scripted([{ status: 404 }]);
    const seen: FinalResponse[] = [];
    const onFinalResponse = (response: FinalResponse) => {
      seen.push(response);
      throw new Error("a callback failed");
    };
    const error = await failure(cloud.pods.get("p", {}, { onFinalResponse }));
    expect(error).toMatchObject({ status: 404 });
    expect(seen).toMatchObject([{ status: 404, attempts: 1 }]);
  });
});

test("a client prints nothing by default but one warning in a web page, of the key that everyone can read", async () => {
  const printed: unknown[] = [];
  for (const name of ["debug", "info", "log", "warn", "error"] as const)
    vi.spyOn(console, name).mockImplementation((...line) => {
      printed.push([name, ...(line as unknown[])]);
    });
  vi.stubGlobal("document", {});
  try {
    scripted([], { apiKey: () => KEY });
    expect(printed).toEqual([]);
    for (let clients = 0; clients < 2; clients++) {
      const { cloud } = scripted([lost(), { status: 500 }]);
      await failure(cloud.pods.create({ env: { A: SECRET } }));
      await failure(cloud.model("m").run({ prompt: SECRET }));
    }
    const warning = expect.stringContaining("can read the API key") as string;
    expect(printed).toEqual([["warn", warning]]);
  } finally {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  }
});

describe("a logger", () => {
  const logOf = async (logLevel: LogLevel | undefined) => {
    const lines: [string, string, unknown][] = [];
    const note = (level: string) => (message: string, event?: unknown) => {
      lines.push([level, message, event]);
      throw new Error("the log is full");
    };
    const logger: Logger = {
      debug: note("debug"),
      info: note("info"),
      warn: note("warn"),
    };
    const { cloud } = scripted([lost(), { json: { id: `j1\n${SECRET}` } }], {
      logger,
      logLevel,
    });
    await success(cloud.pods.create({ env: { A: SECRET } })).catch(() => 0);
    await success(cloud.pods.get(SECRET));
    return lines;
  };

  test.each<[LogLevel | undefined, string[]]>([
    ["off", []],
    ["warn", []],
    [undefined, []],
    ["info", ["info", "info"]],
    ["debug", ["debug", "info", "debug", "info"]],
  ])(
    "of level %s receives what the level includes",
    async (level, expected) => {
      const lines = await logOf(level);
      expect(lines.map(([level]) => level)).toEqual(expected);
    },
  );

  test("receives how long all attempts of a call took together", async () => {
    const ends: [string, ResponseEvent][] = [];
    const info = (message: string, event?: unknown) => {
      ends.push([message, event as ResponseEvent]);
    };
    const logger = { debug: vi.fn(), info, warn: vi.fn() };
    const steps = [
      { status: 503, headers: { "retry-after": "2" } },
      { json: { id: "p1" } },
    ];
    const { cloud } = scripted(steps, { logger, logLevel: "info" });
    await success(cloud.pods.get("p1"));
    expect(ends).toHaveLength(1);
    const [[message, { durationMs }] = ["", { durationMs: 0 }]] = ends;
    expect(durationMs).toBeGreaterThanOrEqual(2000);
    expect(message).toContain(
      `attempt 2, answered 200 after ${Math.round(durationMs)} ms`,
    );
  });

  test("receives one line and the event, without key, body and filled-in address", async () => {
    const lines = await logOf("debug");
    expect(lines[0]?.[1]).toMatch(
      /^\[cloud-compute-sdk \w+-\d+\] pods\.create: POST \/pods, attempt 1, is sent$/,
    );
    expect(lines[1]?.[1]).toMatch(/attempt 1, got no response after \d+ ms$/);
    for (const line of lines) {
      expect(line[1]).not.toContain("\n");
      expect(inspect(line)).not.toMatch(new RegExp(`${KEY}|${SECRET}`));
      expect(line[2]).toHaveProperty("callId");
    }
  });
});
