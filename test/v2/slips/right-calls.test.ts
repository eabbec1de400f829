import { expect, test } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { createClient, type Client } from "../../../src/index.js";
import { checkInput, models } from "../../../src/models/index.js";

/** A call that may be unusual, and is right. */
type RightCall = readonly [what: string, call: (cloud: Client) => unknown];

/** An argument that the types of this version do not have yet. */
const newer = (argument: object) => argument as never;

const FLUX = "black-forest-labs-flux-1-schnell";
const POD = { imageName: "example/image:1" };
const ENDPOINT = {
  name: "a",
  image: "example/image:1",
  type: "QUEUE" as const,
  scaling: { type: "QUEUE_DELAY" as const, queueDelay: 4 },
  gpu: { pools: ["ADA_24"] },
};
const INPUT = { prompt: "a pier" };
const TEMPLATE = {
  name: "a",
  imageName: "b",
  containerDiskInGb: 5,
  volumeInGb: 0,
  env: [],
  dockerArgs: "",
};
const run = (cloud: Client, input: object, options: object = {}) =>
  cloud.model<object>(FLUX).run(input, newer(options));

const RIGHT_CALLS: readonly RightCall[] = [
  // Free maps take any name.
  [
    "env with a name like a member",
    (cloud) =>
      cloud.pods.create({
        ...POD,
        env: { imagename: "a", gpuTypeId: "b", timeOut: "c" },
      }),
  ],
  [
    "env of version 2",
    (cloud) =>
      cloud.v2.templates.create(
        newer({
          name: "a",
          image: "b",
          category: "NVIDIA",
          env: { imageName: "c" },
        }),
      ),
  ],
  [
    "a template of GraphQL that leaves the command to its image",
    (cloud) => {
      const { dockerArgs: _, ...input } = TEMPLATE;
      return cloud.graphql.saveTemplate({ input });
    },
  ],
  // Null and undefined.
  [
    "an unknown parameter that is undefined",
    (cloud) => cloud.pods.list(newer({ status: undefined })),
  ],
  [
    "an unknown option that is undefined",
    (cloud) => cloud.pods.list({}, newer({ timeOut: undefined })),
  ],
  ["null in an input", (cloud) => run(cloud, { ...INPUT, seed: null })],
  [
    "null in an input of GraphQL",
    (cloud) =>
      cloud.graphql.saveTemplate({ input: { ...TEMPLATE, ports: null } }),
  ],
  // Values that are newer than this package.
  [
    "a data center of tomorrow",
    (cloud) => cloud.pods.create(newer({ ...POD, dataCenterIds: ["MOON-1"] })),
  ],
  [
    "a new member of a policy",
    (cloud) => run(cloud, INPUT, { policy: { region: "EU" } }),
  ],
  [
    "a new member of s3Config",
    (cloud) => run(cloud, INPUT, { s3Config: { region: "eu" } }),
  ],
  [
    "an unknown input without checkInput",
    (cloud) => run(cloud, { ...INPUT, strength: 1 }),
  ],
  // The least and the most.
  [
    "a volume of version 2 of 10 GB",
    (cloud) =>
      cloud.v2.networkVolumes.create({
        name: "a",
        dataCenter: "EU-RO-1",
        size: 10,
      }),
  ],
  [
    "a volume of version 2 of 4096 GB",
    (cloud) =>
      cloud.v2.networkVolumes.create({
        name: "a",
        dataCenter: "EU-RO-1",
        size: 4096,
      }),
  ],
  ...[0, 5000, undefined].map((timeout): RightCall => [
    `an endpoint of version 2 whose timeout is ${timeout}`,
    async (cloud) => {
      const { id } = await cloud.v2.serverless.create(ENDPOINT);
      await cloud.v2.serverless.update(id, { timeout });
    },
  ]),
  ["the least ttl", (cloud) => run(cloud, INPUT, { policy: { ttl: 10_000 } })],
  // Documented names that are like others.
  [
    "a checked input",
    () => {
      checkInput(models[FLUX], { ...INPUT, width: 512, height: 512, seed: 1 });
    },
  ],
];

function setUp(options: object = {}) {
  const emulator = createEmulator({ lenient: true });
  const { apiKey, fetch } = emulator;
  return {
    emulator,
    cloud: createClient({ apiKey, ...emulator.urls, fetch, ...options }),
  };
}

test.each(RIGHT_CALLS)("%s is not refused", async (_, call) => {
  const { cloud } = setUp();
  await expect(
    (async () => {
      await call(cloud);
    })(),
  ).resolves.toBeUndefined();
});

test("an unknown query parameter is sent with the option unknownQuery", async () => {
  const { cloud, emulator } = setUp({ unknownQuery: "send" });
  await cloud.pods.list(newer({ newest: true }));
  expect(emulator.requests).toMatchObject([{ query: { newest: "true" } }]);
});

test("an unknown slug of one's own endpoint is sent as it is", async () => {
  const { cloud, emulator } = setUp();
  await expect(cloud.model("a1b2c3").run({})).rejects.toThrow("a1b2c3");
  expect(emulator.requests).toHaveLength(1);
});
