import { describe, expect, it, vi } from "vitest";
import { ResponseError } from "../../src/index.js";
import {
  RentError,
  rentPod,
  type RentOptions,
  type RentProgress,
} from "../../src/machines/index.js";
import { createSpendGuard } from "../../src/spend/index.js";
import { passTime, useFakeTime } from "../support/fake-time.js";
import {
  createAccount,
  IMAGE,
  withAddress,
  type Intercept,
} from "./support/account.js";
import { rejectionOf } from "../support/rejection.js";
import { settleInSteps } from "./support/settle.js";

// The GraphQL parts load in real time.
await createAccount().cloud.graphql.gpuTypes();

useFakeTime();

const HOUR = 3_600_000;
const NO_CAPACITY = { candidates: [], maxPricePerHour: undefined };

/** Rents on an account whose requests pass `intercept`, while fake time goes on. */
function rent(
  options: Partial<RentOptions> = {},
  intercept?: Intercept,
  input: object = {},
) {
  const account = createAccount(intercept);
  const phases: RentProgress["phase"][] = [];
  const pod = rentPod(
    account.cloud,
    { ...IMAGE, ...input },
    {
      maxHours: 2,
      onProgress: ({ phase }) => phases.push(phase),
      ...options,
    },
  );
  return { ...account, phases, pod, ended: settleInSteps(pod) };
}

const cut = () => {
  throw new TypeError("fetch failed", {
    cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
  });
};
const status = (code: number, error = "internal error") =>
  Response.json({ error }, { status: code });

/** Gives each response the time of a clock, as a service does that is no emulator. */
function withServiceClock(now: () => number): Intercept {
  return async (request, send) => {
    const response = await send(request);
    response.headers.set("date", new Date(now()).toUTCString());
    response.headers.delete("x-virtual-time");
    return response;
  };
}

/** Leaves the price of the Pods out of each response. */
const withoutPrice: Intercept = async (request, send) => {
  const response = await send(request);
  if (!response.headers.get("content-type")?.includes("json")) return response;
  const text = (await response.text()).replaceAll(
    /"(adjustedCostPerHr|costPerHr)":[\d.]+,?/g,
    "",
  );
  return new Response(text, {
    status: response.status,
    headers: { "content-type": "application/json" },
  });
};

it("rentPod refuses onExit in a worker thread, which signals do not reach, and sends nothing", async () => {
  const { cloud, requests } = createAccount();
  const threads = { isMainThread: false } as never;
  const builtin = vi
    .spyOn(process, "getBuiltinModule")
    .mockReturnValue(threads);
  const rented = rentPod(cloud, IMAGE, { maxHours: 1, onExit: true });
  const error = await rejectionOf(rented);
  builtin.mockRestore();
  expect(error).toMatchObject({ name: "InputError", parameter: "onExit" });
  expect(String(error)).toContain("must not be true in a worker thread");
  expect(requests).toEqual([]);
});

