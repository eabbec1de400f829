import { mkdir, writeFile } from "node:fs/promises";
import { createEmulator } from "cloud-compute-emulator";
import { surfaceVariables } from "../../generated/surfaces/addresses.js";
import { createClient, ResponseError, type Client } from "../../src/index.js";
import { createSteps, type Steps } from "./steps.js";

/** The steps of one further surface, in `surfaces/<name>.ts`. */
interface SurfaceScenes {
  readonly runScenes: (steps: Steps, cloud: Client) => Promise<void>;
}

/** All steps, on an emulator that ends with them. */
export async function showProduct(): Promise<void> {
  const steps = createSteps();
  const emulator = createEmulator();
  try {
    const { urls } = await emulator.listen({ port: 0 });
    console.log(
      `The emulator of the whole service listens at ${urls.publicBaseUrl}.\n`,
    );
    const cloud = createClient({ apiKey: emulator.apiKey, ...urls });
    await makeImage(steps, cloud);
    await updateVolume(steps, cloud);
    for (const name of Object.keys(surfaceVariables)) {
      const file = `./surfaces/${name}.js`;
      const { runScenes } = (await import(file)) as SurfaceScenes;
      await runScenes(steps, cloud);
    }
    await listGpuTypes(steps, cloud);
    await showRefusal(steps, cloud);
    steps.printSummary();
    console.log(`
Next:
  npm run demo -- image-to-file                     a program of examples/, on the emulator
  npx tsx packages/emulator/bin/index.ts            the emulator, with its page at http://127.0.0.1:4010`);
  } catch (error) {
    steps.printFailure(error);
    process.exitCode = 1;
  } finally {
    await emulator.close();
  }
}

async function makeImage(steps: Steps, cloud: Client): Promise<void> {
  await steps.run("run an image job and save the picture", async () => {
    const job = await cloud
      .model("black-forest-labs-flux-1-schnell")
      .run({ prompt: "a lighthouse at dusk", image_format: "png" });
    const { output } = await job.wait({
      onUpdate: ({ status, elapsed }) =>
        steps.showProgress(`${status} after ${Math.round(elapsed)} ms`),
    });
    const picture = await (await fetch(output.image_url)).arrayBuffer();
    await mkdir("demo-output", { recursive: true });
    await writeFile("demo-output/lighthouse.png", new Uint8Array(picture));
    return `demo-output/lighthouse.png, a placeholder: the emulator runs no model; ${output.cost} USD`;
  });
}

async function updateVolume(steps: Steps, cloud: Client): Promise<void> {
  await steps.run("grow a network volume, in both spellings", async () => {
    const { networkVolumes } = cloud;
    const { id } = await networkVolumes.create({
      name: "demo",
      size: 10,
      dataCenterId: "EU-RO-1",
    });
    const patched = await networkVolumes.update(id, { size: 20 });
    const options = { updateMethod: "post" } as const;
    const posted = await networkVolumes.update(id, { size: 30 }, {}, options);
    await networkVolumes.delete(id);
    return `10 → ${patched.size} GB by PATCH → ${posted.size} GB by POST …/update`;
  });
}

async function listGpuTypes(steps: Steps, cloud: Client): Promise<void> {
  await steps.run("list GPU types by GraphQL", async () => {
    const { gpuTypes } = await cloud.graphql.gpuTypes();
    const [first] = gpuTypes ?? [];
    const price = first?.lowestPrice?.uninterruptablePrice;
    return `${gpuTypes?.length ?? 0} types; ${first?.displayName ?? ""} from ${price ?? "?"} USD an hour`;
  });
}

async function showRefusal(steps: Steps, cloud: Client): Promise<void> {
  await steps.run("see the error of a bad request", async () => {
    const failure: unknown = await cloud.pods
      .create({ imageName: "ubuntu:24.04", gpuTypeIds: ["RTX 4090"] })
      .catch((error: unknown) => error);
    if (!(failure instanceof ResponseError))
      throw new Error("expected a ResponseError");
    return `${failure.name}: ${failure.message}`;
  });
}
