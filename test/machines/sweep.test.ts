import { afterEach, describe, expect, it, vi } from "vitest";
import type { Client } from "../../src/index.js";
import {
  rentPod,
  sweepPods,
  type PodChanges,
  type SweepOptions,
} from "../../src/machines/index.js";
import {
  createTag,
  writeTaggedEnv,
  writeTaggedName,
} from "../../src/machines/tag.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import { createAccount, IMAGE, type Intercept } from "./support/account.js";
import { rejectionOf } from "../support/rejection.js";
import { settleInSteps } from "./support/settle.js";
import { version2Of } from "../support/version-2.js";

const HOUR = 3_600_000;

afterEach(() => {
  vi.restoreAllMocks();
});

/** A Pod as `rentPod` makes it, whose rental ends `hours` from now. */
function rentedPod(hours: number, action: "delete" | "stop" = "delete") {
  const tag = createTag(Date.now() + hours * HOUR, action);
  return {
    ...IMAGE,
    name: writeTaggedName(tag, "job"),
    env: writeTaggedEnv(tag),
  };
}

/** Gives each response this date, as a service without an emulated clock does. */
function withDate(date: string): Intercept {
  return async (request, send) => {
    const response = await send(request);
    response.headers.set("date", date);
    response.headers.delete("x-virtual-time");
    return response;
  };
}

it("sweepPods deletes the rented Pods whose end has passed, keeps the others of ours, and touches no Pod of anyone else", async () => {
  const { cloud, emulator } = createAccount();
  const over = rentedPod(-1);
  const copied = rentedPod(-2);
  const inputs = [
    over,
    rentedPod(1),
    { ...IMAGE, name: "rent-my-pod" },
    { ...IMAGE, name: copied.name },
    { ...IMAGE, name: "mine", env: copied.env },
    { ...IMAGE, name: copied.name, env: over.env },
  ];
  const pods = await Promise.all(
    inputs.map((input) => cloud.pods.create(input)),
  );
  const { ended, kept, failed, unclear, others } = await sweepPods(cloud);
  expect(ended).toMatchObject([{ id: pods[0]?.id, action: "delete" }]);
  expect(kept).toMatchObject([{ id: pods[1]?.id }]);
  expect(failed).toEqual([]);
  const costPerHr = expect.any(Number) as unknown;
  expect(others).toEqual([{ id: pods[2]?.id, name: "rent-my-pod", costPerHr }]);
  const lost = new Map(unclear.map((each) => [each.pod.id, each.lost]));
  expect(pods.map(({ id }) => lost.get(id))).toEqual([
    undefined,
    undefined,
    undefined,
    "env",
    "name",
    "env",
  ]);
  const left = emulator.snapshot().pods.map(({ id }) => id);
  expect(new Set(left)).toEqual(new Set(pods.slice(1).map(({ id }) => id)));
});

it("sweepPods changes nothing with dryRun", async () => {
  const { cloud, requests } = createAccount();
  const { id } = await cloud.pods.create(rentedPod(-1));
  const { ended } = await sweepPods(cloud, { dryRun: true });
  expect(ended).toMatchObject([{ id }]);
  expect(requests.some(({ method }) => method === "DELETE")).toBe(false);
});

it.each([
  ["http://127.0.0.1:4010/v1/pods", 1],
  ["https://gateway.test/v1/pods", 0],
])(
  "sweepPods goes by the clock of this machine too unless the virtual time comes from it: %s ends %i",
  async (url, count) => {
    const { cloud } = createAccount(async (request, send) => {
      const response = await send(request);
      const later = new Date(Date.now() + 2 * HOUR).toISOString();
      response.headers.set("x-virtual-time", later);
      // As a response of the platform's fetch has it.
      return Object.defineProperty(response, "url", { value: url });
    });
    await cloud.pods.create(rentedPod(1));
    const { ended } = await sweepPods(cloud, { dryRun: true });
    expect(ended).toHaveLength(count);
  },
);

/** The body of a create of version 2. */
const IMAGE_V2 = { image: "ubuntu:24.04", gpu: { id: "NVIDIA L4", count: 1 } };
const VERSIONS = ["0.1.0", "2"] as const;

