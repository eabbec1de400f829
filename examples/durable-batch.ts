// Makes 500 pictures and saves them in a folder, and continues where it was after a crash, after Ctrl-C and after kill -9.
// A submit that was being sent at a kill may have arrived or not: its item is unknown, and the program prints the command
// that decides. Needs Node 22.13:
//   # in the project of the quick start (guides/quick-start.md)
//   npx cloud-compute-emulator --speed 20
// In a second terminal, with the variables that the emulator prints: kill the process, and run it again.
//   node --import tsx durable-batch.ts
import { join } from "node:path";
import { createClient } from "cloud-compute-sdk";
import { openBatch } from "cloud-compute-sdk/batch";
import { fileLedger } from "cloud-compute-sdk/batch/sqlite";

const places = ["a pier", "a buoy", "a reef", "a harbor", "a lighthouse"];
const times = ["at dawn", "at noon", "at dusk", "at night", "in winter"];
const styles = ["oil", "ink", "chalk", "pastel"];
const views = ["north", "east", "south", "west", "above"];
const prompts = places.flatMap((place) =>
  times.flatMap((time) =>
    styles.flatMap((style) =>
      views.map((view) => `${place} ${time}, ${style}, seen from ${view}`),
    ),
  ),
);

// Beside this file, so that cron finds the same batch: another folder would start a new batch, which is paid for again.
const folder = join(import.meta.dirname, "batches");
const ledger = fileLedger(folder);
const cloud = createClient();
const batch = await openBatch(cloud, {
  name: "pictures",
  model: "black-forest-labs-flux-1-schnell",
  ledger,
  attempts: 3,
  maxCost: 5,
});
// What the batch has already is not added again.
const { added, present } = await batch.add(
  prompts.map((prompt) => ({
    key: prompt,
    input: { prompt, width: 256, height: 256, image_format: "png" as const },
  })),
);
console.log(`${added} prompts added, ${present} were there`);

const worked = new AbortController();
const printing = (async () => {
  const { signal } = worked;
  for await (const result of batch.results({ follow: true, signal })) {
    const { input, output, error } = result;
    console.log(`${input.prompt}: ${output?.image_url ?? error?.message}`);
  }
})();
const { reason, error } = await batch.work({ concurrency: 20, onExit: true });
worked.abort();
await printing.catch(() => undefined);
if (error instanceof Error) console.error(error.message);

// A second run downloads only what is missing in the folder.
const results = batch.results({ state: "completed" });
const pictures = join(import.meta.dirname, "pictures");
const saved = await cloud.download.toFolder(results, pictures, {
  name: (_, { source }) => source.key,
});
console.log(`${saved.length} pictures saved`);

const { completed, failed, unknown, cost, reserved } = await batch.progress();
console.log(
  `${reason}: ${completed} completed, ${failed} failed, ${unknown} unknown`,
);
// Jobs that run and unknown items may cost what is reserved for them.
console.log(
  `the batch has cost at least ${cost.toFixed(4)} and at most ${(cost + reserved).toFixed(4)} USD`,
);
for await (const item of batch.results({ state: "unknown" }))
  console.log(`unknown: ${item.input.prompt}, ${item.error?.message}`);
if (unknown > 0) {
  const settle = `npx cloud-compute-sdk batch settle pictures --ledger "${folder}"`;
  console.log(
    `give these items up, which never pays twice: ${settle} --as fail`,
  );
  console.log(
    `or submit them again, which may pay twice: ${settle} --as resubmit`,
  );
  console.log("then run this program again");
}
if (reason !== "done" || failed > 0) process.exitCode = 1;
await batch.close();
await ledger.close();
