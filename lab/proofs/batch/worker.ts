import { appendFileSync } from "node:fs";
import { createClient } from "../../../src/index.js";
import { fileStore, openBatch } from "../../../src/batch/index.js";

/**
 * A process of the proof: works on a batch until nothing is left. With `stops`, it stops itself now and then exactly
 * between the claim of a submit and its request, until the parent continues it.
 */
const [folder = "", urls = "", apiKey = "", stops = "0"] =
  process.argv.slice(2);
let stopsLeft = Number(stops);

const cloud = createClient({
  apiKey,
  ...(JSON.parse(urls) as Record<string, string>),
  fetch: async (address, init) => {
    const isSubmit = String(address).endsWith("/run");
    if (isSubmit && stopsLeft > 0 && Math.random() < 0.05) {
      stopsLeft--;
      appendFileSync(`${folder}/stopped`, `${process.pid}\n`);
      process.kill(process.pid, "SIGSTOP");
    }
    return fetch(address, init);
  },
});
const batch = await openBatch(cloud, {
  name: "proof",
  model: "counted",
  store: fileStore(folder),
  onWarning: (message) => console.error(message),
});
const end = await batch.work({ concurrency: 20 });
await batch.close();
if (end.error) console.error("work ended:", end.error);
process.exitCode = end.reason === "refused" ? 1 : 0;
