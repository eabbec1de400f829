import { describe, expect, test } from "vitest";
import {
  createAccount,
  createOneOfEach,
  IMAGE,
  type Account,
} from "./support/account.js";
import { operations } from "./support/operations.js";

const INPUT = { input: { prompt: "a pier" } };

test("the job API of the emulator takes a key without Bearer, and the management API does not", async () => {
  const { emulator } = createAccount();
  const send = async (path: string, body: object, authorization: string) => {
    const headers = { authorization, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const url = emulator.urls.publicBaseUrl + path;
    return (await emulator.fetch(url, init)).status;
  };
  const { apiKey } = emulator;
  expect(await send("/v2/flux-dev/run", INPUT, apiKey)).toBe(200);
  expect(await send("/v2/flux-dev/run", INPUT, "wrong")).toBe(401);
  expect(await send("/v1/pods", { imageName: IMAGE }, apiKey)).toBe(401);
});

test("RateLimit of version 2 counts the requests with a key down, until the minute or the hour of the clock ends", async () => {
  const { call, advance } = createAccount();
  const leftAfter = async (settings = {}) => {
    const { headers } = await call("GET", "/v2/pods", undefined, settings);
    const limits = headers.get("RateLimit") ?? "";
    return [...limits.matchAll(/r=(\d+)/g)].map(([, left]) => Number(left));
  };
  expect(await leftAfter()).toEqual([179, 7199]);
  expect(await leftAfter({ key: undefined })).toEqual([]);
  expect(await leftAfter()).toEqual([178, 7198]);
  await advance(60_000);
  expect(await leftAfter()).toEqual([179, 7197]);
});

test("a blank id or image counts as absent in bodies, queries, GraphQL and seed data of the emulator", async () => {
  const account = createAccount();
  const { emulator, callOk } = account;
  const { templateId } = await createOneOfEach(account);
  const blank = { imageName: "", networkVolumeId: "" };
  const pod = await callOk<{ image: string }>("POST", "/v1/pods", {
    ...blank,
    templateId,
  });
  expect(pod.image).toBe(IMAGE);
  const other = await callOk<{ image: string }>("POST", "/v2/pods", {
    name: "p",
    image: IMAGE,
    registry: "",
    templateId: "",
    gpu: { id: "NVIDIA L4", count: 1 },
  });
  expect(other.image).toBe(IMAGE);
  const query = `mutation { podFindAndDeployOnDemand(input: { imageName: "", networkVolumeId: "", templateId: "${templateId}", gpuTypeId: "NVIDIA L4" }) { imageName } }`;
  expect(await callOk("POST", "/graphql", { query })).toEqual({
    data: { podFindAndDeployOnDemand: { imageName: IMAGE } },
  });
  emulator.seed({ pods: [{ id: "seeded", ...blank, templateId }] });
  const all = await callOk<object[]>("GET", "/v1/pods");
  expect(await callOk("GET", "/v1/pods?imageName=&templateId=")).toEqual(all);
});

test("a variable of a container may be named like an id, and may be blank", async () => {
  const { callOk } = createAccount();
  const env = { templateId: "" };
  const body = { imageName: IMAGE, env };
  expect(await callOk("POST", "/v1/pods", body)).toMatchObject({ env });
});

test.each([
  [{ type: "REQUEST_COUNT" }, ["$.scaling: missing property 'requestCount'"]],
  [
    { type: "QUEUE_DELAY", queueDelay: 4, requestCount: 4 },
    ["$.scaling: additional properties 'requestCount' not allowed"],
  ],
  [
    { type: "SOON" },
    ["$.scaling.type: value must be one of 'QUEUE_DELAY', 'REQUEST_COUNT'"],
  ],
])(
  "a union of version 2 is explained by its discriminator: %j",
  async (scaling, errors) => {
    const { call } = createAccount();
    const answer = await call("POST", "/v2/serverless", {
      name: "e",
      image: IMAGE,
      type: "QUEUE",
      scaling,
      gpu: { pools: ["ADA_24"] },
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ errors });
  },
);

test("the emulator serves the document of version 0.1.0, without a key", async () => {
  const { emulator, call } = createAccount();
  const { status, body } = await call("GET", "/v1/openapi.json", undefined, {
    key: undefined,
  });
  expect(status).toBe(200);
  const { servers, paths } = body as {
    readonly servers: readonly { readonly url: string }[];
    readonly paths: object;
  };
  expect(servers).toEqual([{ url: emulator.urls.baseUrl }]);
  const documented = operations.filter(({ path }) => path.startsWith("/v1/"));
  const expected = documented.map(({ path }) => path.replace("/v1", ""));
  expect(Object.keys(paths).sort()).toEqual([...new Set(expected)].sort());
});

describe("version 0.1.0 of the emulator, like the service,", () => {
  async function endpointOf({ callOk }: Account, body: object) {
    const { id } = await callOk("POST", "/v1/endpoints", body);
    const path = `/v1/endpoints/${id}?includeWorkers=true`;
    return callOk<EndpointView>("GET", path);
  }

  interface EndpointView {
    readonly gpuCount: number;
    readonly workers: readonly {
      readonly gpu?: object;
      readonly cpuFlavorId?: string;
      readonly env: Readonly<Record<string, string>>;
    }[];
  }

  test("makes an endpoint with GPUs where CPU workers are asked for, and does not say so", async () => {
    const account = createAccount();
    const { templateId } = await createOneOfEach(account);
    const endpoint = await endpointOf(account, {
      templateId,
      computeType: "CPU",
      cpuFlavorIds: ["cpu3c"],
      vcpuCount: 4,
      workersMin: 1,
    });
    expect(endpoint).toMatchObject({
      computeType: "GPU",
      gpuCount: 1,
      cpuFlavorIds: null,
      instanceIds: [],
    });
    expect(endpoint).not.toHaveProperty("type");
    expect(endpoint.workers[0]?.gpu).toMatchObject({ count: 1 });
    expect(endpoint.workers[0]?.cpuFlavorId).toBeUndefined();
  });

  test("shows the whole environment of each worker with includeWorkers, secrets included", async () => {
    const account = createAccount();
    const { templateId, networkVolumeId } = await createOneOfEach(account);
    const body = { templateId, networkVolumeId, workersMin: 1 };
    const [worker] = (await endpointOf(account, body)).workers;
    expect(Object.keys(worker?.env ?? {})).toEqual(
      expect.arrayContaining([
        "RUNPOD_AI_API_ID",
        "RUNPOD_AI_API_KEY",
        "RUNPOD_DC_ID",
        "RUNPOD_DEBUG_LEVEL",
        "RUNPOD_ENDPOINT_ID",
        "RUNPOD_ENDPOINT_SECRET",
        "RUNPOD_GPU_SIZE",
        "RUNPOD_INIT_TIMEOUT",
        "RUNPOD_PING_INTERVAL",
        "RUNPOD_VOLUME_ID",
      ]),
    );
    expect(worker?.env["RUNPOD_VOLUME_ID"]).toBe(networkVolumeId);
    expect(Object.values(worker?.env ?? {})).not.toContain(
      account.emulator.apiKey,
    );
  });
});