describe("rentPod", () => {
  it.each<[string, object, Partial<RentOptions>]>([
    ["maxHours", {}, { maxHours: undefined as never }],
    ["maxCost", {}, { maxCost: 0 }],
    ["ready", {}, { ready: { tcp: 0 } }],
    ["ready", { ports: ["8888/http"] }, { ready: { tcp: 22 } }],
    ["ready", {}, { ready: { http: 8888, path: "health" } }],
    ["env", { env: { CLOUD_COMPUTE_RENT_TAG: "x" } }, {}],
    ["name", { name: "n".repeat(160) }, {}],
    ["release", {}, { release: "keep" as "stop" }],
    ["proxyUrl", {}, { proxyUrl: "https://proxy.test" }],
    ["maxHours", {}, { maxHours: 1e6 }],
    ["interval", {}, { interval: "1" as unknown as number }],
    ["capacity", {}, { capacity: NO_CAPACITY }],
    ["maxCost", {}, { spend: createSpendGuard({ limit: 10 }) }],
  ])(
    "refuses a wrong %s before anything is sent: %j %j",
    async (parameter, input, options) => {
      const { ended, requests } = rent(options, undefined, input);
      const error = await rejectionOf(ended);
      expect(error).toMatchObject({ name: "InputError", parameter });
      expect(requests).toEqual([]);
    },
  );

  it("says that it has created no Pod when the Pods cannot be read before the create, and frees what it reserved", async () => {
    const spend = createSpendGuard({ limit: 9 });
    const { ended, bodiesOf } = rent({ spend, maxCost: 1 }, (request, send) =>
      new URL(request.url).pathname === "/v1/pods"
        ? status(503)
        : send(request),
    );
    const error = await rejectionOf(ended);
    expect(error).toMatchObject({ status: 503, maybeSent: false });
    expect(String(error)).toMatch(/; rentPod created no Pod$/);
    expect(bodiesOf("POST /v1/pods")).toEqual([]);
    expect(await spend.totals()).toMatchObject({ reserved: 0, spent: 0 });
  });

  it("gives the Pod a name and an environment with the same tag and the time of its end, by the clock of the service", async () => {
    const serviceTime = Date.now() + 90 * 60_000;
    const { ended, emulator } = rent(
      {},
      withServiceClock(() => serviceTime),
      { name: "training", env: { SEED: "7" } },
    );
    const pod = await ended;
    const [stored] = emulator.snapshot().pods;
    const [, tag, end] =
      /^rent-([0-9a-f]{20})-(\d{8}T\d{6}Z)-training$/.exec(pod.name) ?? [];
    expect(stored).toMatchObject({
      name: pod.name,
      env: {
        SEED: "7",
        CLOUD_COMPUTE_RENT_TAG: tag,
        CLOUD_COMPUTE_RENT_END: end,
        CLOUD_COMPUTE_RENT_ACTION: "delete",
      },
    });
    const expected = new Date(Math.floor(serviceTime / 1000) * 1000 + 2 * HOUR);
    expect(end).toBe(expected.toISOString().replace(/[-:]|\.000/g, ""));
  });

  it("sends the ranking of GPU types in one create", async () => {
    const gpuTypeIds = ["NVIDIA L4", "NVIDIA RTX A5000"];
    const { ended, bodiesOf } = rent({}, undefined, { gpuTypeIds });
    await ended;
    expect(bodiesOf("POST /v1/pods")).toMatchObject([
      { gpuTypeIds, gpuTypePriority: "custom" },
    ]);
  });

  it.each([
    ["refused with 500", () => status(500)],
    ["answered without an id", () => Response.json({})],
  ])(
    "adopts the Pod of a create that was %s, although the list shows new Pods only after 30 seconds",
    async (_, answer) => {
      let createdAt = Infinity;
      const { ended, emulator, bodiesOf } = rent({}, async (request, send) => {
        const response = await send(request);
        if (request.method === "POST") {
          createdAt = performance.now();
          return answer();
        }
        const isList = request.url.endsWith("/pods");
        const isLate = performance.now() < createdAt + 30_000;
        return isList && isLate ? Response.json([]) : response;
      });
      const pod = await ended;
      expect(bodiesOf("POST /v1/pods")).toHaveLength(1);
      expect(emulator.snapshot().pods).toMatchObject([{ id: pod.id }]);
    },
  );

  it("creates again only when the Pod of a lost create has been absent from the list for 60 seconds", async () => {
    const creates: number[] = [];
    const lists: number[] = [];
    const { ended, emulator } = rent({}, (request, send) => {
      if (request.method === "POST") {
        creates.push(performance.now());
        if (creates.length === 1) return cut();
      } else lists.push(performance.now());
      return send(request);
    });
    await ended;
    const [first = 0, second = 0] = creates;
    expect(second - first).toBeGreaterThanOrEqual(60_000);
    // At least one list was read after the 60 seconds, and before the second create.
    expect(lists.some((time) => time - first >= 60_000 && time <= second)).toBe(
      true,
    );
    expect(emulator.snapshot().pods).toHaveLength(1);
  });

  it.each([1, 5])(
    "deletes the Pod of a lost create that appears only after the hand-over, within %i minutes and before the release",
    async (minutes) => {
      let delayed: Request | undefined;
      let creates = 0;
      const account = rent({}, (request, send) => {
        if (request.method !== "POST" || ++creates > 1) return send(request);
        delayed = request;
        return cut();
      });
      const pod = await account.ended;
      await passTime((minutes - 1) * 60_000);
      if (delayed) await account.send(delayed);
      expect(account.emulator.snapshot().pods).toHaveLength(2);
      await settleInSteps(passTime(90_000));
      expect(account.emulator.snapshot().pods).toMatchObject([{ id: pod.id }]);
      await settleInSteps(pod.release());
      expect(account.emulator.snapshot().pods).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it("deletes the second Pod of a rental before it resolves, when lost creates have made two", async () => {
    let delayed: Request | undefined;
    let creates = 0;
    const account = rent({}, async (request, send) => {
      if (request.method !== "POST") return send(request);
      if (++creates === 1) {
        delayed = request.clone();
        return cut();
      }
      if (delayed) await send(delayed);
      await send(request);
      return status(500);
    });
    const pod = await account.ended;
    expect(account.emulator.snapshot().pods).toMatchObject([{ id: pod.id }]);
    await settleInSteps(pod.release());
    expect(account.emulator.snapshot().pods).toEqual([]);
  });

  it("gives up after three lost creates, and says that a Pod may run under its name", async () => {
    const { ended, bodiesOf } = rent({}, (request, send) =>
      request.method === "POST" ? cut() : send(request),
    );
    const error = await rejectionOf(ended);
    expect(bodiesOf("POST /v1/pods")).toHaveLength(3);
    expect(error).toMatchObject({
      code: "create_lost",
      left: [],
      maybeSent: true,
    });
    const { message, podName = "?", refusals } = error as RentError;
    expect(message).toContain(`a Pod named ${podName} may run`);
    expect(refusals).toHaveLength(3);
  });

  it("names the Pod that may be left when neither the create nor the list can be read", async () => {
    let hasList = true;
    const { ended } = rent({}, (request, send) => {
      if (request.method === "GET" && hasList) return send(request);
      hasList = false;
      return status(503);
    });
    const error = await rejectionOf(ended);
    expect(error).toMatchObject({ code: "create_lost", maybeSent: true });
    expect(String(error)).toMatch(/a Pod named rent-[0-9a-f]{20}-\S+ may run/);
  });

  it.each([
    [400, "There are no instances currently available", "no_capacity"],
    [500, "there are no longer any instances available", "no_capacity"],
    [402, "no balance: no instances available", "insufficient_balance"],
    [422, "no machines is not a field", "create_refused"],
    [400, "gpu.id names no GPU type of the service", "create_refused"],
  ])("takes %i %j for %s", async (code, words, expected) => {
    const { ended, phases } = rent({}, (request, send) =>
      request.method === "POST" ? status(code, words) : send(request),
    );
    const error = await rejectionOf(ended);
    expect(error).toMatchObject({ code: expected, left: [] });
    expect((error as RentError).cause).toBeInstanceOf(ResponseError);
    // One create is sent, and the rental does not search for a Pod.
    expect(phases).toEqual(["creating"]);
  });

  it("sends a create again that was certainly not carried out", async () => {
    let creates = 0;
    const { ended, emulator } = rent({}, (request, send) => {
      if (request.method !== "POST" || ++creates > 2) return send(request);
      if (creates === 1) return status(429);
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("connect ECONNREFUSED"), {
          code: "ECONNREFUSED",
          syscall: "connect",
        }),
      });
    });
    await ended;
    expect(creates).toBe(3);
    expect(emulator.snapshot().pods).toHaveLength(1);
  });

  it("ends the Pod after maxHours, and aborts its signal with the reason", async () => {
    const { ended, emulator } = rent({ maxHours: 0.5 });
    const pod = await ended;
    await passTime(HOUR / 2 - 120_000);
    expect(emulator.snapshot().pods).toHaveLength(1);
    await passTime(180_000);
    expect(emulator.snapshot().pods).toEqual([]);
    expect(pod.signal.reason).toMatchObject({ code: "limit_reached" });
  });

  it("ends the Pod within ten seconds after a sleep of the machine that has outlasted maxHours", async () => {
    const { ended, emulator } = rent(
      { maxHours: 2 },
      withServiceClock(() => Date.now()),
    );
    await ended;
    await passTime(60_000);
    // The wall clock goes on while the machine sleeps; timers and the monotonic clock do not.
    vi.setSystemTime(Date.now() + 8 * HOUR);
    await settleInSteps(passTime(10_000));
    expect(emulator.snapshot().pods).toEqual([]);
  });

  it.each([
    ["jumps ahead", 8 * HOUR],
    ["is set back", -8 * HOUR],
  ])(
    "ends no Pod in use when the wall clock %s, and ends the Pod at its time",
    async (_, jumpMs) => {
      const trueTime = Date.now() - performance.now();
      const { ended, emulator } = rent(
        { maxHours: 2 },
        withServiceClock(() => trueTime + performance.now()),
      );
      await ended;
      vi.setSystemTime(Date.now() + jumpMs);
      await passTime(HOUR);
      expect(emulator.snapshot().pods).toHaveLength(1);
      await settleInSteps(passTime(HOUR + 120_000));
      expect(emulator.snapshot().pods).toEqual([]);
    },
  );

  it("ends the Pod before it has cost more than maxCost, and tags the Pod with the earlier end for sweepPods", async () => {
    const { ended, emulator } = rent({ maxHours: 10, maxCost: 0.5 });
    const pod = await ended;
    const paidMs = (0.5 / (pod.costPerHr ?? 0)) * HOUR;
    expect(paidMs).toBeLessThan(10 * HOUR);
    const [stored] = emulator.snapshot().pods;
    const [, end = ""] = /-(\d{8}T\d{6}Z)$/.exec(stored?.name ?? "") ?? [];
    expect(end < (stored?.env["CLOUD_COMPUTE_RENT_END"] ?? "")).toBe(true);
    await passTime(paidMs - 60_000);
    expect(emulator.snapshot().pods).toHaveLength(1);
    await passTime(60_000);
    expect(emulator.snapshot().pods).toEqual([]);
  });

  it("deletes the Pod and rejects when maxCost is given and the service names no price", async () => {
    const { ended, emulator } = rent({ maxCost: 1 }, withoutPrice);
    expect(await rejectionOf(ended)).toMatchObject({
      code: "price_unknown",
      left: [],
    });
    expect(emulator.snapshot().pods).toEqual([]);
  });

  it.each([
    [0.01, /, or earlier at maxCost$/],
    [1000, / per hour, ends at \S+Z$/],
  ])(
    "reports when its Pod ends, and whether a maxCost of %d may end the Pod earlier",
    async (maxCost, expected) => {
      const details: string[] = [];
      const onProgress = ({ phase, detail }: RentProgress) => {
        if (phase === "created") details.push(detail);
      };
      await rent({ maxCost, onProgress }).ended;
      expect(details[0]).toMatch(expected);
    },
  );

  it("deletes the Pod when its earlier end cannot be written", async () => {
    const { ended, emulator } = rent(
      { maxHours: 10, maxCost: 0.1 },
      (request, send) =>
        request.method === "PATCH" ? status(500) : send(request),
    );
    expect(await rejectionOf(ended)).toMatchObject({
      code: "limit_not_set",
      left: [],
    });
    expect(emulator.snapshot().pods).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7])(
    "rejects with the signal's own reason and leaves nothing after an abort at request %i",
    async (at) => {
      const controller = new AbortController();
      const reason = { why: "enough" };
      let count = 0;
      const { ended, emulator } = rent(
        {
          signal: controller.signal,
          maxCost: 0.5,
          maxHours: 10,
          ready: { tcp: 22 },
          timeout: 60_000,
        },
        async (request, send) => {
          if (++count === at) controller.abort(reason);
          return withAddress(await send(request), "127.0.0.1", { 22: 1 });
        },
      );
      await expect(ended).rejects.toBe(reason);
      expect(emulator.snapshot().pods).toEqual([]);
    },
  );

  it("names by id what an abort has left when the Pod cannot be deleted", async () => {
    const controller = new AbortController();
    const { ended, emulator } = rent(
      { signal: controller.signal },
      async (request, send) => {
        if (request.method === "DELETE") return status(403, "no permission");
        const response = await send(request);
        if (request.method === "POST") controller.abort("stop");
        return response;
      },
    );
    const error = await rejectionOf(ended);
    const [pod] = emulator.snapshot().pods;
    expect(error).toMatchObject({
      name: "RentError",
      code: "aborted",
      left: [{ id: pod?.id }],
      maybeSent: true,
      cause: "stop",
    });
    expect(String(error)).toContain(pod?.id);
  });

  it("deletes a Pod that does not become ready, and says what held the Pod up", async () => {
    const { ended, emulator } = rent(
      { ready: { tcp: 22 }, timeout: 30_000 },
      async (request, send) => {
        const response = await send(request);
        return withAddress(response, null, null);
      },
    );
    const error = await rejectionOf(ended);
    expect(error).toMatchObject({ code: "not_ready", left: [] });
    expect(String(error)).toMatch(/the container is not up yet/);
    expect(emulator.snapshot().pods).toEqual([]);
  });
});

