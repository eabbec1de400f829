import { expect, test } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { createClient, type Client } from "../../../src/index.js";
import {
  findCapacity,
  rentPod,
  sweepPods,
} from "../../../src/machines/index.js";
import { checkInput, models } from "../../../src/models/index.js";
import { createSpendGuard } from "../../../src/spend/index.js";
import { createWebhooks } from "../../../src/webhooks/index.js";

/** A call that may be unusual, and is right. */
type RightCall = readonly [what: string, call: (cloud: Client) => unknown];

/** An argument that the types of this version do not have yet. */
const newer = (argument: object) => argument as never;

const FLUX = "black-forest-labs-flux-1-schnell";
const POD = { imageName: "example/image:1" };
const VOLUME = { name: "data", dataCenterId: "EU-RO-1" } as const;
const ENDPOINT = {
  name: "a",
  image: "example/image:1",
  type: "QUEUE" as const,
  scaling: { type: "QUEUE_DELAY" as const, queueDelay: 4 },
  gpu: { pools: ["ADA_24"] },
};
const HOOK = { secret: "s".repeat(32), url: "https://example.com/hook" };
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
    "env of a template",
    (cloud) =>
      cloud.templates.create({
        name: "a",
        imageName: "b",
        env: { Webhok: "1" },
      }),
  ],
  ["an empty env", (cloud) => cloud.pods.create({ ...POD, env: {} })],
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
    "an env of GraphQL",
    (cloud) =>
      cloud.graphql.saveTemplate({
        input: { ...TEMPLATE, env: [{ key: "dockerArg", value: "a" }] },
      }),
  ],
  [
    "a template of GraphQL that leaves the command to its image",
    (cloud) => {
      const { dockerArgs: _, ...input } = TEMPLATE;
      return cloud.graphql.saveTemplate({ input });
    },
  ],
  [
    "headers of one's own",
    (cloud) => cloud.pods.list({}, { headers: { "x-timeOut": "1" } }),
  ],
  // Null and undefined.
  ["a query that is undefined", (cloud) => cloud.pods.list(undefined)],
  [
    "a known parameter that is undefined",
    (cloud) => cloud.pods.list({ desiredStatus: undefined }),
  ],
  [
    "an unknown parameter that is undefined",
    (cloud) => cloud.pods.list(newer({ status: undefined })),
  ],
  [
    "an unknown option that is undefined",
    (cloud) => cloud.pods.list({}, newer({ timeOut: undefined })),
  ],
  [
    "an unknown member of a body that is undefined",
    (cloud) => cloud.pods.create(newer({ ...POD, image: undefined })),
  ],
  [
    "an option that is undefined",
    (cloud) => cloud.pods.list({}, { timeout: undefined }),
  ],
  [
    "a client option that is undefined",
    () => createClient(newer({ apiKey: "k", retrys: undefined })),
  ],
  [
    "a webhook that is undefined",
    (cloud) => run(cloud, INPUT, { webhook: undefined }),
  ],
  [
    "a member of a policy that is undefined",
    (cloud) => run(cloud, INPUT, { policy: { ttl: undefined } }),
  ],
  [
    "an input that is undefined where it may be",
    (cloud) => run(cloud, { ...INPUT, seed: undefined }, { checkInput: true }),
  ],
  ["null in an input", (cloud) => run(cloud, { ...INPUT, seed: null })],
  ["null as a variable", (cloud) => cloud.graphql.gpuTypes({ input: null })],
  [
    "null in an input of GraphQL",
    (cloud) =>
      cloud.graphql.saveTemplate({ input: { ...TEMPLATE, ports: null } }),
  ],
  // Values that are newer than this package.
  [
    "a GPU type of tomorrow",
    (cloud) =>
      cloud.pods.create(newer({ ...POD, gpuTypeIds: ["NVIDIA X999"] })),
  ],
  [
    "a data center of tomorrow",
    (cloud) => cloud.pods.create(newer({ ...POD, dataCenterIds: ["MOON-1"] })),
  ],
  [
    "a GPU type of tomorrow as a filter",
    (cloud) => cloud.pods.list({ gpuTypeId: ["NVIDIA X999"] }),
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
  ["an input that is empty", (cloud) => run(cloud, {})],
  // The least and the most.
  [
    "a volume of 0 GB",
    (cloud) => cloud.networkVolumes.create({ ...VOLUME, size: 0 }),
  ],
  [
    "a volume of 4000 GB",
    (cloud) => cloud.networkVolumes.create({ ...VOLUME, size: 4000 }),
  ],
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
  ["retries: 0", (cloud) => cloud.pods.list({}, { retries: 0 })],
  // Documented names that are like others.
  [
    "every filter of billing",
    (cloud) =>
      cloud.billing.pods({
        startTime: "2026-01-01T00:00:00Z",
        endTime: "2026-01-02T00:00:00Z",
        bucketSize: "day",
        grouping: "gpuTypeId",
      }),
  ],
  [
    "all that Pods can include",
    (cloud) =>
      cloud.pods.list({
        includeMachine: true,
        includeNetworkVolume: true,
        includeTemplate: true,
      }),
  ],
  ["limit in version 2", async (cloud) => cloud.v2.pods.list({ limit: 10 })],
  [
    "a checked input",
    () => {
      checkInput(models[FLUX], { ...INPUT, width: 512, height: 512, seed: 1 });
    },
  ],
  [
    "a query with an alias",
    (cloud) => cloud.graphql.request("{ me: myself { key: id } }"),
  ],
  [
    "a document with variables",
    (cloud) =>
      cloud.graphql.request(
        "query ($id: String!) { podTemplate(id: $id) { name } }",
        { id: "none" },
      ),
  ],
  [
    "init of another fetch",
    (cloud) => cloud.fetch(addressOfPods(), newer({ cache: "no-store" })),
  ],
  [
    "a search for capacity",
    (cloud) => findCapacity(cloud, { minMemoryInGb: 24 }),
  ],
  [
    "a sweep that changes nothing",
    (cloud) => sweepPods(cloud, { dryRun: true }),
  ],
  [
    "a rental",
    async (cloud) => (await rentPod(cloud, POD, { maxHours: 1 })).release(),
  ],
  ["webhooks", () => createWebhooks(HOOK).sign("my-endpoint")],
  ["a spend guard", () => createSpendGuard({ limit: 1 })],
];

const { urls } = createEmulator();
const addressOfPods = () => `${urls.baseUrl}/pods`;

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
