import { expect, test } from "vitest";
import { createClient } from "../../src/index.js";

const URLS = {
  baseUrl: "https://rest.test/v1",
  graphqlUrl: "https://graphql.test",
  surfaces: { v2: { baseUrl: "https://v2.test" } },
};

/** A client of a service that refuses every request with this response. */
function refusedBy(status: number, body: object) {
  return createClient({
    apiKey: "a-key-of-some-length",
    ...URLS,
    fetch: () => Promise.resolve(Response.json(body, { status })),
  });
}

const REFUSED_GPU = {
  error: "request body does not match the schema",
  problems: [
    "At /pods/properties/gpuTypeIds/items/enum: value must be one of 'NVIDIA A40', 'NVIDIA H100 PCIe', 'NVIDIA H100 NVL', 'NVIDIA GeForce RTX 4090'",
  ],
};

const createPod = (gpu: string) =>
  refusedBy(400, REFUSED_GPU).pods.create({
    imageName: "example/image:1",
    name: "RTX 4090",
    gpuTypeIds: ["NVIDIA A40", gpu] as never,
  });

test.each([
  ["RTX 4090", "NVIDIA GeForce RTX 4090"],
  ["nvidia_h100_pcie", "NVIDIA H100 PCIe"],
])(
  "a refused GPU type %s is answered with the near one of the names that the service lists: %s",
  async (gpu, meant) => {
    await expect(createPod(gpu)).rejects.toThrow(`(did you mean ${meant}?)`);
  },
);

test.each(["H100", "MI999", "NVIDIA GeForce RTX 4090"])(
  "a refused GPU type %s, which is near several names or none, or is right, is answered with none",
  async (gpu) => {
    const create = createPod(gpu);
    await expect(create).rejects.toThrow("value must be one of");
    await expect(create).rejects.not.toThrow("did you mean");
  },
);

test.each([
  ["v2", 400, "This GPU and data center combination could not be placed."],
  ["v2", 422, "unexpected value"],
] as const)(
  "a GPU type that %s refuses with %i is answered with the near one of the known names, whatever its words",
  async (_, status, detail) => {
    const { v2 } = refusedBy(status, { title: "Bad Request", detail });
    const body = { name: "a", image: "b", gpu: { id: "RTX 4090" } };
    await expect(v2.pods.create(body)).rejects.toThrow(
      `${detail} (did you mean NVIDIA GeForce RTX 4090?)`,
    );
  },
);

test.each([
  [402, "pay"],
  [400, "Your account balance is too low to rent a pod."],
  [403, "no access"],
  [503, "busy"],
])(
  "a refusal with %i that is not about a name gets no advice: %s",
  async (status, detail) => {
    const { v2 } = refusedBy(status, { detail });
    const create = v2.pods.create(
      { name: "a", image: "b", gpu: { id: "RTX 4090" } },
      { retries: 0 },
    );
    await expect(create).rejects.toThrow(detail);
    await expect(create).rejects.not.toThrow("did you mean");
  },
);

test("a GraphQL error for lack of a machine names the near GPU type", async () => {
  const message = "There are no longer any instances available";
  const { graphql } = refusedBy(200, { errors: [{ message }] });
  const input = { imageName: "a", gpuTypeId: "nvidia l40s" };
  await expect(graphql.deployPod({ input })).rejects.toThrow(
    `${message} (did you mean NVIDIA L40S?)`,
  );
});

test("a GPU type that is newer than this package is sent on every surface", async () => {
  const sent: unknown[] = [];
  const cloud = createClient({
    apiKey: "a-key-of-some-length",
    ...URLS,
    fetch: (_, init) => {
      sent.push(JSON.parse(init?.body as string));
      const pod = { id: "p1", desiredStatus: "RUNNING" };
      return Promise.resolve(Response.json({ ...pod, data: { pod } }));
    },
  });
  const id = "NVIDIA GeForce RTX 4091";
  await cloud.pods.create({ imageName: "b", gpuTypeIds: [id] });
  await cloud.v2.pods.create({ name: "a", image: "b", gpu: { id } });
  await cloud.graphql.deployPod({ input: { imageName: "b", gpuTypeId: id } });
  expect(JSON.stringify(sent).split(id)).toHaveLength(4);
});

test("a refused data center of a volume is answered with the near one", async () => {
  const cloud = refusedBy(500, {
    error:
      'create network volume: Data center "EURO1" not found or does not support network volumes. Available data centers: EU-CZ-1, EU-RO-1.',
  });
  const volume = { name: "a", size: 10, dataCenterId: "EURO1" as never };
  await expect(cloud.networkVolumes.create(volume)).rejects.toThrow(
    "(did you mean EU-RO-1?)",
  );
});
