import { expect, test } from "vitest";
import {
  createAccount,
  createOneOfEach,
  IMAGE,
  V2_ENDPOINT,
  V2_POD,
} from "./support/account.js";
import { operations } from "./support/operations.js";

const INPUT = { input: { prompt: "a pier" } };

test("the job API of the emulator takes a key without Bearer, and the management API does not", async () => {
  const { emulator, call } = createAccount();
  const statusOf = async (
    path: string,
    body: object,
    authorization: string,
  ) => {
    const settings = { key: undefined, headers: { authorization } };
    return (await call("POST", path, body, settings)).status;
  };
  const { apiKey } = emulator;
  expect(await statusOf("/v2/flux-dev/run", INPUT, apiKey)).toBe(200);
  expect(await statusOf("/v2/flux-dev/run", INPUT, "wrong")).toBe(401);
  expect(await statusOf("/v1/pods", { imageName: IMAGE }, apiKey)).toBe(401);
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
    ...V2_POD,
    registry: "",
    templateId: "",
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
    { type: "SOON" },
    ["$.scaling.type: value must be one of 'QUEUE_DELAY', 'REQUEST_COUNT'"],
  ],
])(
  "a union of version 2 is explained by its discriminator: %j",
  async (scaling, errors) => {
    const { call } = createAccount();
    const answer = await call("POST", "/v2/serverless", {
      ...V2_ENDPOINT,
      scaling,
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

test("version 0.1.0 of the emulator shows the environment of each worker with includeWorkers, with secrets that are no real ones", async () => {
  const account = createAccount();
  const { templateId, networkVolumeId } = await createOneOfEach(account);
  const body = { templateId, networkVolumeId, workersMin: 1 };
  const { id } = await account.callOk("POST", "/v1/endpoints", body);
  const { workers } = await account.callOk<{
    readonly workers: readonly { readonly env: object }[];
  }>("GET", `/v1/endpoints/${id}?includeWorkers=true`);
  expect(workers[0]?.env).toMatchObject({
    RUNPOD_ENDPOINT_ID: id,
    RUNPOD_VOLUME_ID: networkVolumeId,
  });
  const { apiKey } = account.emulator;
  expect(JSON.stringify(workers)).not.toContain(apiKey);
});
