import { mkdir, writeFile } from "node:fs/promises";
import type * as EmulatorModule from "cloud-compute-emulator";
import type * as Sdk from "../../src/index.js";
import type { Steps } from "./steps.js";

// The demo runs the built package. The imports are dynamic, because the demo may have to build the package first.
export async function loadSdk(): Promise<typeof Sdk> {
  const { href } = new URL("../../dist/index.js", import.meta.url);
  return (await import(href)) as typeof Sdk;
}

export async function loadEmulator(): Promise<typeof EmulatorModule> {
  const { href } = new URL(
    "../../packages/emulator/dist/index.js",
    import.meta.url,
  );
  return (await import(href)) as typeof EmulatorModule;
}

/** The steps that change nothing, on the service that the environment names. */
export async function runReadOnly(steps: Steps): Promise<void> {
  console.log(
    "The four CLOUD_COMPUTE_ variables are set: read-only steps against the service they name.\n",
  );
  const { createClient } = await loadSdk();
  const cloud = createClient();
  await listGpuTypes(steps, cloud);
  await steps.run(
    "list network volumes (REST)",
    async () => `${(await cloud.networkVolumes.list()).length} volumes`,
  );
  await steps.run(
    "list Pods (REST)",
    async () => `${(await cloud.pods.list()).length} Pods`,
  );
}

/** All steps, on an emulator that ends with them. */
export async function runOnEmulator(steps: Steps): Promise<void> {
  const sdk = await loadSdk();
  const { createEmulator } = await loadEmulator();
  const emulator = createEmulator();
  try {
    const { urls } = await emulator.listen({ port: 0 });
    console.log(
      `The emulator of the whole service listens at ${urls.publicBaseUrl}.\n`,
    );
    const cloud = sdk.createClient({ apiKey: emulator.apiKey, ...urls });
    await listGpuTypes(steps, cloud);
    await updateVolume(steps, cloud);
    await runPod(steps, cloud);
    await makeImage(steps, cloud);
    await showRefusal(steps, sdk, cloud);
  } finally {
    await emulator.close();
  }
}

async function listGpuTypes(steps: Steps, cloud: Sdk.Client): Promise<void> {
  await steps.run("list GPU types (GraphQL)", async () => {
    const { gpuTypes } = await cloud.graphql.gpuTypes();
    const [first] = gpuTypes ?? [];
    steps.expect(first?.displayName, "at least one GPU type with a name");
    const price = first?.lowestPrice?.uninterruptablePrice;
    return `${gpuTypes?.length ?? 0} types; ${first?.displayName ?? ""} from ${price ?? "?"} USD an hour`;
  });
}

async function updateVolume(steps: Steps, cloud: Sdk.Client): Promise<void> {
  await steps.run(
    "create a volume and grow it, in both spellings (REST)",
    async () => {
      const { id } = await cloud.networkVolumes.create({
        name: "demo",
        size: 10,
        dataCenterId: "EU-RO-1",
      });
      const patched = await cloud.networkVolumes.update(id, { size: 20 });
      steps.expect(patched.size === 20, "20 GB after PATCH");
      const posted = await cloud.networkVolumes.update(
        id,
        { size: 30 },
        { updateMethod: "post" },
      );
      steps.expect(posted.size === 30, "30 GB after POST …/update");
      await cloud.networkVolumes.delete(id);
      return "10 → 20 GB by PATCH → 30 GB by POST …/update";
    },
  );
}

async function runPod(steps: Steps, cloud: Sdk.Client): Promise<void> {
  await steps.run("create, stop and delete a Pod (REST)", async () => {
    const { id, costPerHr } = await cloud.pods.create({
      imageName: "ubuntu:24.04",
      gpuTypeIds: ["NVIDIA L4"],
    });
    await cloud.pods.stop(id);
    const stopped = await cloud.pods.get(id);
    steps.expect(
      stopped.desiredStatus === "EXITED",
      "the status EXITED after a stop",
    );
    await cloud.pods.delete(id);
    const left = await cloud.pods.list();
    steps.expect(
      !left.some((pod) => pod.id === id),
      "no such Pod after the delete",
    );
    return `${id}, ${costPerHr} USD an hour while it ran`;
  });
}

export async function makeImage(
  steps: Steps,
  cloud: Sdk.Client,
): Promise<void> {
  await steps.run(
    "run an image job and save the picture (job API)",
    async () => {
      const job = await cloud
        .model("black-forest-labs-flux-1-schnell")
        .run({ prompt: "a lighthouse at dusk", width: 512, height: 512 });
      const { output } = await job.wait({
        onUpdate: ({ status, elapsed }) =>
          steps.showProgress(`${status} after ${Math.round(elapsed)} ms`),
      });
      steps.expect(output.image_url, "the address of a picture");
      const picture = new Uint8Array(
        await (await fetch(output.image_url)).arrayBuffer(),
      );
      steps.expect(
        String.fromCharCode(...picture.slice(1, 4)) === "PNG",
        "a PNG",
      );
      await mkdir("demo-output", { recursive: true });
      await writeFile("demo-output/lighthouse.png", picture);
      return `demo-output/lighthouse.png (${picture.length} bytes, a placeholder: the emulator runs no model), ${output.cost} USD`;
    },
  );
}

async function showRefusal(
  steps: Steps,
  sdk: typeof Sdk,
  cloud: Sdk.Client,
): Promise<void> {
  await steps.run("see the error of a bad request", async () => {
    const failure: unknown = await cloud.pods
      .create({ imageName: "ubuntu:24.04", gpuTypeIds: ["RTX 4090"] })
      .catch((error: unknown) => error);
    steps.expect(
      failure instanceof sdk.ResponseError && failure.status === 400,
      "a ResponseError with status 400",
    );
    steps.expect(
      failure instanceof sdk.ResponseError && !failure.maybeSent,
      "maybeSent to be false",
    );
    return failure instanceof Error
      ? `${failure.name}: ${failure.message}`
      : "";
  });
}
