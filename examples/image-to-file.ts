// Draws a picture from a prompt and saves the file, with a progress bar:
//   # in the project of the quick start (guides/quick-start.md)
//   npx cloud-compute-emulator -- npx tsx image-to-file.ts "a lighthouse"
import { createClient } from "cloud-compute-sdk";

const [prompt = "a lighthouse at dusk", file = "picture.png"] =
  process.argv.slice(2);
const cloud = createClient();

const job = await cloud
  .model("black-forest-labs-flux-1-schnell")
  .run({ prompt, width: 512, height: 512 });
await job.wait({
  onUpdate: ({ status, elapsed }) =>
    console.log(`${status.padEnd(12)} ${Math.round(elapsed)} ms`),
});

const [picture] = await job.outputs();
if (!picture) throw new Error("the model made no file");
const bytes = await cloud.download.toFile(picture, file, {
  onProgress: ({ bytes, total }) => drawBar(bytes, total ?? bytes),
});
console.log(`\n${file}: ${bytes} bytes`);

function drawBar(done: number, all: number): void {
  const filled = Math.round((done / Math.max(all, 1)) * 30);
  const bar = "█".repeat(filled).padEnd(30, "░");
  process.stdout.write(`\r${bar} ${done} of ${all} bytes`);
}