/** Rents by one version of the management API, and sweeps by the same. */
function callsBy(version: (typeof VERSIONS)[number], cloud: Client) {
  const v2 = version2Of(cloud);
  const isV2 = version === "2";
  return {
    rent: (maxHours: number) =>
      isV2
        ? rentPod(v2, IMAGE_V2, { maxHours })
        : rentPod(cloud, IMAGE, { maxHours }),
    sweep: (options?: SweepOptions) => sweepPods(isV2 ? v2 : cloud, options),
    update: async (id: string, body: PodChanges) => {
      if (isV2) await v2.pods.update(id, body);
      else await cloud.pods.update(id, { ...body });
    },
  };
}

it.each(VERSIONS)(
  "a sweep by version %s goes by the clock of the emulator",
  async (version) => {
    const clock = { clock: "manual" } as const;
    const { cloud, emulator } = createEmulatedClient({}, clock);
    const { rent, sweep } = callsBy(version, cloud);
    const { id } = await rent(4);
    const endsAt = emulator.clock.now() + 4 * HOUR;
    await emulator.clock.advance(4 * HOUR - 1000);
    expect((await sweep()).kept).toMatchObject([{ id, endsAt }]);
    await emulator.clock.advance(1000);
    const { now, ended } = await sweep();
    expect(now).toBe(endsAt);
    expect(ended).toMatchObject([{ id, endsAt }]);
    expect(emulator.snapshot().pods).toEqual([]);
  },
);

describe.each(VERSIONS)("a rented Pod of version %s", (version) => {
  /** Rents a Pod; `sweep` sweeps after the end of the rental. */
  async function setUp() {
    const { cloud, emulator } = createAccount();
    const { rent, sweep, update } = callsBy(version, cloud);
    const pod = await rent(1);
    const now = Date.now() + 2 * HOUR;
    return {
      pod,
      update: (changes: PodChanges) => update(pod.id, changes),
      sweep: (more: SweepOptions = {}) => sweep({ now, ...more }),
      pods: () => emulator.snapshot().pods,
    };
  }

  it.each([
    [{ env: { SEED: "8" } }, "env", "report"],
    [{ name: "mine now" }, "name", "report"],
    // Of such a copy, nobody knows whether its user wants to keep it.
    [{ name: "a copy" }, "name", "stop"],
  ] as const)(
    "that pods.update(id, %j) has changed is reported as unclear without %s, and is not ended (%s)",
    async (changes, lost, unclear) => {
      const { pod, update, sweep, pods } = await setUp();
      await update(changes);
      const found = await sweep({ unclear });
      expect(found).toMatchObject({ ended: [], kept: [], failed: [] });
      expect(found.unclear).toMatchObject([{ pod: { id: pod.id }, lost }]);
      expect(found.unclear[0]?.endsAt).toBeGreaterThan(Date.now());
      expect(pods()).toMatchObject([{ desiredStatus: "RUNNING" }]);
    },
  );

  it("keeps its tag when the handle updates it, and is ended", async () => {
    const { pod, sweep, pods } = await setUp();
    await pod.update({ name: "second run", env: { SEED: "8" } });
    const [stored] = pods();
    expect(stored?.env).toMatchObject({ SEED: "8" });
    expect(stored?.name).toMatch(/-second run$/);
    expect(pod.name).toBe(stored?.name);
    const { ended, unclear } = await sweep();
    expect(ended).toMatchObject([{ id: pod.id }]);
    expect(unclear).toEqual([]);
    expect(pods()).toEqual([]);
  });

  it('without its environment is stopped with unclear: "stop", and only after its end', async () => {
    const { pod, update, sweep, pods } = await setUp();
    await update({ env: {} });
    const early = await sweep({ now: Date.now(), unclear: "stop" });
    expect(early.unclear).toHaveLength(1);
    const { ended, unclear } = await sweep({ unclear: "stop" });
    expect(ended).toMatchObject([{ id: pod.id, action: "stop" }]);
    expect(unclear).toEqual([]);
    expect(pods()).toMatchObject([{ desiredStatus: "EXITED" }]);
  });
});

