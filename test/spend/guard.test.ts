import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEmulator, type EmulatorOptions } from "cloud-compute-emulator";
import {
  createClient,
  TimeoutError,
  type ClientOptions,
} from "../../src/index.js";
import {
  createSpendGuard,
  SpendError,
  type SpendEntry,
  type SpendGuard,
  type SpendGuardOptions,
  type SpendStore,
} from "../../src/spend/index.js";
import { MemorySpendStore } from "../../src/spend/store.js";
import { rentPod } from "../../src/machines/index.js";
import { rejectionOf } from "../support/rejection.js";
import { settleInSteps } from "../machines/support/settle.js";
import { version2Of } from "../support/version-2.js";

const SLUG = "black-forest-labs-flux-1-schnell";
const INPUT = { prompt: "a pier", width: 512, height: 512 };
const WAIT = { interval: 50, timeout: 60_000 };

afterEach(() => vi.useRealTimers());

function setUp(
  guardOptions: Partial<SpendGuardOptions> = {},
  clientOptions: ClientOptions = {},
  emulatorOptions: EmulatorOptions = { speed: 50 },
) {
  const emulator = createEmulator(emulatorOptions);
  const { apiKey, fetch, urls } = emulator;
  const spend = createSpendGuard({ limit: 1, ...guardOptions });
  const options = { apiKey, fetch, ...urls, ...clientOptions };
  const cloud = createClient({ ...options, spend });
  const submits = () =>
    emulator.requests.filter(({ method }) => method === "POST").length;
  return { emulator, spend, cloud, options, submits };
}