describe("update", () => {
  it.each([
    [{ image: "ubuntu:26.04" }, "the options are name, env"],
    [{}, "changes must have name, env or both"],
    [undefined, "changes must be an object"],
  ])("refuses %j, and sends nothing", async (changes, problem) => {
    const { ended, requests } = rent();
    const pod = await ended;
    const update = pod.update(changes as never);
    const error = await rejectionOf(settleInSteps(update));
    expect(error).toMatchObject({ name: "InputError" });
    expect(String(error)).toContain(problem);
    expect(requests.map(({ method }) => method)).not.toContain("PATCH");
  });
});

describe("release", () => {
  it("deletes the Pod once, however often it is called, and settles when the service has confirmed that", async () => {
    const { ended, emulator, requests } = rent();
    const pod = await ended;
    await settleInSteps(Promise.all([pod.release(), pod.release()]));
    await settleInSteps(pod.release());
    expect(emulator.snapshot().pods).toEqual([]);
    const deletes = requests.filter(({ method }) => method === "DELETE");
    expect(deletes).toHaveLength(1);
    expect(pod.signal.reason).toMatchObject({ code: "released" });
  });

  it("refuses a wrong option, and keeps the Pod", async () => {
    const { ended, emulator } = rent();
    const pod = await ended;
    const error = await rejectionOf(pod.release({ timeOut: 1 } as object));
    expect(error).toMatchObject({ name: "InputError", parameter: "timeOut" });
    expect(emulator.snapshot().pods).toHaveLength(1);
  });

  it("can be called again after a failure", async () => {
    let isBroken = true;
    const { ended, emulator } = rent({}, (request, send) =>
      request.method === "DELETE" && isBroken ? status(500) : send(request),
    );
    const pod = await ended;
    const release = pod.release({ timeout: 20_000 });
    const error = await rejectionOf(settleInSteps(release));
    expect(error).toMatchObject({ code: "release_failed" });
    isBroken = false;
    await settleInSteps(pod.release());
    expect(emulator.snapshot().pods).toEqual([]);
  });

  it("succeeds when each delete is answered 500 although it was carried out, once the service has not known the Pod for 10 seconds", async () => {
    const { ended, emulator } = rent({}, async (request, send) => {
      const response = await send(request);
      return request.method === "DELETE" ? status(500) : response;
    });
    const pod = await ended;
    const begun = performance.now();
    await settleInSteps(pod.release());
    const elapsedMs = performance.now() - begun;
    expect(elapsedMs).toBeGreaterThanOrEqual(10_000);
    expect(elapsedMs).toBeLessThan(20_000);
    expect(emulator.snapshot().pods).toEqual([]);
  });

  it("succeeds with a stop that the service refuses because the Pod has stopped by itself", async () => {
    const { ended, emulator } = rent(
      { release: "stop" },
      async (request, send) => {
        const response = await send(request);
        const isStop = request.url.endsWith("/stop");
        return isStop ? status(409, "the Pod is not running") : response;
      },
    );
    await settleInSteps((await ended).release());
    expect(emulator.snapshot().pods).toMatchObject([
      { desiredStatus: "EXITED" },
    ]);
  });

  it("says that a Pod may be left where a create was lost and the list cannot be read", async () => {
    let isDown = false;
    const { ended } = rent({}, async (request, send) => {
      const isList = request.url.endsWith("/pods") && request.method === "GET";
      if (isDown && isList) return status(500);
      const response = await send(request);
      return request.method === "POST" ? status(500) : response;
    });
    const pod = await ended;
    isDown = true;
    const error = await rejectionOf(
      settleInSteps(pod.release({ timeout: 5000 })),
    );
    expect(error).toMatchObject({ code: "release_failed", maybeSent: true });
  });

  it("reads the list again when the list fails, where a create of the rental was lost", async () => {
    let lists = 0;
    const { ended, emulator } = rent({}, async (request, send) => {
      const isList = request.url.endsWith("/pods") && request.method === "GET";
      if (isList && ++lists === 2) return status(500);
      const response = await send(request);
      return request.method === "POST" ? status(500) : response;
    });
    const pod = await ended;
    await settleInSteps(pod.release());
    expect(emulator.snapshot().pods).toEqual([]);
  });

  it("stops the Pod instead if the rental says so", async () => {
    const { ended, emulator } = rent({ release: "stop" });
    const pod = await ended;
    await settleInSteps(pod.release());
    expect(emulator.snapshot().pods).toMatchObject([
      { id: pod.id, desiredStatus: "EXITED" },
    ]);
  });

  it("is what the platform calls at the end of an `await using`", async () => {
    const { ended, emulator } = rent();
    const pod = await ended;
    await settleInSteps(pod[Symbol.asyncDispose]());
    expect(emulator.snapshot().pods).toEqual([]);
  });
});