describe("a sweep with clocks that differ", () => {
  it("by more than a day is refused with both times, and ends nothing unless now is given", async () => {
    const { cloud, emulator } = createAccount(
      withDate("Thu, 01 Jan 2099 00:00:00 GMT"),
    );
    await cloud.pods.create(rentedPod(1));
    const error = await rejectionOf(sweepPods(cloud));
    expect(error).toMatchObject({ code: "clocks_differ" });
    expect(String(error)).toContain("2099-01-01T00:00:00.000Z");
    expect(String(error)).toContain(new Date().toISOString().slice(0, 13));
    expect(emulator.snapshot().pods).toHaveLength(1);
    const { kept } = await sweepPods(cloud, { now: Date.now() });
    expect(kept).toHaveLength(1);
  });

  it.each([20, -20])(
    "by %i hours ends a Pod only when its end has passed by both",
    async (hours) => {
      const date = new Date(Date.now() + hours * HOUR).toUTCString();
      const { cloud } = createAccount(withDate(date));
      const over = await cloud.pods.create(rentedPod(-21));
      await cloud.pods.create(rentedPod(1));
      await cloud.pods.create(rentedPod(-1));
      const { ended } = await sweepPods(cloud);
      const ids = ended.map(({ id }) => id);
      expect(ids).toContain(over.id);
      expect(ids).toHaveLength(hours > 0 ? 2 : 1);
    },
  );
});

it("a rental is refused with both times when the clocks differ by more than a day, and creates nothing", async () => {
  const { cloud, emulator } = createAccount(
    withDate("Thu, 01 Jan 2099 00:00:00 GMT"),
  );
  const error = await rejectionOf(rentPod(cloud, IMAGE, { maxHours: 1 }));
  expect(error).toMatchObject({ code: "clocks_differ" });
  expect(emulator.snapshot().pods).toEqual([]);
});

it("two sweeps at once delete each Pod, and neither fails", async () => {
  const { cloud, emulator } = createAccount();
  await Promise.all([-1, -2, -3].map((h) => cloud.pods.create(rentedPod(h))));
  vi.useFakeTimers();
  const sweeps = await settleInSteps(
    Promise.all([sweepPods(cloud), sweepPods(cloud)]),
  ).finally(() => vi.useRealTimers());
  expect(sweeps.flatMap(({ failed }) => failed)).toEqual([]);
  expect(emulator.snapshot().pods).toEqual([]);
});

it("sweepPods does not report a listed Pod that the service, which is slow, does not know", async () => {
  const { cloud } = createAccount(async (request, send) => {
    if (request.method !== "GET" || !/pods\/\w/.test(request.url))
      return send(request);
    await new Promise((resolve) => setTimeout(resolve, 600));
    return Response.json({ error: "pod not found" }, { status: 404 });
  });
  await cloud.pods.create(rentedPod(-1));
  vi.useFakeTimers();
  const { ended, failed } = await settleInSteps(sweepPods(cloud)).finally(() =>
    vi.useRealTimers(),
  );
  expect([ended, failed]).toEqual([[], []]);
});

it("sweepPods reads each Pod once more, and spares one that was renamed meanwhile", async () => {
  const { cloud, emulator } = createAccount(async (request, send) => {
    const response = await send(request);
    if (request.url.endsWith("/pods") && request.method === "GET")
      for (const { id } of emulator.snapshot().pods)
        await cloud.pods.update(id, { name: "mine now" });
    return response;
  });
  await cloud.pods.create(rentedPod(-1));
  const { ended } = await sweepPods(cloud, { now: Date.now() });
  expect(ended).toEqual([]);
  expect(emulator.snapshot().pods).toHaveLength(1);
});

it("sweepPods ends a listed Pod that the service does not know at the first read", async () => {
  let reads = 0;
  const { cloud, emulator } = createAccount((request, send) =>
    request.method === "GET" && /pods\/\w/.test(request.url) && ++reads === 1
      ? Response.json({ error: "pod not found" }, { status: 404 })
      : send(request),
  );
  const { id } = await cloud.pods.create(rentedPod(-1));
  vi.useFakeTimers();
  const { ended } = await settleInSteps(sweepPods(cloud)).finally(() =>
    vi.useRealTimers(),
  );
  expect(ended).toMatchObject([{ id }]);
  expect(emulator.snapshot().pods).toEqual([]);
});