describe("a client with a spend guard", () => {
  it.each<[string, Partial<SpendGuardOptions>]>([
    ["no price of its model is known", {}],
    [
      "its estimate is a promise",
      { estimate: (() => Promise.reject(new Error("no price"))) as never },
    ],
  ])("refuses a job whose cost is not known: %s", async (_, options) => {
    const { cloud, submits } = setUp(options);
    const error = await rejectionOf(cloud.model("text-demo").run({}));
    expect(error).toMatchObject({ code: "spend_unknown", maybeSent: false });
    expect(submits()).toBe(0);
  });

  it.each([0.25, () => 0.25])(
    "takes the estimate %o for each job",
    async (estimate) => {
      const { cloud, spend } = setUp({ limit: 0.3, estimate });
      await cloud.model("text-demo").run({ prompt: "a pier" });
      expect(await spend.totals()).toMatchObject({ reserved: 0.25 });
      const second = cloud.model("text-demo").run({ prompt: "a buoy" });
      expect(await rejectionOf(second)).toBeInstanceOf(SpendError);
    },
  );

  it("reserves the price of a job before the submit, and settles with the cost in its output", async () => {
    const { cloud, spend } = setUp();
    const job = await cloud.model(SLUG).run(INPUT);
    const before = await spend.totals();
    expect(before.reserved).toBeGreaterThan(0);
    expect(before.spent).toBe(0);
    const { output } = await job.wait(WAIT);
    const after = await spend.totals();
    expect(after.reserved).toBe(0);
    expect(after.spent).toBeCloseTo(output.cost, 9);
    // The service rounds the cost to millionths.
    expect(before.reserved).toBeCloseTo(after.spent, 6);
  });

  it("refuses with a SpendError what would pass the limit, and sends nothing", async () => {
    const { cloud, spend, submits } = setUp({ limit: 0.005 });
    await cloud.model(SLUG).run(INPUT);
    const { reserved } = await spend.totals();
    const error = await rejectionOf(cloud.model(SLUG).run(INPUT));
    expect(error).toBeInstanceOf(SpendError);
    expect(error).toMatchObject({
      code: "spend_limit",
      operation: "model.run",
      maybeSent: false,
      totals: { limit: 0.005, reserved, spent: 0 },
    });
    expect(submits()).toBe(1);
  });

  it("counts a job of another than a public model as estimated, whatever cost the worker writes into its output", async () => {
    const completed = { status: "COMPLETED", output: { cost: 0 } };
    let id = 0;
    const { cloud, spend } = setUp(
      { limit: 2, estimate: () => 1 },
      {
        fetch: () =>
          Promise.resolve(Response.json({ id: `j${++id}`, ...completed })),
      },
    );
    const own = cloud.model("my-endpoint");
    await own.runSync({});
    await own.runSync({});
    expect(await spend.totals()).toMatchObject({ spent: 2, reserved: 0 });
    const error = await rejectionOf(own.runSync({}));
    expect(error).toMatchObject({ code: "spend_limit" });
  });

  it("settles a job that was read by stream to its end", async () => {
    const { cloud, spend } = setUp({ estimate: 0.25 });
    const job = await cloud.model("text-demo").run({ prompt: "a pier" });
    for await (const piece of job.stream(WAIT)) expect(piece).toBeDefined();
    const totals = await spend.totals();
    expect(totals).toMatchObject({ spent: 0.25, reserved: 0 });
  });

  it.each<[string, ClientOptions]>([
    ["was answered with 429", { retries: 0 }],
    ["had no key", { apiKey: () => Promise.reject(new Error("no key")) }],
  ])("frees the reservation of a submit that %s", async (_, options) => {
    const { cloud, spend, emulator } = setUp({}, options);
    emulator.fail("POST /v2/{slug}/run", { status: 429 });
    await rejectionOf(cloud.model(SLUG).run(INPUT));
    expect(await spend.totals()).toMatchObject({ reserved: 0, spent: 0 });
  });

  it.each<[string, ClientOptions]>([
    ["before it is sent", { apiKey: () => new Promise(() => {}) }],
    ["in the pause after a 429", {}],
  ])(
    "frees the reservation of a submit that is aborted %s",
    async (_, clientOptions) => {
      const stop = new AbortController();
      const { cloud, spend, emulator } = setUp({}, clientOptions);
      const headers = { "retry-after": "30" };
      emulator.fail("POST /v2/{slug}/run", { status: 429, headers });
      const reason = new Error("stopped");
      const run = cloud.model(SLUG).run(INPUT, { signal: stop.signal });
      const refused = expect(run).rejects.toBe(reason);
      await vi.waitFor(async () =>
        expect((await spend.totals()).reserved).toBeGreaterThan(0),
      );
      if (clientOptions.apiKey === undefined)
        await vi.waitFor(() => expect(emulator.requests[0]?.status).toBe(429));
      stop.abort(reason);
      await refused;
      expect(await spend.totals()).toMatchObject({ reserved: 0, spent: 0 });
    },
  );

  it("keeps the reservation of a submit that may have been carried out until its time to live is over, and then counts it as spent", async () => {
    const { cloud, spend, emulator } = setUp();
    emulator.fail("POST /v2/{slug}/run", { status: 500 });
    const policy = { ttl: 60_000 };
    await rejectionOf(cloud.model(SLUG).run(INPUT, { policy }));
    const { reserved } = await spend.totals();
    expect(reserved).toBeGreaterThan(0);
    expect(await spend.reconcile(cloud)).toBe(0);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_001 });
    expect(await spend.reconcile(cloud)).toBe(1);
    expect(await spend.totals()).toMatchObject({
      reserved: 0,
      spent: reserved,
    });
  });

  it("charges nothing for a public model that fails, and nothing for a job that was cancelled in the queue", async () => {
    const { cloud, spend, emulator } = setUp();
    const failing = { ...INPUT, prompt: "a reason to fail" };
    const failed = await cloud.model(SLUG).run(failing);
    await rejectionOf(failed.wait(WAIT));
    expect(await spend.totals()).toMatchObject({ reserved: 0, spent: 0 });
    emulator.reset();
    emulator.account.setWorkers(SLUG, { throttled: true });
    const cancelled = await cloud.model(SLUG).run(INPUT);
    await cancelled.cancel();
    expect(await spend.totals()).toMatchObject({ reserved: 0, spent: 0 });
  });

  it.each(["its time in the queue", "its status before"])(
    "counts a job that was cancelled while it ran as estimated, by %s",
    async (evidence) => {
      const emulator = createEmulator({ clock: "manual" });
      const { apiKey, urls } = emulator;
      const spend = createSpendGuard({ limit: 10, estimate: 3 });
      const isSilent = evidence === "its status before";
      const cloud = createClient({
        apiKey,
        ...urls,
        spend,
        fetch: async (input, init) => {
          const response = await emulator.fetch(input, init);
          const job = (await response.json()) as { id: string; status: string };
          const { id, status } = job;
          const isEnd = isSilent && status === "CANCELLED";
          return Response.json(isEnd ? { id, status } : job);
        },
      });
      for (let count = 1; count <= 3; count++) {
        const job = await cloud.model(SLUG).run(INPUT);
        const isRunning = () =>
          emulator
            .jobs()
            .some(
              ({ id, status }) => id === job.id && status === "IN_PROGRESS",
            );
        while (!isRunning()) await emulator.clock.advance(100);
        if (isSilent) await job.status();
        await job.cancel();
        const spent = 3 * count;
        expect(await spend.totals()).toMatchObject({ reserved: 0, spent });
      }
      const refused = await rejectionOf(cloud.model(SLUG).run(INPUT));
      expect(refused).toMatchObject({ code: "spend_limit" });
    },
  );

  it("settles in another process, which shares the store and resumes the job", async () => {
    const store = new MemorySpendStore();
    const { cloud, options } = setUp({ store });
    const job = await cloud.model(SLUG).run(INPUT);
    const other = createSpendGuard({ limit: 1, store });
    const resumed = createClient({ ...options, spend: other });
    await resumed.job(JSON.parse(JSON.stringify(job)) as typeof job).wait(WAIT);
    const { reserved, spent } = await other.totals();
    expect(reserved).toBe(0);
    expect(spent).toBeGreaterThan(0);
  });

  it("reserves again for a job that is put back in the queue", async () => {
    const { cloud, spend } = setUp();
    const job = await cloud
      .model(SLUG)
      .run({ ...INPUT, prompt: "a reason to fail" });
    const { reserved } = await spend.totals();
    await rejectionOf(job.wait(WAIT));
    await job.retry();
    expect(await spend.totals()).toMatchObject({ reserved });
  });

  it("keeps the reservation of a job whose end was not seen when the retry of the job is refused", async () => {
    const { cloud, spend, emulator } = setUp({}, { retries: 0 });
    const job = await cloud.model(SLUG).run(INPUT);
    const { reserved } = await spend.totals();
    emulator.fail("POST /v2/{slug}/retry/{jobId}", { status: 400 });
    await rejectionOf(job.retry());
    expect(await spend.totals()).toMatchObject({ reserved });
  });

  it.each(["1e999", '"free"', "-1"])(
    "counts the estimate for a result that names the cost %s",
    async (cost) => {
      const { spend, options, emulator } = setUp();
      const cloud = createClient({
        ...options,
        spend,
        fetch: async (input, init) => {
          const response = await emulator.fetch(input, init);
          const text = await response.text();
          return new Response(text.replace(/"cost":[^,}]+/, `"cost":${cost}`), {
            status: response.status,
            headers: { "content-type": "application/json" },
          });
        },
      });
      const job = await cloud.model(SLUG).run(INPUT);
      const { reserved } = await spend.totals();
      await job.wait(WAIT).catch(() => undefined);
      expect(await spend.totals()).toMatchObject({
        reserved: 0,
        spent: reserved,
      });
    },
  );

  it("settles what has expired before it refuses", async () => {
    const { cloud, spend } = setUp({ limit: 0.004 });
    const policy = { ttl: 60_000 };
    const job = await cloud
      .model(SLUG)
      .run({ ...INPUT, prompt: "a reason to fail" }, { policy });
    // Somebody else sees the job fail; this guard does not.
    await expect.poll(async () => (await job.status()).status).toBe("FAILED");
    await spend.reserve(0.0005, Date.now());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_001 });
    expect(await spend.totals()).toMatchObject({ reserved: 0.0005 });
    await cloud.model(SLUG).run({ ...INPUT, width: 256 });
    expect((await spend.totals()).spent).toBe(0);
  });
});

