import { execFileSync } from "node:child_process";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type * as Sdk from "../src/index.js";
import type * as EmulatorModule from "../src/emulator/index.js";
import { createStory, type Story } from "./demo/story.js";

/** The product in ten seconds: against the emulator, or read-only against a service that the environment names. */
if (await isStale()) {
  console.log("Building …");
  execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
}
const sdk = (await import(
  new URL("../dist/index.js", import.meta.url).href
)) as typeof Sdk;

const VARIABLES = ["API_KEY", "BASE_URL", "PUBLIC_BASE_URL", "GRAPHQL_URL"].map(
  (name) => `CLOUD_COMPUTE_${name}`,
);
const story = createStory();
try {
  if (VARIABLES.every((name) => process.env[name])) await tellReadOnly(story);
  else await tellOnEmulator(story);
  story.summary();
} catch (error) {
  story.fail(error);
  process.exitCode = 1;
}

async function tellReadOnly(story: Story): Promise<void> {
  console.log(
    "The four CLOUD_COMPUTE_ variables are set: read-only steps against the service they name.\n",
  );
  const cloud = sdk.createClient();
  await listGpuTypes(story, cloud);
  await story.step(
    "list network volumes (REST)",
    async () => `${(await cloud.networkVolumes.list()).length} volumes`,
  );
  await story.step(
    "list Pods (REST)",
    async () => `${(await cloud.pods.list()).length} Pods`,
  );
}

async function tellOnEmulator(story: Story): Promise<void> {
  const path = new URL("../dist/emulator.js", import.meta.url).href;
  const { createEmulator } = (await import(path)) as typeof EmulatorModule;
  const emulator = createEmulator();
  try {
    const { urls } = await emulator.listen({ port: 0 });
    console.log(
      `The emulator of the whole service listens at ${urls.publicBaseUrl}.\n`,
    );
    const cloud = sdk.createClient({ apiKey: emulator.apiKey, ...urls });
    await listGpuTypes(story, cloud);
    await growVolume(story, cloud);
    await livePod(story, cloud);
    await makeImage(story, cloud);
    await refuse(story, cloud);
  } finally {
    await emulator.close();
  }
}

async function listGpuTypes(story: Story, cloud: Sdk.Client): Promise<void> {
  await story.step("list GPU types (GraphQL)", async () => {
    const { gpuTypes } = await cloud.graphql.gpuTypes();
    const [first] = gpuTypes ?? [];
    story.expect(first?.displayName, "at least one GPU type with a name");
    const price = first?.lowestPrice?.uninterruptablePrice;
    return `${gpuTypes?.length ?? 0} types; ${first?.displayName ?? ""} from ${price ?? "?"} USD an hour`;
  });
}

async function growVolume(story: Story, cloud: Sdk.Client): Promise<void> {
  await story.step(
    "create a volume and grow it, in both spellings (REST)",
    async () => {
      const { id } = await cloud.networkVolumes.create({
        name: "demo",
        size: 10,
        dataCenterId: "EU-RO-1",
      });
      const patched = await cloud.networkVolumes.update(id, { size: 20 });
      story.expect(patched.size === 20, "20 GB after PATCH");
      const posted = await cloud.networkVolumes.update(
        id,
        { size: 30 },
        { updateMethod: "post" },
      );
      story.expect(posted.size === 30, "30 GB after POST …/update");
      await cloud.networkVolumes.delete(id);
      return "10 → 20 GB by PATCH → 30 GB by POST …/update";
    },
  );
}

async function livePod(story: Story, cloud: Sdk.Client): Promise<void> {
  await story.step("create, stop and delete a Pod (REST)", async () => {
    const { id, costPerHr } = await cloud.pods.create({
      imageName: "ubuntu:24.04",
      gpuTypeIds: ["NVIDIA L4"],
    });
    await cloud.pods.stop(id);
    const stopped = await cloud.pods.get(id);
    story.expect(
      stopped.desiredStatus === "EXITED",
      "the status EXITED after a stop",
    );
    await cloud.pods.delete(id);
    const left = await cloud.pods.list();
    story.expect(
      !left.some((pod) => pod.id === id),
      "no such Pod after the delete",
    );
    return `${id}, ${costPerHr ?? "?"} USD an hour while it ran`;
  });
}

async function makeImage(story: Story, cloud: Sdk.Client): Promise<void> {
  await story.step(
    "run an image job and save the picture (job API)",
    async () => {
      const job = await cloud
        .model("black-forest-labs-flux-1-schnell")
        .run({ prompt: "a lighthouse at dusk", width: 512, height: 512 });
      const { output } = await job.wait({
        onUpdate: ({ status, elapsed }) =>
          story.progress(`${status ?? "?"} after ${Math.round(elapsed)} ms`),
      });
      story.expect(output.image_url, "the address of a picture");
      const picture = new Uint8Array(
        await (await fetch(output.image_url)).arrayBuffer(),
      );
      story.expect(
        String.fromCharCode(...picture.slice(1, 4)) === "PNG",
        "a PNG",
      );
      await mkdir("demo-output", { recursive: true });
      await writeFile("demo-output/lighthouse.png", picture);
      return `demo-output/lighthouse.png (${picture.length} bytes), ${output.cost} USD`;
    },
  );
}

async function refuse(story: Story, cloud: Sdk.Client): Promise<void> {
  await story.step("see what a bad request looks like", async () => {
    const failure: unknown = await cloud.networkVolumes
      .create({ name: "too large", size: 5000, dataCenterId: "EU-RO-1" })
      .catch((error: unknown) => error);
    story.expect(
      failure instanceof sdk.ResponseError && failure.status === 400,
      "a ResponseError with status 400",
    );
    story.expect(
      failure instanceof sdk.ResponseError && !failure.maybeSent,
      "maybeSent to be false",
    );
    return failure instanceof Error
      ? `${failure.name}: ${failure.message}`
      : "";
  });
}

/** Whether what is built is missing, or older than what it is built from. */
async function isStale(): Promise<boolean> {
  const built = await Promise.all(
    ["dist/index.js", "dist/emulator.js"].map(age),
  );
  const sources = await Promise.all(
    ["src", "generated"].map(async (folder) => {
      const names = await readdir(folder, { recursive: true });
      return Promise.all(names.map((name) => age(join(folder, name))));
    }),
  );
  return Math.min(...built) < Math.max(...sources.flat());
}

/** When a file was last changed, in milliseconds since 1970; 0 where there is none. */
async function age(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
