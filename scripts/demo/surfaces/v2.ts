import type * as Sdk from "../../../src/index.js";
import { loadEmulator, loadSdk, makeImage } from "../scenes.js";
import type { Steps } from "../steps.js";

/** Shows version 2 on an emulator with both versions, and at the end on an emulator that has retired 0.1.0. */
export async function runScenes(steps: Steps): Promise<void> {
  const sdk = await loadSdk();
  const { createEmulator } = await loadEmulator();
  const emulator = createEmulator();
  const retired = createEmulator({ quirks: { retired: true } });
  try {
    const { urls } = await emulator.listen({ port: 0 });
    const { v2 } = urls.surfaces;
    console.log(`The emulator serves version 2 at ${v2.baseUrl}/v2.\n`);
    const cloud = sdk.createClient({ apiKey: emulator.apiKey, ...urls });
    await listGpuTypes(steps, cloud);
    await growVolume(steps, cloud);
    const podId = await createPod(steps, cloud);
    await readLog(steps, cloud, podId);
    await endPod(steps, cloud, podId);
    await runEndpoint(steps, cloud);
    await makeImage(steps, cloud);
    await showRefusal(steps, sdk, cloud);
    const { urls: retiredUrls } = await retired.listen({ port: 0 });
    const options = { apiKey: retired.apiKey, ...retiredUrls };
    await rehearseEnd(steps, sdk, sdk.createClient(options));
  } finally {
    await emulator.close();
    await retired.close();
  }
}

async function listGpuTypes(steps: Steps, cloud: Sdk.Client): Promise<void> {
  await steps.run("list GPU types with their stock", async () => {
    const gpus = await cloud.v2.catalog.listGpuTypes({
      include: ["AVAILABILITY"],
      product: ["POD"],
    });
    const [first] = gpus;
    steps.expect(first?.availability, "a GPU type with its stock");
    return `${gpus.length} types; ${first?.name ?? ""} from ${first?.price.community ?? "?"} USD an hour, stock ${first?.availability ?? "?"}`;
  });
}

async function growVolume(steps: Steps, cloud: Sdk.Client): Promise<void> {
  await steps.run("create a volume and grow it", async () => {
    const { networkVolumes } = cloud.v2;
    const { id } = await networkVolumes.create({
      name: "demo",
      size: 10,
      dataCenter: "EU-RO-1",
    });
    const grown = await networkVolumes.update(id, { size: 20 });
    steps.expect(grown.size === 20, "20 GB after PATCH");
    await networkVolumes.delete(id);
    return "10 → 20 GB";
  });
}

async function createPod(steps: Steps, cloud: Sdk.Client): Promise<string> {
  let podId = "";
  await steps.run(
    "create a Pod in version 2, and see it in 0.1.0",
    async () => {
      const pod = await cloud.v2.pods.create({
        name: "demo",
        image: "ubuntu:24.04",
        gpu: { id: "NVIDIA L4" },
        ports: ["22/tcp"],
        mounts: { persistent: { size: 20, path: "/workspace" } },
      });
      podId = pod.id;
      const before = await cloud.pods.get(pod.id);
      steps.expect(before.volumeInGb === 20, "the same 20 GB in 0.1.0");
      return `${pod.id}: ${pod.status} in version 2, ${before.desiredStatus} in 0.1.0`;
    },
  );
  return podId;
}

async function readLog(
  steps: Steps,
  cloud: Sdk.Client,
  podId: string,
): Promise<void> {
  await steps.run("follow the log of the Pod until it stops", async () => {
    const lines: string[] = [];
    for await (const { line } of cloud.v2.pods.logs(podId)) {
      lines.push(line);
      if (lines.length === 3)
        await cloud.v2.pods.action(podId, { action: "stop" });
    }
    steps.expect(lines.at(-1) === "container stopped", "the last line");
    return lines.join(" · ");
  });
}

async function endPod(
  steps: Steps,
  cloud: Sdk.Client,
  podId: string,
): Promise<void> {
  await steps.run("terminate the Pod", async () => {
    await cloud.v2.pods.action(podId, { action: "terminate" });
    const left: string[] = [];
    for await (const { id } of cloud.v2.pods.list()) left.push(id);
    steps.expect(!left.includes(podId), "no such Pod after the end");
    return `${left.length} Pods left`;
  });
}

async function runEndpoint(steps: Steps, cloud: Sdk.Client): Promise<void> {
  await steps.run("create an endpoint and run a job on it", async () => {
    const { id, flashboot } = await cloud.v2.serverless.create({
      name: "demo",
      image: "ubuntu:24.04",
      type: "QUEUE",
      scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
      gpu: { pools: ["AMPERE_24"] },
    });
    const job = await cloud.model(id).run({ prompt: "hello" });
    await job.wait();
    const { summary } = await cloud.v2.serverless.listWorkers(id);
    steps.expect(summary.total === 1, "one worker");
    await cloud.v2.serverless.delete(id);
    return `${job.id} completed; flashboot ${flashboot}, ${summary.total} worker`;
  });
}

async function showRefusal(
  steps: Steps,
  sdk: typeof Sdk,
  cloud: Sdk.Client,
): Promise<void> {
  await steps.run("see what a body of 0.1.0 is answered with", async () => {
    const body = { imageName: "ubuntu:24.04" };
    const failure: unknown = await cloud.v2.pods
      .create(body as never)
      .catch((error: unknown) => error);
    steps.expect(
      failure instanceof sdk.ResponseError && failure.status === 422,
      "a ResponseError with status 422",
    );
    return failure instanceof sdk.ResponseError ? failure.message : "";
  });
}

async function rehearseEnd(
  steps: Steps,
  sdk: typeof Sdk,
  cloud: Sdk.Client,
): Promise<void> {
  await steps.run("rehearse the end of 0.1.0", async () => {
    const failure: unknown = await cloud.pods
      .list()
      .catch((error: unknown) => error);
    steps.expect(
      failure instanceof sdk.ResponseError && failure.status === 410,
      "a ResponseError with status 410",
    );
    await cloud.v2.pods.list();
    return failure instanceof Error ? failure.message : "";
  });
}
