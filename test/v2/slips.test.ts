import { expect, test } from "vitest";
import type { EmulatorOptions } from "cloud-compute-emulator";
import { createClient, type Client } from "../../src/index.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import { rejectionOf } from "../support/rejection.js";

/** What somebody wrote, the right name, and the call. */
type Slip = readonly [
  written: string,
  meant: string,
  call: (cloud: Client) => unknown,
];

/** An argument that the compiler refuses, as a user of plain JavaScript writes it. */
const slip = (argument: object) => argument as never;

const FLUX = "black-forest-labs-flux-1-schnell";
const POD = { imageName: "example/image:1" };
const V2_POD = { name: "a", image: "example/image:1" };
const HOOK = "https://example.com/hook";
const run = (cloud: Client, input: object, options: object = {}) =>
  cloud.model<object>(FLUX).run(input, slip(options));

/** Slips that the package names by itself: nothing is sent. `unknown-query.test.ts` has the queries. */
const NAMED_BEFORE_SENDING: readonly Slip[] = [
  [
    "surfaces.V2",
    "v2",
    () => createClient(slip({ apiKey: "k", surfaces: { V2: {} } })),
  ],
  [
    "abortSignal",
    "signal",
    (cloud) => cloud.pods.delete("p", {}, slip({ abortSignal: 1 })),
  ],
  [
    "volumeInGb: -1",
    "volumeInGb must not be negative, as -1",
    (cloud) => cloud.pods.create({ ...POD, volumeInGb: -1 }),
  ],
  [
    "executionTimeoutMs: 600",
    "600 seconds are 600000",
    (cloud) => cloud.endpoints.update("e", { executionTimeoutMs: 600 }),
  ],
  [
    "v2 timeout: 600",
    "timeout is in milliseconds, and must be 0 or at least 5000: with 600, each job would be stopped after 0.6 s",
    (cloud) => cloud.v2.serverless.create(slip({ name: "a", timeout: 600 })),
  ],
  [
    "numInferenceSteps",
    "num_inference_steps",
    (cloud) =>
      run(cloud, { prompt: "a", numInferenceSteps: 4 }, { checkInput: true }),
  ],
  [
    "TTL",
    "policy.ttl",
    (cloud) => run(cloud, { prompt: "a" }, { policy: { TTL: 10_000 } }),
  ],
  [
    "policy.executionTimeoutMs",
    "policy.executionTimeout",
    (cloud) =>
      run(cloud, { prompt: "a" }, { policy: { executionTimeoutMs: 6000 } }),
  ],
  [
    "endpointURL",
    "endpointUrl",
    (cloud) => run(cloud, { prompt: "a" }, { s3Config: { endpointURL: HOOK } }),
  ],
  [
    "a variable outside input",
    "its variables are input",
    (cloud) => cloud.graphql.stopPod(slip({ podId: "p" })),
  ],
];

/** Slips that the service names. It refuses them, and nothing that costs money comes of the request. */
const REFUSED_BY_THE_SERVICE: readonly Slip[] = [
  [
    "gpuTypeId in a body",
    "gpuTypeIds",
    (cloud) => cloud.pods.create(slip({ ...POD, gpuTypeId: "NVIDIA L4" })),
  ],
  [
    "desiredStatus: RUNING",
    "RUNNING",
    (cloud) => cloud.pods.list(slip({ desiredStatus: "RUNING" })),
  ],
  [
    "gpuTypeIds: RTX 4090",
    "did you mean NVIDIA GeForce RTX 4090?",
    (cloud) =>
      cloud.pods.create(
        slip({ ...POD, gpuTypeIds: ["NVIDIA L4", "RTX 4090"] }),
      ),
  ],
  [
    "v2 gpu.id: RTX 4090",
    "did you mean NVIDIA GeForce RTX 4090?",
    (cloud) =>
      cloud.v2.pods.create({ ...V2_POD, gpu: { id: "RTX 4090", count: 1 } }),
  ],
  [
    "v2 imageName and gpuTypeIds",
    "did you mean image for imageName, gpu.id for gpuTypeIds?",
    (cloud) =>
      cloud.v2.pods.create(
        slip({ name: "a", imageName: "b", gpuTypeIds: ["NVIDIA L4"] }),
      ),
  ],
  [
    "graphql gpuTypeId: RTX 4090",
    "did you mean NVIDIA GeForce RTX 4090?",
    (cloud) =>
      cloud.graphql.deployPod({
        input: { ...POD, name: "a", gpuCount: 1, gpuTypeId: "RTX 4090" },
      }),
  ],
  [
    "the field idd",
    '"id"',
    (cloud) => cloud.graphql.request("{ myself { idd } }"),
  ],
];

/** Calls that may be unusual, and are right. */
const RIGHT_CALLS: readonly (readonly [string, Slip[2]])[] = [
  [
    "env with a name like a member",
    (cloud) =>
      cloud.pods.create({
        ...POD,
        env: { imagename: "a", gpuTypeId: "b", timeOut: "c" },
      }),
  ],
  [
    "a template of GraphQL with null",
    (cloud) =>
      cloud.graphql.saveTemplate({
        input: {
          ...POD,
          name: "a",
          containerDiskInGb: 5,
          volumeInGb: 0,
          dockerArgs: "",
          env: [],
          ports: null,
        },
      }),
  ],
  [
    "a data center of tomorrow",
    (cloud) => cloud.pods.create(slip({ ...POD, dataCenterIds: ["MOON-1"] })),
  ],
  [
    "a new member of policy and s3Config",
    (cloud) =>
      run(
        cloud,
        { prompt: "a" },
        { policy: { region: "EU" }, s3Config: { region: "eu" } },
      ),
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
];

const setUp = (options: EmulatorOptions = { clock: "manual" }) =>
  createEmulatedClient({}, options);

async function messageOf(call: () => unknown): Promise<string> {
  const error = await rejectionOf(Promise.resolve().then(call));
  return (error as Error).message;
}

/** Matches the name, but not a longer name that contains it: the message repeats what was written. */
function asWord(name: string): RegExp {
  const text = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<!\\w)${text}(?!\\w)`);
}

test.each(NAMED_BEFORE_SENDING)(
  "the slip %s is answered with %s, and nothing is sent",
  async (_, meant, call) => {
    const { emulator, cloud } = setUp();
    const message = await messageOf(() => call(cloud));
    expect(message).toMatch(asWord(meant));
    expect(emulator.requests).toEqual([]);
  },
);

test.each(REFUSED_BY_THE_SERVICE)(
  "the slip %s, which the service refuses, is answered with %s, and the account is as before",
  async (_, meant, call) => {
    const { emulator, cloud } = setUp();
    const before = emulator.snapshot();
    const message = await messageOf(() => call(cloud));
    expect(message).toMatch(asWord(meant));
    expect(emulator.snapshot()).toEqual(before);
  },
);

test.each(RIGHT_CALLS)("%s is not refused", async (_, call) => {
  await call(setUp({ lenient: true }).cloud);
});