it("sweepPods reads a Pod whose environment the list leaves out", async () => {
  const { cloud } = createAccount(async (request, send) => {
    const response = await send(request);
    if (response.status === 204) return response;
    const body: unknown = await response.json();
    if (!Array.isArray(body))
      return Response.json(body, { status: response.status });
    return Response.json(
      body.map((pod: object) => ({ ...pod, env: undefined })),
    );
  });
  const { id } = await cloud.pods.create(rentedPod(-1));
  const { ended } = await sweepPods(cloud, { now: Date.now() });
  expect(ended).toMatchObject([{ id }]);
});

it("sweepPods stops a Pod whose rental says so, once", async () => {
  const { cloud, emulator } = createAccount();
  await cloud.pods.create(rentedPod(-1, "stop"));
  expect((await sweepPods(cloud)).ended).toMatchObject([{ action: "stop" }]);
  expect(emulator.snapshot().pods).toMatchObject([{ desiredStatus: "EXITED" }]);
  const { ended, stopped } = await sweepPods(cloud);
  expect(ended).toEqual([]);
  expect(stopped).toMatchObject([{ action: "stop" }]);
});

it("sweepPods reports a Pod that it cannot delete, and deletes the others", async () => {
  vi.useFakeTimers();
  let broken = "";
  const { cloud, emulator } = createAccount((request, send) =>
    request.method === "DELETE" && request.url.endsWith(broken)
      ? Response.json({ error: "internal" }, { status: 500 })
      : send(request),
  );
  const pods = await settleInSteps(
    Promise.all([-1, -2].map((h) => cloud.pods.create(rentedPod(h)))),
  );
  broken = pods[0]?.id ?? "";
  const { ended, failed } = await settleInSteps(sweepPods(cloud));
  vi.useRealTimers();
  expect(ended).toMatchObject([{ id: pods[1]?.id }]);
  expect(failed).toMatchObject([{ pod: { id: broken } }]);
  expect(emulator.snapshot().pods).toMatchObject([{ id: broken }]);
});

describe("sweepPods with a name", () => {
  const rents = ["nightly", "nightly-2", undefined] as const;

  /** A Pod that was not rented, and rentals of an hour, of which the sweep leaves some. */
  async function rentAndSweep(options: SweepOptions) {
    const { cloud, emulator } = createAccount();
    await cloud.pods.create({ ...IMAGE, name: "nightly" });
    for (const name of rents)
      await rentPod(cloud, { ...IMAGE, name }, { maxHours: 1 });
    const found = await sweepPods(version2Of(cloud), options);
    const left = emulator
      .snapshot()
      .pods.map(({ name }) => name.replace(/^rent-\w{20}-\w{16}-?/, "~"));
    return { found, left: left.sort() };
  }

  it("ends the rentals of that name before their end, leaves every other Pod, and names the other rentals", async () => {
    const options = { name: "nightly", now: Infinity };
    const { found, left } = await rentAndSweep(options);
    expect(left).toEqual(["nightly", "~", "~nightly-2"]);
    expect(found.otherNames.toSorted()).toEqual(["", "nightly-2"]);
    expect(found.others).toHaveLength(3);
  });

  it("ends only the rentals of that name whose end has passed", async () => {
    const now = Date.now() + 2 * HOUR;
    const { left } = await rentAndSweep({ name: "nightly-2", now });
    expect(left).toEqual(["nightly", "~", "~nightly"]);
    const before = await rentAndSweep({ name: "nightly-2" });
    expect(before.left).toHaveLength(4);
  });

  it("ends one Pod by its whole name", async () => {
    const { cloud, emulator } = createAccount();
    const named = { ...IMAGE, name: "nightly" };
    const pod = await rentPod(cloud, named, { maxHours: 1 });
    const other = await rentPod(cloud, named, { maxHours: 1 });
    await sweepPods(cloud, { name: pod.name, now: Infinity });
    const left = emulator.snapshot().pods.map(({ id }) => id);
    expect(left).toEqual([other.id]);
  });

  it.each([
    ["name", { name: "" }],
    ["now", { now: Infinity }],
    ["now", { now: NaN }],
    ["now", { name: "nightly", now: -Infinity }],
  ])(
    "refuses a wrong %s before anything is sent",
    async (parameter, options) => {
      const { cloud, requests } = createAccount();
      const error = await rejectionOf(sweepPods(cloud, options));
      expect(error).toMatchObject({ name: "InputError", parameter });
      expect(requests).toEqual([]);
    },
  );
});
