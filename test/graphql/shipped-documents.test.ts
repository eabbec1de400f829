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

  test("gpuTypes shows the price of the community cloud on demand", async () => {
    const { gpuTypes } = await account.cloud.graphql.gpuTypes({
      input: { id: GPU },
      price: { gpuCount: 1, secureCloud: false },
    });
    const [type] = gpuTypes ?? [];
    expect(type?.lowestPrice?.uninterruptablePrice).toBe(type?.communityPrice);
    expect(type?.communityPrice).toBeLessThan(type?.securePrice ?? 0);
  });

  test("templates lists what saveTemplate saved, and template reads one with its variables", async () => {
    const { graphql } = account.cloud;
    const { saveTemplate } = await graphql.saveTemplate({
      input: {
        name: "mine",
        imageName: IMAGE,
        dockerArgs: "",
        env: [{ key: "A", value: "1" }],
        containerDiskInGb: 10,
        volumeInGb: 0,
      },
    });
    const id = saveTemplate?.id ?? "";
    const { myself } = await graphql.templates();
    expect(myself.podTemplates).toMatchObject([
      { id, name: "mine", imageName: IMAGE },
    ]);
    const { podTemplate } = await graphql.template({ id });
    expect(podTemplate).toMatchObject({
      name: "mine",
      env: [{ key: "A", value: "1" }],
    });
    expect(await graphql.template({ id: "gone" })).toEqual({
      podTemplate: null,
    });
  });

  test("endpoints lists what saveEndpoint saved, and endpoint reads one with its template", async () => {
    const { graphql, templates } = account.cloud;
    const template = await templates.create({
      name: "worker",
      imageName: IMAGE,
      isServerless: true,
    });
    const { saveEndpoint } = await graphql.saveEndpoint({
      input: {
        name: "mine",
        templateId: template.id,
        gpuIds: "AMPERE_24",
        workersMax: 2,
      },
    });
    const id = saveEndpoint?.id ?? "";
    const { myself } = await graphql.endpoints();
    expect(myself.endpoints).toMatchObject([
      { id, name: "mine", workersMax: 2, gpuIds: "AMPERE_24" },
    ]);
    const one = await graphql.endpoint({ id });
    expect(one.myself.endpoint).toMatchObject({
      id,
      template: { name: "worker", imageName: IMAGE },
      pods: [],
    });
    const none = await graphql.endpoint({ id: "gone" });
    expect(none.myself.endpoint).toBeNull();
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
