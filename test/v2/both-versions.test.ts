import { describe, expect, test } from "vitest";
import { createEmulatedClient } from "../support/emulated-client.js";

function setUp() {
  const pods = { provisionMs: 0, imagePullMs: 5000 };
  return createEmulatedClient({ retries: 0 }, { clock: "manual", pods });
}

describe("the two versions share their state:", () => {
  test("a Pod of one is read, stopped and deleted by the other, and started by GraphQL", async () => {
    const { emulator, cloud } = setUp();
    const imageName = "ubuntu:24.04";
    const { id } = await cloud.pods.create({ imageName, ports: ["22/tcp"] });
    const statusOf = async () => (await cloud.v2.pods.get(id)).status;
    await emulator.clock.advance(5000);
    expect(await statusOf()).toBe("RUNNING");
    await cloud.v2.pods.action(id, { action: "stop" });
    expect((await cloud.pods.get(id)).desiredStatus).toBe("EXITED");
    await cloud.graphql.resumePod({ input: { podId: id } });
    await emulator.clock.advance(5000);
    expect(await statusOf()).toBe("RUNNING");
    await cloud.v2.pods.delete(id);
    expect(await cloud.pods.list()).toEqual([]);
  });

  test("each shows volumes, templates, endpoints and registries of the other", async () => {
    const { cloud } = setUp();
    const { id } = await cloud.v2.networkVolumes.create({
      name: "v",
      size: 10,
      dataCenter: "EU-RO-1",
    });
    expect(await cloud.networkVolumes.get(id)).toEqual({
      id,
      name: "v",
      size: 10,
      dataCenterId: "EU-RO-1",
    });
    const endpoint = await cloud.v2.serverless.create({
      name: "e",
      image: "ubuntu:24.04",
      type: "QUEUE",
      scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
      gpu: { pools: ["ADA_24"] },
      networkVolumes: [id],
    });
    expect(await cloud.endpoints.get(endpoint.id)).toMatchObject({
      name: "e",
      gpuTypeIds: ["NVIDIA GeForce RTX 4090"],
      networkVolumeIds: [id],
    });
    const template = await cloud.templates.create({
      name: "t",
      imageName: "ubuntu:24.04",
    });
    expect(await cloud.v2.templates.get(template.id)).toMatchObject({
      image: "ubuntu:24.04",
      mounts: { persistent: { size: 20, path: "/workspace" } },
    });
    const login = { name: "r", username: "u", password: "p" };
    const registry = await cloud.v2.registries.create(login);
    expect(await cloud.containerRegistryAuths.list()).toEqual([registry]);
  });
});
