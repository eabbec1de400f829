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
  [400, "This GPU and data center combination could not be placed."],
  [422, "unexpected value"],
])(
  "a GPU type that is refused with %i is answered with the near one of the known names, whatever the words: %s",
  async (status, detail) => {
    const { cloud } = answeredBy(status, { detail });
    const create = cloud.v2.pods.create({ ...POD, gpu: { id: "RTX 4090" } });
    await expect(create).rejects.toThrow(
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
  "a refusal with %i that is not about a name is answered with no name: %s",
  async (status, detail) => {
    const { cloud } = answeredBy(status, { detail });
    const create = cloud.v2.pods.create({ ...POD, gpu: { id: "RTX 4090" } });
    await expect(create).rejects.toThrow(detail);
    await expect(create).rejects.not.toThrow("did you mean");
  },
);

test("a GPU type that is newer than this package is sent on every surface", async () => {
  const body = { id: "p1", desiredStatus: "RUNNING", data: {} };
  const { cloud, sent } = answeredBy(200, body);
  const id = "NVIDIA GeForce RTX 4091";
  await cloud.pods.create({ imageName: "b", gpuTypeIds: [id] });
  await cloud.v2.pods.create({ ...POD, gpu: { id } });
  await cloud.graphql.deployPod({ input: { imageName: "b", gpuTypeId: id } });
  expect(sent.filter((text) => text.includes(id))).toHaveLength(3);
});
