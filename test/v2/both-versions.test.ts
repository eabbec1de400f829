import { describe, expect, test } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { createClient, type Client } from "../../src/index.js";

/** What the program needs of a version. */
interface Version {
  readonly create: (cloud: Client, name: string) => Promise<string>;
  /** Whether the container of a Pod runs. */
  readonly isUp: (cloud: Client, id: string) => Promise<boolean>;
  readonly names: (cloud: Client) => Promise<string[]>;
  readonly stop: (cloud: Client, id: string) => Promise<unknown>;
  readonly delete: (cloud: Client, id: string) => Promise<unknown>;
}

const oldVersion: Version = {
  create: async (cloud, name) => {
    const pod = await cloud.pods.create({
      name,
      imageName: "ubuntu:24.04",
      gpuTypeIds: ["NVIDIA L4"],
      ports: ["22/tcp"],
      volumeInGb: 20,
    });
    return pod.id;
  },
  isUp: async (cloud, id) => {
    const { desiredStatus, publicIp } = await cloud.pods.get(id);
    return desiredStatus === "RUNNING" && Boolean(publicIp);
  },
  names: async (cloud) =>
    (await cloud.pods.list()).map(({ name = "" }) => name),
  stop: (cloud, id) => cloud.pods.stop(id),
  delete: (cloud, id) => cloud.pods.delete(id),
};

const newVersion: Version = {
  create: async (cloud, name) => {
    const pod = await cloud.v2.pods.create({
      name,
      image: "ubuntu:24.04",
      gpu: { id: "NVIDIA L4", count: 1 },
      ports: ["22/tcp"],
      mounts: { persistent: { size: 20, path: "/workspace" } },
    });
    return pod.id;
  },
  isUp: async (cloud, id) => (await cloud.v2.pods.get(id)).status === "RUNNING",
  names: async (cloud) => (await cloud.v2.pods.list()).map(({ name }) => name),
  stop: (cloud, id) => cloud.v2.pods.action(id, { action: "stop" }),
  delete: (cloud, id) => cloud.v2.pods.delete(id),
};

const VERSIONS = { "0.1.0": oldVersion, "2": newVersion };

/** The program: a Pod from its start to its end. What happened is returned. */
async function runPod(
  cloud: Client,
  version: Version,
  name: string,
  pull: () => Promise<void>,
): Promise<unknown[]> {
  const id = await version.create(cloud, name);
  const events: unknown[] = [await version.isUp(cloud, id)];
  await pull();
  events.push(await version.isUp(cloud, id), await version.names(cloud));
  await version.stop(cloud, id);
  events.push(await version.isUp(cloud, id));
  await version.delete(cloud, id);
  events.push(await version.names(cloud));
  return events;
}

function setUp() {
  const emulator = createEmulator({
    clock: "manual",
    pods: { provisionMs: 0, imagePullMs: 5000 },
  });
  const { apiKey, urls, fetch } = emulator;
  const cloud = createClient({ apiKey, ...urls, fetch, retries: 0 });
  return { emulator, cloud };
}

describe("one program", () => {
  test.each(Object.entries(VERSIONS))(
    "runs on version %s over the state that both versions share",
    async (_, version) => {
      const { emulator, cloud } = setUp();
      await oldVersion.create(cloud, "of 0.1.0");
      await newVersion.create(cloud, "of 2");
      const pull = () => emulator.clock.advance(5000);
      const events = await runPod(cloud, version, "of the program", pull);
      expect(events).toEqual([
        false,
        true,
        ["of 0.1.0", "of 2", "of the program"],
        false,
        ["of 0.1.0", "of 2"],
      ]);
    },
  );

  test("starts a Pod in one version and ends it in the other", async () => {
    const { emulator, cloud } = setUp();
    const made = await oldVersion.create(cloud, "a");
    await emulator.clock.advance(5000);
    expect(await newVersion.isUp(cloud, made)).toBe(true);
    await newVersion.stop(cloud, made);
    expect(await oldVersion.isUp(cloud, made)).toBe(false);
    await cloud.graphql.resumePod({ input: { podId: made } });
    await emulator.clock.advance(5000);
    expect(await newVersion.isUp(cloud, made)).toBe(true);
    await newVersion.delete(cloud, made);
    expect(await oldVersion.names(cloud)).toEqual([]);
  });

  test("sees volumes, templates, endpoints and registries of the other version", async () => {
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
