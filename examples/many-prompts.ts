// Runs many prompts, three at a time. A failed prompt does not stop the others:
//   # in the project of the quick start (guides/quick-start.md)
//   npx cloud-compute-emulator -- npx tsx many-prompts.ts
import { createClient } from "cloud-compute-sdk";

const places = ["a pier", "a buoy", "a wreck", "a reason to fail", "a harbor"];
const inputs = places.map((prompt) => ({ prompt, width: 256, height: 256 }));
const handles: string[] = [];

const results = createClient()
  .model("black-forest-labs-flux-1-schnell")
  .map(inputs, {
    concurrency: 3,
    // Save each handle at once: another process can then continue with the job.
    onSubmit: (job) => handles.push(JSON.stringify(job)),
  });

let cost = 0;
for await (const { index, job, error } of results) {
  const outcome = job ? job.output.image_url : String(error);
  cost += job?.output.cost ?? 0;
  console.log(`${places[index] ?? ""}: ${outcome}`);
}
console.log(`${handles.length} jobs, ${cost.toFixed(4)} USD`);
