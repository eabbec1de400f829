import { expect, test } from "vitest";
import { createClient } from "../../src/index.js";

const URLS = {
  baseUrl: "https://rest.test/v1",
  graphqlUrl: "https://graphql.test",
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

test("a GraphQL error for lack of a machine names the near GPU type", async () => {
  const message = "There are no longer any instances available";
  const { graphql } = refusedBy(200, { errors: [{ message }] });
  const input = { imageName: "a", gpuTypeId: "nvidia l40s" };
  await expect(graphql.deployPod({ input })).rejects.toThrow(
    `${message} (did you mean NVIDIA L40S?)`,
  );
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