/** A store whose named method fails, or never settles. */
function brokenStore(name: keyof SpendStore, act: () => Promise<never>) {
  const store = new MemorySpendStore();
  return new Proxy(store, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (key === name) return act;
      return typeof value === "function"
        ? (value.bind(target) as unknown)
        : value;
    },
  });
}

describe("a spend guard whose store fails", () => {
  it("refuses a submit, and sends nothing", async () => {
    const store = brokenStore("reserve", () =>
      Promise.reject(new Error("disk full")),
    );
    const { cloud, submits } = setUp({ store });
    const error = await rejectionOf(cloud.model(SLUG).run(INPUT));
    expect(error).toMatchObject({ code: "spend_store", maybeSent: false });
    // A program that prints the message alone sees why, such as the version of Node that a store needs.
    expect(String(error)).toMatch(/disk full$/);
    expect(submits()).toBe(0);
  });

  it("loses neither the id nor the result of a job", async () => {
    const fails = () => Promise.reject(new Error("disk full"));
    for (const method of ["assign", "settle", "find"] as const) {
      const { cloud } = setUp({ store: brokenStore(method, fails) });
      const job = await cloud.model(SLUG).run(INPUT);
      const { status } = await job.wait(WAIT);
      expect(status).toBe("COMPLETED");
    }
  });

  it("refuses a submit within the timeout of the call, and within that of the client", async () => {
    vi.useFakeTimers();
    const store = brokenStore("reserve", () => new Promise(() => undefined));
    const { cloud, submits } = setUp({ store }, { timeout: 2000 });
    for (const [options, limit] of [
      [{}, 2000],
      [{ timeout: 300 }, 300],
    ] as const) {
      const startedAt = Date.now();
      const run = cloud.model(SLUG).run(INPUT, options);
      const error = await rejectionOf(settleInSteps(run));
      expect(error).toMatchObject({ code: "spend_store", maybeSent: false });
      expect(Date.now() - startedAt).toBeLessThan(limit + 500);
    }
    expect(submits()).toBe(0);
  });

  it("gives a submit the time that the store has left over", async () => {
    vi.useFakeTimers();
    class SlowStore extends MemorySpendStore {
      override async reserve(entry: SpendEntry, limitUnits: number) {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        return super.reserve(entry, limitUnits);
      }
    }
    const fetch = () => new Promise<never>(() => undefined);
    const { cloud } = setUp(
      { store: new SlowStore() },
      { timeout: 2000, fetch },
    );
    const startedAt = Date.now();
    const error = await rejectionOf(
      settleInSteps(cloud.model(SLUG).run(INPUT)),
    );
    expect(error).toBeInstanceOf(TimeoutError);
    expect(Date.now() - startedAt).toBeLessThan(2500);
  });

  it("ends at once with the signal's own reason", async () => {
    const store = brokenStore("reserve", () => new Promise(() => undefined));
    const { cloud, submits } = setUp({ store });
    const controller = new AbortController();
    const run = cloud.model(SLUG).run(INPUT, { signal: controller.signal });
    controller.abort("enough");
    await expect(run).rejects.toBe("enough");
    expect(submits()).toBe(0);
  });
});

