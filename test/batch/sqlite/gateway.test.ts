import {
  afterEach,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from "vitest";
import {
  InDoubtError,
  openBatch,
  type BatchOptions,
} from "../../../src/batch/index.js";
import { createClient } from "../../../src/index.js";
import { json } from "../suite/faults.js";
import { rejectionOf } from "../../support/rejection.js";
import { collect } from "../../support/collect.js";
import { settleInFakeTime } from "../../support/fake-time.js";
import {
  createFileLedger,
  numbered,
  readAll,
  type NumberedInput,
} from "../suite/temporary-batch.js";
import "../../support/lazy-files.js";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How an answer on the way takes the place of the service's own answer. */
interface Gateway {
  /** Answers a submit that the service has accepted; undefined passes the service's answer on. */
  submit?: (n: number) => Response | undefined;
  /** Answers a submit that the service never sees. */
  refuse?: (n: number) => Response | undefined;
  /** Answers a status request, or one for the health. */
  read?: (path: string) => Response | undefined;
  /** Added to the `Date` header of the service, in milliseconds. */
  aheadMs?: number;
}

const PAGE_HEADERS = { "content-type": "text/html", via: "1.1 varnish" };

const page = (status: number, headers: Record<string, string> = {}) =>
  new Response("<html><h1>Guru Meditation</h1></html>", {
    status,
    headers: { ...PAGE_HEADERS, ...headers },
  });

/** The job API as its description has it, whose jobs run for 20 seconds and cost 0.01, behind a gateway. */
function createService(gateway: Gateway) {
  const accepted: {
    readonly id: string;
    readonly n: number;
    readonly at: number;
  }[] = [];
  const answerSubmit = (body: string) => {
    const { n } = (JSON.parse(body) as { readonly input: NumberedInput }).input;
    const refusal = gateway.refuse?.(n);
    if (refusal) return refusal;
    const id = `job-${accepted.length}`;
    accepted.push({ id, n, at: Date.now() });
    return gateway.submit?.(n) ?? json({ id, status: "IN_QUEUE" });
  };
  const answerStatus = (id: string) => {
    const job = accepted.find((each) => each.id === id);
    if (!job) return json({ error: "job not found" }, 404);
    if (Date.now() - job.at < 20_000)
      return json({ id, status: "IN_PROGRESS" });
    const output = { echo: job.n, cost: 0.01 };
    return json({ id, status: "COMPLETED", output });
  };
  const respond = (path: string, init?: RequestInit) => {
    if (path.endsWith("/run")) return answerSubmit(init?.body as string);
    const read = gateway.read?.(path);
    if (read) return read;
    if (path.endsWith("/health")) return json({ jobs: {}, workers: {} });
    return answerStatus(path.split("/").at(-1) ?? "");
  };
  const fetch = (url: string, init?: RequestInit) => {
    const response = respond(new URL(url).pathname, init);
    const date = new Date(Date.now() + (gateway.aheadMs ?? 0));
    response.headers.set("date", date.toUTCString());
    return Promise.resolve(response);
  };
  const cloud = createClient({
    apiKey: "key",
    publicBaseUrl: "https://jobs.example",
    fetch: fetch as typeof globalThis.fetch,
    retries: 0,
    longPolling: false,
  });
  return { cloud, accepted };
}

/** Moves both clocks of the process, as if the process had been stopped for so long. */
function stallFor(milliseconds: number): void {
  const now = performance.now.bind(performance);
  const spy = vi.spyOn(performance, "now");
  spy.mockImplementation(() => now() + milliseconds);
  onTestFinished(() => spy.mockRestore());
  vi.setSystemTime(Date.now() + milliseconds);
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: [
      "setTimeout",
      "clearTimeout",
      "setInterval",
      "clearInterval",
      "Date",
      "performance",
    ],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openGateway(
  gateway: Gateway,
  options: Partial<BatchOptions<NumberedInput>> = {},
) {
  const service = createService(gateway);
  const warnings: string[] = [];
  const batch = await openBatch<NumberedInput>(service.cloud, {
    name: "test",
    model: "echo",
    ledger: createFileLedger(),
    onWarning: (message) => warnings.push(message),
    ...options,
  });
  onTestFinished(() => batch.close());
  const work = () => settleInFakeTime(batch.work({ concurrency: 10 }));
  return { ...service, batch, warnings, work };
}

/** Answers each status request as the service does that does not know the job. */
const statusUnknown = (path: string) =>
  path.includes("/status/") ? json({ error: "job not found" }, 404) : undefined;

/** The inputs that the service has accepted more than once. */
const twice = (accepted: readonly NumberedInput[]) =>
  accepted.filter(
    ({ n }, index) => accepted.findIndex((job) => job.n === n) < index,
  );

/** All but 429, which says that nothing was accepted. */
const STATUSES = Array.from({ length: 200 }, (_, index) => 400 + index).filter(
  (status) => status !== 429,
);
const ANSWERS: readonly (readonly [string, (status: number) => Response])[] = [
  ["a page", (status) => page(status)],
  ["a page with Retry-After", (status) => page(status, { "retry-after": "1" })],
  ["JSON without a reason", (status) => json({}, status, { via: "1.1 edge" })],
  [
    "JSON with a reason and Retry-After",
    (status) => json({ error: "no" }, status, { "retry-after": "1" }),
  ],
];

/** Each answer meets a quarter of the statuses, and all answers together meet every status; 503 meets each answer. */
const CASES = ANSWERS.map(
  ([name, respond], nth) =>
    [
      name,
      respond,
      STATUSES.filter((status) => status % 4 === nth || status === 503),
    ] as const,
);

describe("batch.work", () => {
  it.each(CASES)(
    "pays no item twice whose accepted submit is answered with any status and %s",
    async (_name, respond, statuses) => {
      for (const status of statuses) {
        const { batch, accepted, work } = await openGateway(
          { submit: () => respond(status) },
          { maxCost: 0.04, estimate: 0.01 },
        );
        await batch.add(numbered(3));
        await work();
        expect(twice(accepted), String(status)).toEqual([]);
        const { unknown, cost, reserved } = await batch.progress();
        expect(unknown).toBeLessThanOrEqual(accepted.length);
        // A refusal of the service itself, in JSON and with its reason, shows that nothing was accepted.
        if (respond(status).headers.has("via"))
          expect(cost + reserved, String(status)).toBeCloseTo(
            accepted.length * 0.01,
          );
      }
    },
  );

  it.each<[string, (path: string) => Response | undefined]>([
    ["404 pages", () => page(404)],
    ["403 pages", () => page(403)],
    ["answers 520", () => page(520)],
    [
      "answers 503 with Retry-After",
      () => page(503, { "retry-after": "3600" }),
    ],
    ["answers 404 of the service to each status request", statusUnknown],
  ])(
    "loses nothing, pays nothing twice and obeys maxCost through 30 seconds of %s",
    async (_name, respond) => {
      const start = Date.now();
      const fault = (path: string) => {
        const elapsed = Date.now() - start;
        return elapsed < 5000 || elapsed > 35_000 ? undefined : respond(path);
      };
      const { batch, accepted, work } = await openGateway(
        { submit: () => fault("/run"), read: fault },
        { maxCost: 0.3, estimate: 0.01 },
      );
      await batch.add(numbered(30));
      expect((await work()).reason).toMatch(/done|unknown/);
      const { completed, unknown, failed, cost, reserved } =
        await batch.progress();
      const lost = (await readAll(batch)).filter(
        ({ reason }) => reason === "lost",
      );
      expect({ ended: completed + unknown, lost, failed }).toEqual({
        ended: 30,
        lost: [],
        failed: 0,
      });
      expect(twice(accepted)).toEqual([]);
      expect(completed).toBeGreaterThan(20);
      expect(cost + reserved).toBeLessThanOrEqual(0.3 + 1e-9);
    },
  );

  it.each([
    ["10 seconds of synchronous work", 10_000],
    ["a stop of a minute", MINUTE_MS],
    ["a night of sleep", 8 * HOUR_MS],
  ])(
    "loses nothing and leaves nothing in doubt through %s",
    async (_name, stallMs) => {
      const { batch, accepted, work } = await openGateway(
        {},
        { maxCost: 0.3, estimate: 0.01 },
      );
      await batch.add(numbered(30));
      setTimeout(() => stallFor(stallMs), 10_100);
      expect(await work()).toEqual({ reason: "done" });
      expect(await batch.progress()).toMatchObject({
        completed: 30,
        unknown: 0,
      });
      expect(accepted).toHaveLength(30);
    },
  );

  it.each<[string, () => Response]>([
    ["answers every submit with 429", () => json({ error: "busy" }, 429)],
    [
      "takes no connections",
      () => {
        const cause = Object.assign(new Error("refused"), {
          syscall: "connect",
          code: "ECONNREFUSED",
        });
        throw new TypeError("fetch failed", { cause });
      },
    ],
  ])("fails no item while the service %s", async (_name, refuse) => {
    const end = Date.now() + 30 * MINUTE_MS;
    const { batch, accepted, work } = await openGateway({
      refuse: () => (Date.now() < end ? refuse() : undefined),
    });
    await batch.add(numbered(3));
    expect(await work()).toEqual({ reason: "done" });
    expect(await batch.progress()).toMatchObject({ completed: 3 });
    expect(accepted).toHaveLength(3);
  });

  it("pauses for a minute at most, says until when and why, and lets the next process begin at once", async () => {
    const gateway: Gateway = {
      refuse: () =>
        json({ error: "too many" }, 429, { "retry-after": "86400" }),
    };
    const { batch, warnings } = await openGateway(gateway);
    await batch.add(numbered(1));
    const stop = new AbortController();
    setTimeout(() => stop.abort("enough"), 5000);
    const begun = Date.now();
    const first = settleInFakeTime(batch.work({ signal: stop.signal }));
    await expect(first).rejects.toBe("enough");
    const { submitsPausedUntil = 0, pauseReason } = await batch.progress();
    expect(submitsPausedUntil - Date.now()).toBeGreaterThan(50_000);
    expect(submitsPausedUntil - begun).toBeLessThan(61_000);
    expect(pauseReason).toContain("429");
    const time = new Date(submitsPausedUntil).toISOString().slice(0, 16);
    expect(warnings.join("\n")).toMatch(
      new RegExp(`no submits until ${time}\\S+, because .*429`),
    );
    delete gateway.refuse;
    await batch.add([{ key: "other", input: { n: 1 } }]);
    const beforeNext = Date.now();
    const next = batch.work();
    expect(await settleInFakeTime(next)).toEqual({ reason: "done" });
    const [other] = await settleInFakeTime(
      collect(batch.results({ keys: ["other"] })),
    );
    expect((other?.finishedAt ?? Infinity) - beforeNext).toBeLessThan(30_000);
    expect(await batch.progress()).toMatchObject({
      completed: 2,
      submitsPausedUntil: undefined,
    });
  });

  it("asks again for a job that the service has not known for a while, before anything is paid again", async () => {
    const gateway: Gateway = { read: statusUnknown };
    const { batch, accepted, warnings, work } = await openGateway(gateway);
    await batch.add(numbered(2));
    expect(await work()).toEqual({ reason: "unknown" });
    expect(await batch.progress()).toMatchObject({ unknown: 2 });
    expect(warnings.at(-1)).toMatch(
      /lost items.*\(2\).*costs nothing.*settle\(item, \{ jobId \}\).*includeUnknown/,
    );
    const [lost, other] = await readAll(batch);
    if (!lost || !other) throw new Error("no item is lost");
    await expect(
      batch.settle(lost, { jobId: lost.job?.id ?? "" }),
    ).rejects.toMatchObject({ code: "batch_job_unknown" });
    delete gateway.read;
    await batch.settle(lost, { jobId: lost.job?.id ?? "" });
    await expect(batch.settle(lost, "fail")).rejects.toMatchObject({
      code: "batch_item_changed",
    });
    expect(await work()).toEqual({ reason: "done" });
    expect(await batch.progress()).toMatchObject({
      completed: 2,
      unknown: 0,
    });
    expect(accepted).toHaveLength(2);
  });

  it("with onDoubt fail, fails the items in doubt with the reason, so that the night ends", async () => {
    const { batch, accepted, work } = await openGateway(
      {
        submit: (n) =>
          n === 1 ? page(503, { "retry-after": "1" }) : undefined,
      },
      { onDoubt: "fail", estimate: 0.5 },
    );
    await batch.add(numbered(3));
    expect(await work()).toEqual({ reason: "done" });
    const [failed] = (await readAll(batch)).filter(
      ({ state }) => state === "failed",
    );
    expect(failed?.error).toMatchObject({
      code: "in_doubt",
      message: expect.stringMatching(
        /may or may not have been carried out.*503/,
      ) as string,
    });
    expect(await batch.progress()).toMatchObject({
      failed: 1,
      reserved: 0.5,
    });
    expect(await work()).toEqual({ reason: "done" });
    expect(accepted).toHaveLength(3);
  });

  describe("with onDoubt resubmit-after-ttl", () => {
    /** A batch of one item in doubt, whose first job could run until 25 hours and 15 minutes after its submit. */
    async function openDoubtful(aheadMs = 0) {
      const gateway: Gateway = {
        submit: () => page(503, { "retry-after": "1" }),
        aheadMs,
      };
      const opened = await openGateway(gateway, {
        onDoubt: "resubmit-after-ttl",
      });
      await opened.batch.add(numbered(1));
      expect(await opened.work()).toEqual({ reason: "unknown" });
      delete gateway.submit;
      return { ...opened, gateway };
    }

    it.each([
      ["the clock of the service is wrong", 30 * HOUR_MS, 0],
      ["a gateway names another day", -30 * HOUR_MS, 0],
      ["the clock of this machine is set forward", 0, 30 * HOUR_MS],
      ["the time is not over", 0, 0],
    ])("submits nothing again while %s", async (_name, aheadMs, setMs) => {
      const { work, accepted, gateway, warnings } = await openDoubtful();
      gateway.aheadMs = aheadMs - setMs;
      vi.setSystemTime(Date.now() + setMs);
      expect(await work()).toEqual({ reason: "unknown" });
      expect(accepted).toHaveLength(1);
      if (aheadMs + setMs !== 0)
        expect(warnings).toContainEqual(
          expect.stringMatching(
            /not submitted again for now: .*clock of the service says .* clock of this machine says/,
          ),
        );
    });

    it("submits nothing again too early because the first submit was dated by a cached response", async () => {
      const { work, accepted, gateway } = await openDoubtful(-20 * HOUR_MS);
      gateway.aheadMs = 0;
      vi.setSystemTime(Date.now() + 6 * HOUR_MS);
      expect(await work()).toEqual({ reason: "unknown" });
      expect(accepted).toHaveLength(1);
    });

    it("submits an item again when its time is over by both clocks, and counts its first submit", async () => {
      const { work, accepted, batch } = await openDoubtful();
      vi.setSystemTime(Date.now() + 25 * HOUR_MS);
      expect(await work()).toEqual({ reason: "done" });
      expect(accepted).toHaveLength(2);
      expect(await batch.progress()).toMatchObject({
        completed: 1,
        unknown: 0,
      });
    });
  });
});

describe("batch.run", () => {
  async function openRun(gateway: Gateway) {
    const { batch, accepted } = await openGateway(gateway);
    const run = (n: number) => settleInFakeTime(batch.run(String(n), { n }));
    return { accepted, run };
  }

  it.each(CASES)(
    "submits a key once whose accepted submit is answered with any status and %s",
    async (_name, respond, statuses) => {
      for (const status of statuses) {
        const { accepted, run } = await openRun({
          submit: () => respond(status),
        });
        const error = await rejectionOf(run(status));
        expect(error).toBeInstanceOf(Error);
        expect(accepted, String(status)).toHaveLength(1);
        if (!(error instanceof InDoubtError)) continue;
        await expect(run(status)).rejects.toBeInstanceOf(InDoubtError);
        expect(accepted, String(status)).toHaveLength(1);
      }
    },
  );

  it("asks again for a job that the service has not known for a while", async () => {
    const gateway: Gateway = { read: statusUnknown };
    const { run, accepted } = await openRun(gateway);
    await expect(run(7)).rejects.toMatchObject({ name: "InDoubtError" });
    delete gateway.read;
    expect(await run(7)).toMatchObject({ output: { echo: 7 } });
    expect(accepted).toHaveLength(1);
  });
});
