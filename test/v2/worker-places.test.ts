import { expect, test } from "vitest";
import { createEmulatedClient } from "../support/emulated-client.js";

const ENDPOINT = {
  name: "a",
  type: "QUEUE",
  image: "example/image:1",
  scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
  workers: { min: 1, max: 1 },
} as const;
async function setUp() {
  const { cloud, emulator } = createEmulatedClient();
  const volume = await cloud.v2.networkVolumes.create({
    name: "data",
    size: 10,
    dataCenter: "EU-NL-1",
  });
  const workersOf = async (endpointId: string) => {
    await emulator.clock.advance(60_000);
    const { workers } = await cloud.v2.serverless.listWorkers(endpointId);
    return workers;
  };
  return { cloud, volume, workersOf };
}

test.each([
  ["a GPU", { gpu: { pools: ["AMPERE_16"] } }],
  ["a CPU", { cpu: [{ id: "cpu3g", vcpuCount: 2 }] }],
])(
  "a worker with %s of an endpoint of version 2 runs in the data center of the network volume, and is throttled while no data center of the endpoint holds one",
  async (_, hardware) => {
    const { cloud, volume, workersOf } = await setUp();
    const { id } = await cloud.v2.serverless.create({
      ...ENDPOINT,
      ...hardware,
      networkVolumes: [volume.id],
      dataCenterIds: ["US-KS-2"],
    });
    expect(await workersOf(id)).toMatchObject([
      { status: "THROTTLED", dataCenterId: null },
    ]);
    await cloud.v2.serverless.update(id, { dataCenterIds: [] });
    expect(await workersOf(id)).toMatchObject([
      { status: "IDLE", dataCenterId: "EU-NL-1" },
    ]);
  },
);