/** The calls that need a store, with the method that they call. */
const CALLS: readonly (readonly [
  operation: string,
  method: keyof SpendStore,
  act: (spend: SpendGuard) => Promise<unknown>,
])[] = [
  ["spend.reserve", "reserve", (spend) => spend.reserve(0.5, Infinity)],
  ["spend.reserve", "sums", (spend) => spend.reserve(2, Infinity)],
  ["spend.reserve", "listExpired", (spend) => spend.reserve(2, Infinity)],
  ["training", "sums", (spend) => spend.reserve(2, Infinity, "training")],
  ["spend.totals", "sums", (spend) => spend.totals()],
  ["spend.reconcile", "listExpired", (spend) => spend.reconcile(setUp().cloud)],
  [
    "reservation.assign",
    "assign",
    async (spend) => (await spend.reserve(0.5, Infinity)).assign("p", Infinity),
  ],
  [
    "reservation.settle",
    "settle",
    async (spend) => (await spend.reserve(0.5, Infinity)).settle(0),
  ],
];

describe.each([
  ["fails", () => Promise.reject(new Error("disk full"))],
  ["stays silent", () => new Promise<never>(() => undefined)],
])("a SpendError of a store that %s names the call", (_, answer) => {
  it.each(CALLS)("%s (%s)", async (operation, method, act) => {
    vi.useFakeTimers();
    const store = brokenStore(method, answer);
    const spend = createSpendGuard({ limit: 1, store });
    const error = await rejectionOf(settleInSteps(act(spend)));
    expect(error).toMatchObject({ name: "SpendError", operation });
    expect(String(error)).toContain(`SpendError: ${operation}: `);
  });
});

