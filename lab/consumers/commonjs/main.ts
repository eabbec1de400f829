import { createClient, ResponseError } from "cloud-compute-sdk";
import { watchDrift } from "cloud-compute-sdk/drift";
import { createEmulator } from "cloud-compute-emulator";
import { estimateCost } from "cloud-compute-sdk/models";

// Compiled to CommonJS, and run without the support of Node for requiring ES modules.
async function main(): Promise<void> {
  const emulator = createEmulator({ speed: 100 });
  const { urls } = await emulator.listen();
  try {
    const cloud = createClient({ apiKey: emulator.apiKey, ...urls });
    const { id } = await cloud.pods.create({ imageName: "ubuntu:24.04" });
    const { myself } = await cloud.graphql.myself();
    const model = cloud.model("black-forest-labs-flux-1-schnell");
    const job = await model.run({ prompt: "a pier" });
    const { output } = await job.wait({ interval: 10 });
    const error: unknown = await cloud.pods
      .get("none")
      .catch((e: unknown) => e);
    if (!(error instanceof ResponseError) || error.status !== 404)
      throw new Error("a Pod that is not there gave no ResponseError");
    if (!id || !myself.id || !output.image_url)
      throw new Error("a call gave no result");
    if (typeof watchDrift !== "function" || typeof estimateCost !== "function")
      throw new Error("an entry point lacks a function");
  } finally {
    await emulator.close();
  }
}

main().then(
  () => console.log("a TypeScript program in CommonJS works"),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
