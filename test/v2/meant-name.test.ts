import { expect, test } from "vitest";
import { createClient } from "../../src/index.js";

/** A client of a service that answers every request in this way. */
function answeredBy(status: number, body: object) {
  const sent: string[] = [];
  const cloud = createClient({
    apiKey: "a-key-of-some-length",
    baseUrl: "https://rest.test/v1",
    graphqlUrl: "https://graphql.test",
    surfaces: { v2: { baseUrl: "https://v2.test" } },
    retries: 0,
    fetch: (_, init) => {
      sent.push(init?.body as string);
      return Promise.resolve(Response.json(body, { status }));
    },
  });
  return { cloud, sent };
}

const POD = { name: "a", image: "b" };

test.each([
  [400, "Your account balance is too low to rent a pod."],
  [403, "no access"],
])(
  "a refusal with %i that is not about a name is answered with no name: %s",
  async (status, detail) => {
    const { cloud } = answeredBy(status, { detail });
    const create = cloud.v2.pods.create({
      ...POD,
      gpu: { id: "RTX 4090", count: 1 },
    });
    await expect(create).rejects.toThrow(detail);
    await expect(create).rejects.not.toThrow("did you mean");
  },
);

test("a Pod that finds no machine because its GPUs are not counted is told so", async () => {
  const detail = "There are no longer any instances available";
  const { cloud } = answeredBy(400, { detail });
  const create = (gpu: { id: string; count?: number }) =>
    cloud.v2.pods.create({ ...POD, gpu });
  const id = "NVIDIA L4";
  await expect(create({ id })).rejects.toThrow("(set gpu.count: ");
  await expect(create({ id, count: 1 })).rejects.not.toThrow("gpu.count");
});

test("a GPU type that is newer than this package is sent on every surface", async () => {
  const body = { id: "p1", desiredStatus: "RUNNING", data: {} };
  const { cloud, sent } = answeredBy(200, body);
  const id = "NVIDIA GeForce RTX 4091";
  await cloud.pods.create({ imageName: "b", gpuTypeIds: [id] });
  await cloud.v2.pods.create({ ...POD, gpu: { id } });
  await cloud.graphql.deployPod({ input: { imageName: "b", gpuTypeId: id } });
  expect(sent.filter((text) => text.includes(id))).toHaveLength(3);
});

test.each([
  [{ networkVolumeId: "v" }, "networkVolumes for networkVolumeId"],
  [{ gpuTypeIds: ["NVIDIA L4"] }, "gpu.pools for gpuTypeIds"],
  [{ gpu: { id: "NVIDIA L4", count: 1 } }, "gpu.pools for gpu.id"],
  [{ execution_timeout_ms: 1 }, "timeout for execution_timeout_ms"],
  [{ idleTimeout: 5 }, "workers.idleTimeout for idleTimeout"],
  [{ worker: { min: 1 } }, "workers for worker"],
  [
    { workers: { idletimeout: 5 } },
    "workers.idleTimeout for workers.idletimeout",
  ],
  [
    { dockerStartCmd: ["a"], workersMin: 1 },
    "cmd or args for dockerStartCmd, workers.min for workersMin",
  ],
])(
  "a refused member of an endpoint of version 2 is answered with a member that endpoints have: %j",
  async (body, meant) => {
    const { cloud } = answeredBy(422, { detail: "not a field" });
    const create = cloud.v2.serverless.create(body as never);
    await expect(create).rejects.toThrow(
      `not a field (did you mean ${meant}?)`,
    );
  },
);

test.each([
  { networkVolumeId: "v" },
  { mounts: { persistent: { size: 1 } }, env: { image: "a", imageName: "b" } },
])(
  "a refused template of version 2 is answered with no name where templates have no such member: %j",
  async (body) => {
    const { cloud } = answeredBy(422, { detail: "not a field" });
    const create = cloud.v2.templates.create(body as never);
    await expect(create).rejects.toThrow("not a field");
    await expect(create).rejects.not.toThrow("did you mean");
  },
);

test("a refused member of version 0.1.0 is answered with members that the resource has", async () => {
  const { cloud } = answeredBy(400, { error: "not a field" });
  const body = { networkVolumes: ["v"], workers: { min: 1 } };
  await expect(cloud.endpoints.create(body as never)).rejects.toThrow(
    "did you mean networkVolumeId or networkVolumeIds for networkVolumes, workersMin or workersMax or idleTimeout for workers?",
  );
});