it("a spend guard whose store stays silent holds up neither a rental nor its release", async () => {
  vi.useFakeTimers();
  for (const method of ["assign", "settle"] as const) {
    const store = brokenStore(method, () => new Promise(() => undefined));
    const { cloud, spend, emulator } = setUp({ limit: 9, store });
    const image = { imageName: "example/image:1" };
    const limits = { maxHours: 1, maxCost: 1, spend };
    const pod = await settleInSteps(rentPod(cloud, image, limits));
    await settleInSteps(pod.release());
    expect(emulator.snapshot().pods).toEqual([]);
  }
});

describe.each(["find", "settle"] as const)(
  "wait with a guard whose store hangs at %s",
  (method) => {
    const TIMEOUT = 1000;
    /** The last poll has one more second, which the store shares. */
    const GRACE = 1000;
    beforeEach(() => vi.useFakeTimers());

    /** A job that the service shows as completed so many milliseconds after its submit. */
    async function submit(completedAfterMs: number) {
      const endsAt = Date.now() + completedAfterMs;
      const fetch = (input: string | URL | Request, init?: RequestInit) => {
        const { method } = new Request(input, init);
        const isDone = method === "GET" && Date.now() >= endsAt;
        const output = { cost: 0.001, result: "https://f.test/i.png" };
        const body = isDone
          ? { id: "j1", status: "COMPLETED", output }
          : { id: "j1", status: "IN_PROGRESS" };
        return Promise.resolve(Response.json(body));
      };
      const hang = () => new Promise<never>(() => undefined);
      const store = brokenStore(method, hang);
      const { cloud } = setUp({ store }, { fetch });
      return settleInSteps(cloud.model(SLUG).run(INPUT));
    }

    it("resolves with a result that the service gives at the last poll, within the grace", async () => {
      const job = await submit(TIMEOUT);
      const startedAt = Date.now();
      const result = await settleInSteps(job.wait({ timeout: TIMEOUT }));
      expect(result).toMatchObject({ output: { cost: 0.001 } });
      expect(Date.now() - startedAt).toBeLessThanOrEqual(TIMEOUT + GRACE);
    });

    it("resolves a second after a result at the latest, whatever time is left", async () => {
      const job = await submit(0);
      const startedAt = Date.now();
      await settleInSteps(job.wait({ timeout: 20_000 }));
      expect(Date.now() - startedAt).toBeLessThanOrEqual(2000);
    });

    it("ends at an abort with the result that the service gave", async () => {
      const job = await submit(0);
      const controller = new AbortController();
      setTimeout(() => controller.abort("enough"), 500);
      const startedAt = Date.now();
      const { signal } = controller;
      const ended = settleInSteps(job.wait({ timeout: TIMEOUT, signal }));
      expect(await ended).toMatchObject({ output: { cost: 0.001 } });
      expect(Date.now() - startedAt).toBeLessThan(TIMEOUT);
    });
  },
);

