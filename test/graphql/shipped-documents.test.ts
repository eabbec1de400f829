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

  test("editPod changes the container of a Pod", async () => {
    const { cloud } = account;
    const { id } = await cloud.pods.create({ imageName: IMAGE });
    const { podEditJob } = await cloud.graphql.editPod({
      input: { podId: id, imageName: "example/image:2", containerDiskInGb: 60 },
    });
    expect(podEditJob).toMatchObject({ id, imageName: "example/image:2" });
    const pod = await cloud.pods.get(id);
    expect(pod).toMatchObject({
      image: "example/image:2",
      containerDiskInGb: 60,
    });
  });

  test("deploySpotPod rents a Pod that may be taken away", async () => {
    const { cloud } = account;
    const { podRentInterruptable: spot } = await cloud.graphql.deploySpotPod({
      input: { bidPerGpu: 0.3, imageName: IMAGE, gpuTypeId: GPU, gpuCount: 1 },
    });
    expect(spot).toMatchObject({ desiredStatus: "RUNNING", imageName: IMAGE });
    const pod = await cloud.pods.get(spot?.id ?? "");
    expect(pod.interruptible).toBe(true);
  });

  test("deployCpuPod rents a Pod without a GPU", async () => {
    const { cloud } = account;
    const { deployCpuPod } = await cloud.graphql.deployCpuPod({
      input: { instanceId: "cpu3c-2-4", imageName: IMAGE, name: "cpu" },
    });
    expect(deployCpuPod).toMatchObject({ cpuFlavorId: "cpu3c", vcpuCount: 2 });
    const pods = await cloud.pods.list({ computeType: "CPU" });
    expect(pods.map(({ id }) => id)).toEqual([deployCpuPod?.id]);
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
