import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEmulatedClient } from "../support/emulated-client.js";

const IMAGE = "example/image:1";
const GPU = "NVIDIA GeForce RTX 3090";

describe("the shipped GraphQL documents, on the emulator", () => {
  let account: ReturnType<typeof createEmulatedClient>;
  beforeEach(() => {
    account = createEmulatedClient();
  });
  afterEach(() => account.emulator.close());

  test("gpuTypes shows the hourly price that pods.create then charges", async () => {
    const { cloud } = account;
    const { gpuTypes } = await cloud.graphql.gpuTypes({ input: { id: GPU } });
    const pod = await cloud.pods.create({
      imageName: IMAGE,
      gpuTypeIds: [GPU],
    });
    const [type] = gpuTypes ?? [];
    expect(type?.lowestPrice?.uninterruptablePrice).toBe(pod.costPerHr);
    expect(type?.securePrice).toBe(pod.costPerHr);
  });

  test("gpuAvailability shows the stock of each data center by the id that pods.create takes", async () => {
    const { cloud } = account;
    const { dataCenters } = await cloud.graphql.gpuAvailability();
    const rows = (dataCenters ?? []).flatMap((center) =>
      (center?.gpuAvailability ?? []).map((stock) => ({ center, stock })),
    );
    const found = rows.find(({ stock }) => stock?.available === true);
    expect(found).toBeDefined();
    const pod = await cloud.pods.create({
      imageName: IMAGE,
      gpuTypeIds: [found?.stock?.gpuTypeId ?? ""],
      dataCenterIds: [found?.center?.id ?? ""],
    });
    expect(pod.desiredStatus).toBe("RUNNING");
  });
});
