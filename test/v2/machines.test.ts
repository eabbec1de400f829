import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  explainJob,
  rentPod,
  waitForEndpoint,
  waitForPod,
} from "../../src/machines/index.js";
import { useFakeTime } from "../support/fake-time.js";
import { createAccount, type Intercept } from "../machines/support/account.js";
import { rejectionOf } from "../support/rejection.js";
import { settleInSteps } from "../machines/support/settle.js";

// The parts of version 2 load in real time.
await createAccount().cloud.v2.pods.list();

useFakeTime();

const FREE = "NVIDIA RTX A5000";
const INPUT = {
  image: "example/image:1",
  gpu: { id: ["NVIDIA L4", FREE] },
} as const;

/** An account of the emulator, by version 2, in which one of the two GPU types is free. */
function createAccountV2(intercept?: Intercept) {
  const account = createAccount(intercept);
  const { cloud, emulator, bodiesOf } = account;
  emulator.account.setStock({ "NVIDIA L4": 0, [FREE]: { "EU-RO-1": 4 } });
  return {
    ...account,
    cloud: cloud.v2,
    listPods: async () => await cloud.v2.pods.list(),
    createdGpus: () =>
      bodiesOf("POST /v2/pods").map(
        (body) => (body as { gpu?: { id: string } }).gpu?.id,
      ),
  };
}

/** Answers the creates with a problem, and leaves every other request to the emulator. */
function refuseCreates(status: number, detail: string): Intercept {
  return (request, send) => {
    const isCreate =
      request.method === "POST" && request.url.endsWith("/v2/pods");
    if (!isCreate) return send(request);
    return Response.json({ title: "refused", status, detail }, { status });
  };
}

it("rentPod tries one GPU type of version 2 after another, and releases the Pod", async () => {
  const { cloud, createdGpus, listPods } = createAccountV2();
  const pod = await settleInSteps(rentPod(cloud, INPUT, { maxHours: 1 }));
  expect(createdGpus()).toEqual(["NVIDIA L4", FREE]);
  expect(pod.name).toMatch(/^rent-[0-9a-f]{20}-/);
  const [listed] = await settleInSteps(listPods());
  expect(listed?.id).toBe(pod.id);
  expect(pod.costPerHr).toBe(listed?.cost);
  await settleInSteps(pod.release());
  expect(await settleInSteps(listPods())).toEqual([]);
});

it.each([
  [402, "insufficient balance", "insufficient_balance"],
  [422, "unknown field", "create_refused"],
  [400, "image must be a text", "create_refused"],
])(
  "rentPod tries no further GPU type of version 2 after %i %j",
  async (status, detail, code) => {
    const { cloud, createdGpus } = createAccountV2(
      refuseCreates(status, detail),
    );
    const error = await rejectionOf(
      settleInSteps(rentPod(cloud, INPUT, { maxHours: 1 })),
    );
    expect(error).toMatchObject({ code, left: [] });
    expect(createdGpus()).toEqual(["NVIDIA L4"]);
  },
);

it("waitForPod says of a Pod of version 2 that it has no machine yet", async () => {
  const { cloud } = createAccountV2(async (request, send) => {
    const response = await send(request);
    if (request.method !== "GET") return response;
    const pod = (await response.json()) as object;
    return Response.json({ ...pod, status: "PROVISIONING" });
  });
  const { id } = await settleInSteps(
    cloud.pods.create({
      name: "slow",
      image: INPUT.image,
      gpu: { id: FREE, count: 1 },
      ports: ["22/tcp"],
    }),
  );
  const error = await rejectionOf(
    settleInSteps(waitForPod(cloud, id, { timeout: 5000 })),
  );
  expect(String(error)).toMatch(/the Pod has no machine yet/);
});