describe("rentPod with a spend guard", () => {
  it("reserves maxCost before the create, and settles with what the Pod has cost", async () => {
    const spend = createSpendGuard({ limit: 1 });
    const { ended } = rent({ spend, maxCost: 0.6, maxHours: 10 });
    const pod = await ended;
    expect(await spend.totals()).toMatchObject({ reserved: 0.6, spent: 0 });
    await passTime(HOUR / 4);
    await settleInSteps(pod.release());
    const { reserved, spent } = await spend.totals();
    expect(reserved).toBe(0);
    expect(spent).toBeCloseTo((pod.costPerHr ?? 0) / 4, 2);
  });

  it("is refused before anything is created when the limit is reached, and frees what it reserved when the create is refused", async () => {
    const spend = createSpendGuard({ limit: 1 });
    const refused = rent({ spend, maxCost: 1.5 });
    expect(await rejectionOf(refused.ended)).toMatchObject({
      name: "SpendError",
      code: "spend_limit",
      operation: "rentPod",
    });
    expect(refused.bodiesOf("POST /v1/pods")).toEqual([]);
    const failed = rent({ spend, maxCost: 0.8 }, (request, send) =>
      request.method === "POST" ? status(400, "bad") : send(request),
    );
    await rejectionOf(failed.ended);
    expect(await spend.totals()).toMatchObject({ reserved: 0, spent: 0 });
  });

  it("settles with the time in which the machine slept, which its monotonic clock leaves out", async () => {
    const spend = createSpendGuard({ limit: 9 });
    const { ended } = rent(
      { spend, maxCost: 4, maxHours: 8 },
      withServiceClock(() => Date.now()),
    );
    const pod = await ended;
    vi.setSystemTime(Date.now() + 3 * HOUR);
    await settleInSteps(pod.release());
    const { spent } = await spend.totals();
    expect(spent).toBeCloseTo((pod.costPerHr ?? 0) * 3, 1);
  });

  it("keeps the reservation where a lost create may still bring a Pod", async () => {
    const spend = createSpendGuard({ limit: 1 });
    const stop = new AbortController();
    const { ended } = rent(
      {
        spend,
        maxCost: 0.8,
        signal: stop.signal,
        onProgress: ({ phase }) => {
          if (phase === "searching") stop.abort(new Error("stopped"));
        },
      },
      (request, send) => (request.method === "POST" ? cut() : send(request)),
    );
    const error = await rejectionOf(ended);
    expect(error).toMatchObject({ maybeSent: true, left: [] });
    expect(String(error)).toContain("a Pod of it may still appear");
    expect(await spend.totals()).toMatchObject({ reserved: 0.8, spent: 0 });
  });

  it("keeps the reservation of a Pod that may be left", async () => {
    const spend = createSpendGuard({ limit: 1 });
    const { ended } = rent(
      { spend, maxCost: 0.8 },
      async (request, send) => {
        if (request.method === "DELETE") return status(403, "no");
        if (request.method === "GET" && request.url.includes("/pods/"))
          return status(403, "no");
        return send(request);
      },
      { ports: ["22/tcp"] },
    );
    const pod = await ended;
    await rejectionOf(settleInSteps(pod.release()));
    expect(await spend.totals()).toMatchObject({ reserved: 0.8 });
  });
});