describe("reserve", () => {
  it("adds decimal fractions up exactly", async () => {
    const spend = createSpendGuard({ limit: 0.3 });
    for (let count = 0; count < 3; count++) await spend.reserve(0.1, Infinity);
    expect(await spend.totals()).toMatchObject({ reserved: 0.3, remaining: 0 });
    const error = await rejectionOf(spend.reserve(1e-9, Infinity));
    expect(error).toMatchObject({ code: "spend_limit" });
  });

  it.each<[string, readonly unknown[]]>([
    ["expiresAt", [0.1, Math.floor(Date.now() / 1000)]],
    ["timeOut", [0.1, Infinity, "x", { timeOut: 5 }]],
    ["timeout", [0.1, Infinity, "x", { timeout: "5 s" }]],
  ])("refuses a wrong %s: %j", async (parameter, call) => {
    const spend = createSpendGuard({ limit: 1 });
    const reserved = spend.reserve(...(call as [number, number]));
    expect(await rejectionOf(reserved)).toMatchObject({
      name: "InputError",
      parameter,
    });
    expect(await spend.totals()).toMatchObject({ reserved: 0 });
  });

  it("settles once, however often it is asked to", async () => {
    const spend = createSpendGuard({ limit: 1 });
    const reservation = await spend.reserve(0.5, Infinity);
    await reservation.assign("pod:p1", Infinity);
    await reservation.settle(0.2);
    await reservation.settle(0.2);
    expect(await spend.totals()).toMatchObject({ reserved: 0, spent: 0.2 });
  });
});

it.each([undefined, NaN, "5"])(
  "createSpendGuard refuses the limit %j",
  (limit) => {
    expect(() => createSpendGuard({ limit: limit as number })).toThrow(/limit/);
  },
);