it("waitForPod waits with ready: [] for the status RUNNING", async () => {
  const statuses = ["PROVISIONING", "STARTING"];
  const { cloud } = createAccountV2(async (request, send) => {
    const response = await send(request);
    if (request.method !== "GET") return response;
    const pod = (await response.json()) as object;
    return Response.json({ ...pod, status: statuses.shift() ?? "RUNNING" });
  });
  const { image } = INPUT;
  const { id } = await settleInSteps(
    cloud.pods.create({ name: "bare", image, gpu: { id: FREE, count: 1 } }),
  );
  const { state } = await settleInSteps(waitForPod(cloud, id, { ready: [] }));
  expect(state.status).toBe("RUNNING");
  expect(statuses).toEqual([]);
});

describe("where the service has retired 0.1.0", () => {
  beforeEach(() => vi.useRealTimers());

  /** An endpoint of version 2. */
  async function createEndpoint(workers: { min: number; max: number }) {
    const account = createAccount((request, send) =>
      request.url.includes("/v1/") || request.url.includes("/graphql")
        ? Response.json({ error: "gone" }, { status: 410 })
        : send(request),
    );
    const { id: slug } = await account.cloud.v2.serverless.create({
      name: "worker",
      image: "example/worker:1",
      type: "QUEUE",
      scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
      gpu: { pools: ["ADA_24"] },
      workers,
    });
    return { ...account, slug };
  }

  /** An endpoint of version 2 with a job that waits. */
  async function submitJob(workers: { min: number; max: number }) {
    const { cloud, emulator, slug } = await createEndpoint(workers);
    const types = await cloud.v2.catalog.listGpuTypes();
    const ids = types.filter(({ pool }) => pool === "ADA_24");
    emulator.account.setStock(
      Object.fromEntries(ids.map(({ id }) => [id, 0] as const)),
    );
    const { id } = await cloud.model(slug).run({});
    return explainJob(cloud, { slug, id });
  }

  it("explainJob says by version 2 that the endpoint allows no workers", async () => {
    const { causes, missing } = await submitJob({ min: 0, max: 0 });
    expect(causes[0]?.code).toBe("no_workers_allowed");
    expect(missing).toEqual([]);
  });

  it("explainJob says by the catalogue of version 2 that the GPU types of the pools are out of stock", async () => {
    const { causes, missing } = await submitJob({ min: 0, max: 2 });
    expect(causes.map(({ code }) => code)).toContain("no_stock");
    expect(missing).toEqual([]);
  });

  it("waitForEndpoint refuses by version 2 more workers than the endpoint permits", async () => {
    const { cloud, slug } = await createEndpoint({ min: 0, max: 1 });
    const wait = waitForEndpoint(cloud, slug, { workers: 2 });
    const error = await rejectionOf(wait);
    expect(error).toMatchObject({ name: "InputError", parameter: "workers" });
    expect(String(error)).toContain(
      `the endpoint ${slug} may have at most 1: set its workers.max to `,
    );
  });

  it("waitForEndpoint does not end with a worker that is ready by its health and unhealthy by version 2", async () => {
    const summaries = [
      { idle: 0, running: 0, unhealthy: 1 },
      { idle: 1, running: 0, unhealthy: 1 },
    ];
    const { cloud, requests } = createAccount((request) => {
      if (request.url.endsWith("/health"))
        return Response.json({ jobs: {}, workers: { idle: 1, ready: 1 } });
      const rest = { initializing: 0, throttled: 0, total: 1 };
      const summary = { ...rest, ...summaries.shift() };
      return Response.json({ endpointVersion: 1, summary, workers: [] });
    });
    await waitForEndpoint(cloud, "e", { interval: 50 });
    expect(summaries).toEqual([]);
    expect(requests.at(-1)?.path).toBe("/v2/serverless/e/workers");
  });

  it("waitForEndpoint ends by the health alone where version 2 refuses to list the workers", async () => {
    const { cloud } = createAccount((request) =>
      request.url.endsWith("/health")
        ? Response.json({ jobs: {}, workers: { idle: 1, ready: 1 } })
        : Response.json({ status: 403, title: "Forbidden" }, { status: 403 }),
    );
    const { workers } = await waitForEndpoint(cloud, "e", { interval: 50 });
    expect(workers?.ready).toBe(1);
  });
});
