import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createClient } from "../../src/index.js";
import {
  cheapestGpu,
  rentPod,
  sweepPods,
  waitForPod,
} from "../../src/machines/index.js";
import { createSpendGuard } from "../../src/spend/index.js";
import { rejectionOf } from "../machines/support/rejection.js";
import { settleInSteps } from "../machines/support/settle.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Body {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly gpu?: { readonly id: string };
}

const FREE = "NVIDIA RTX A5000";
const GPUS = [
  {
    id: "NVIDIA L4",
    name: "L4",
    memory: 24,
    secure: true,
    community: true,
    price: { secure: 0.4, community: 0.3 },
    maxCount: { secure: 8, community: 4 },
    availability: "NONE",
  },
  {
    id: FREE,
    name: "RTX A5000",
    memory: 24,
    secure: true,
    community: false,
    price: { secure: 0.3, community: 0.2 },
    maxCount: { secure: 8, community: 8 },
    availability: "HIGH",
    dataCenters: [{ id: "EU-RO-1", name: "Romania", availability: "LOW" }],
  },
];

/** A service that speaks version 2. `refuse` answers the creates of GPU types that are not free. */
function createService(
  refuse: (body: Body) => Response = () => problem(400, "no capacity"),
) {
  const pods = new Map<string, Record<string, unknown>>();
  const creates: Body[] = [];
  const fetch = async (
    input: string | URL | Request,
    init: RequestInit = {},
  ) => {
    await Promise.resolve();
    const { pathname } = new URL(input as string);
    const [, , kind = "", id = ""] = pathname.split("/");
    const text = init.body as string | undefined;
    const body = (text ? JSON.parse(text) : {}) as Body;
    if (kind === "catalog") return Response.json({ gpus: GPUS });
    if (init.method === "POST" && id === "") {
      creates.push(body);
      if (body.gpu && body.gpu.id !== FREE) return refuse(body);
      const pod = { ...body, id: `p${pods.size + 1}`, status: "RUNNING" };
      pods.set(pod.id, { ...pod, cost: 0.3, ports: ["22/tcp"] });
      return Response.json(pods.get(pod.id), { status: 201 });
    }
    if (id === "") return Response.json({ pods: [...pods.values()] });
    const pod = pods.get(id);
    if (!pod) return problem(404, "not found");
    if (init.method === "PATCH") Object.assign(pod, body);
    if (init.method === "DELETE") {
      pods.delete(id);
      return new Response(null, { status: 204 });
    }
    return Response.json(pod);
  };
  const cloud = createClient({
    apiKey: "key-0123456789",
    surfaces: { v2: { baseUrl: "https://two.test" } },
    fetch,
  });
  return { cloud: cloud.v2, pods, creates };
}

function problem(status: number, detail: string): Response {
  return Response.json({ title: "refused", status, detail }, { status });
}

const INPUT = {
  image: "example/image:1",
  gpu: { id: ["NVIDIA L4", FREE] },
} as const;

it("rentPod tries one GPU type of version 2 after another, and releases the Pod", async () => {
  const { cloud, pods, creates } = createService();
  const pod = await settleInSteps(rentPod(cloud, INPUT, { maxHours: 1 }));
  expect(creates.map(({ gpu }) => gpu?.id)).toEqual(["NVIDIA L4", FREE]);
  expect(pod.name).toMatch(/^rent-[0-9a-f]{20}-/);
  expect(pod.costPerHr).toBe(0.3);
  await settleInSteps(pod.release());
  expect(pods.size).toBe(0);
});

it.each([
  [402, "insufficient balance"],
  [422, "unknown field"],
  [400, "image must be a text"],
])(
  "rentPod tries no further GPU type of version 2 after %i %j",
  async (status, detail) => {
    const { cloud, creates } = createService(() => problem(status, detail));
    const error = await rejectionOf(
      settleInSteps(rentPod(cloud, INPUT, { maxHours: 1 })),
    );
    expect(error).toMatchObject({ code: "create_refused", left: [] });
    expect(creates).toHaveLength(1);
  },
);

it("rentPod collects the reason of each GPU type of version 2 that is not free", async () => {
  const { cloud } = createService();
  const gpu = { id: ["NVIDIA L4", "NVIDIA A40"] };
  const error = await rejectionOf(
    settleInSteps(rentPod(cloud, { ...INPUT, gpu }, { maxHours: 1 })),
  );
  expect(error).toMatchObject({ code: "no_capacity" });
  expect(String(error)).toMatch(/NVIDIA L4: .*; NVIDIA A40: /);
  expect(error).toHaveProperty("refusals.length", 2);
});

it("rentPod reserves the price that the catalogue of version 2 names", async () => {
  const { cloud } = createService();
  const spend = createSpendGuard({ limit: 1 });
  await settleInSteps(rentPod(cloud, INPUT, { maxHours: 1, spend }));
  const { reserved } = await spend.totals();
  expect(reserved).toBeCloseTo(0.4 * (1 + 1 / 60), 6);
});

it("sweepPods deletes the rented Pods of version 2 whose end has passed", async () => {
  const { cloud, pods } = createService();
  await settleInSteps(rentPod(cloud, INPUT, { maxHours: 1 }));
  pods.set("mine", { id: "mine", name: "mine", env: {}, status: "RUNNING" });
  const now = Date.now() + 7_200_000;
  const { ended } = await settleInSteps(sweepPods(cloud, { now }));
  expect(ended).toMatchObject([{ id: "p1" }]);
  expect([...pods.keys()]).toEqual(["mine"]);
});

it("waitForPod says of a Pod of version 2 that it has no machine yet", async () => {
  const { cloud, pods } = createService();
  pods.set("p9", { id: "p9", status: "PROVISIONING", ports: ["22/tcp"] });
  const error = await rejectionOf(
    settleInSteps(waitForPod(cloud, "p9", { timeout: 5000 })),
  );
  expect(String(error)).toMatch(/the Pod has no machine yet/);
});

it("cheapestGpu reads the catalogue of version 2", async () => {
  const { cloud } = createService();
  expect(await settleInSteps(cheapestGpu(cloud, { gpuCount: 2 }))).toEqual({
    id: FREE,
    displayName: "RTX A5000",
    memoryInGb: 24,
    gpuCount: 2,
    cloudType: "SECURE",
    pricePerHour: 0.6,
    stock: "HIGH",
    dataCenterIds: [],
  });
  const dataCenterIds = ["EU-RO-1", "US-TX-3"];
  const there = await settleInSteps(cheapestGpu(cloud, { dataCenterIds }));
  expect(there).toMatchObject({ id: FREE, dataCenterIds: ["EU-RO-1"] });
  const community = { cloudType: "COMMUNITY" } as const;
  const none = await settleInSteps(cheapestGpu(cloud, community));
  expect(none).toBeUndefined();
});