describe("reconcile", () => {
  /** Reserves an amount for a job or a Pod. */
  async function reserveFor(
    spend: SpendGuard,
    subject: string,
    amount: number,
    expiresAt = 0,
  ) {
    const reservation = await spend.reserve(amount, expiresAt);
    await reservation.assign(subject, expiresAt);
  }

  /** A Pod that has cost something. */
  async function createPod({ cloud, emulator }: ReturnType<typeof setUp>) {
    const pod = await cloud.pods.create({ imageName: "example/image:1" });
    await expect.poll(() => emulator.account.balance()).toBeLessThan(100);
    return pod;
  }

  it.each(["0.1.0", "2"])(
    "settles by version %s a Pod that is gone with what billing says, and leaves one that runs reserved",
    async (version) => {
      const account = setUp({ limit: 10 });
      const { cloud, spend, emulator } = account;
      const asked = version === "2" ? version2Of(cloud) : cloud;
      const pod = await createPod(account);
      await reserveFor(spend, `pod:${pod.id}`, 2);
      expect(await spend.reconcile(asked)).toBe(0);
      await cloud.pods.delete(pod.id);
      expect(await spend.reconcile(asked)).toBe(1);
      const { spent, reserved } = await spend.totals();
      expect(reserved).toBe(0);
      expect(spent).toBeGreaterThan(0);
      expect(spent).toBeLessThan(0.1);
      const reads = emulator.requests.filter(({ method }) => method === "GET");
      const prefix = version === "2" ? "/v2/" : "/v1/";
      expect(reads.every(({ path }) => path.startsWith(prefix))).toBe(true);
    },
  );

  it("keeps the reservation of a Pod whose billing is not complete yet, and settles it a day after its expiry", async () => {
    const account = setUp({ limit: 10 });
    const { cloud, spend } = account;
    const pod = await createPod(account);
    const expiresAt = Date.now();
    await reserveFor(spend, `pod:${pod.id}`, 2, expiresAt);
    await cloud.pods.delete(pod.id);
    expect(await spend.reconcile(cloud)).toBe(0);
    expect(await spend.totals()).toMatchObject({ reserved: 2, spent: 0 });
    vi.useFakeTimers({ toFake: ["Date"], now: expiresAt + 86_400_000 });
    expect(await spend.reconcile(cloud)).toBe(1);
    expect((await spend.totals()).spent).toBeLessThan(0.1);
  });

  it("counts all that a Pod has cost by version 2, which by itself counts 30 days", async () => {
    const DAY = 86_400_000;
    const { emulator, cloud } = setUp({}, {}, { clock: "manual" });
    const spend = createSpendGuard({ limit: 1000 });
    const pod = await cloud.pods.create({ imageName: "example/image:1" });
    await reserveFor(spend, `pod:${pod.id}`, 900);
    await emulator.clock.advance(40 * DAY);
    await cloud.pods.delete(pod.id);
    expect(await spend.reconcile(version2Of(cloud))).toBe(1);
    const { spent } = await spend.totals();
    expect(spent).toBeCloseTo(pod.costPerHr * 24 * 40, 0);
  });

  it("refuses version 2 alone where a job is reserved that nothing can ask about", async () => {
    const { cloud } = setUp();
    const other = createSpendGuard({ limit: 1 });
    await reserveFor(other, "job:flux/j1", 0.5, Date.now() + 60_000);
    const reconciled = other.reconcile(version2Of(cloud));
    expect(await rejectionOf(reconciled)).toMatchObject({
      name: "InputError",
      parameter: "cloud",
    });
  });

  it("settles a job with a client that uses the guard when it is given version 2", async () => {
    const { cloud, spend, options } = setUp();
    const input = { ...INPUT, prompt: "a reason to fail" };
    const job = await createClient(options).model(SLUG).run(input);
    await rejectionOf(job.wait(WAIT));
    await reserveFor(spend, `job:${SLUG}/${job.id}`, 0.5);
    expect(await spend.reconcile(version2Of(cloud))).toBe(1);
    expect(await spend.totals()).toMatchObject({ reserved: 0, spent: 0 });
  });

  it("settles a job that has ended by its cost before the reservation expires, and leaves one that goes on reserved", async () => {
    const { cloud, spend, options } = setUp({ limit: 10 });
    const job = await cloud.model(SLUG).run(INPUT);
    expect((await spend.totals()).reserved).toBeGreaterThan(0);
    const stranger = createClient(options);
    const { output } = await stranger.model(SLUG).job(job.id).wait(WAIT);
    await reserveFor(spend, "pod:p1", 1, Infinity);
    expect((await spend.totals()).spent).toBe(0);
    expect(await spend.reconcile(cloud)).toBe(1);
    const spent = (output as { cost: number }).cost;
    expect(await spend.totals()).toMatchObject({ spent, reserved: 1 });
    expect(await spend.reconcile(stranger)).toBe(0);
  });

  it("leaves a job reserved that goes on, or that the service does not know yet", async () => {
    const { cloud, spend, emulator } = setUp({ limit: 10 });
    emulator.account.setWorkers(SLUG, { throttled: true });
    await cloud.model(SLUG).run(INPUT);
    await reserveFor(spend, `job:${SLUG}/none`, 1, Date.now() + 60_000);
    const { reserved } = await spend.totals();
    expect(await spend.reconcile(cloud)).toBe(0);
    expect(await spend.totals()).toMatchObject({ spent: 0, reserved });
  });

  it("counts a Pod without a record, and a job without a result, as spent in full", async () => {
    const { cloud, spend } = setUp({ limit: 10 });
    await reserveFor(spend, "pod:none", 1);
    await reserveFor(spend, `job:${SLUG}/none`, 1);
    expect(await spend.reconcile(cloud)).toBe(2);
    expect(await spend.totals()).toMatchObject({ reserved: 0, spent: 2 });
  });

  it.each([
    ["an error", { status: 500 }],
    ["the page of a gateway", { status: 404, body: "<html>not found" }],
  ])("leaves reserved what is answered with %s now", async (_, answer) => {
    const { cloud, spend, emulator } = setUp({ limit: 10 }, { retries: 0 });
    const routes = {
      "pod:p1": "GET /pods/{podId}",
      [`job:${SLUG}/j1`]: "GET /v2/{slug}/status/{jobId}",
    } as const;
    for (const [subject, route] of Object.entries(routes)) {
      await reserveFor(spend, subject, 1);
      emulator.fail(route, { ...answer, times: 9 });
    }
    expect(await spend.reconcile(cloud)).toBe(0);
    expect(await spend.totals()).toMatchObject({ reserved: 2 });
  });
});
