import { openBatch } from "../../../src/batch/index.js";
import { createClient } from "../../../src/index.js";
import { createStore, type StoreSettings } from "./stores.js";

/**
 * A process of the proof: works on a batch until nothing is left. It stops itself `stops` times exactly between the claim
 * of a submit and its request, until the parent continues it.
 */
const [settings = "", urls = "", apiKey = "", stops = "0"] =
  process.argv.slice(2);
let stopsLeft = Number(stops);

const cloud = createClient({
  apiKey,
  ...(JSON.parse(urls) as Record<string, string>),
  fetch: (address, init) => {
    if (stopsLeft > 0 && init?.method === "POST" && Math.random() < 0.2) {
      stopsLeft--;
      process.stdout.write("stopped\n");
      process.kill(process.pid, "SIGSTOP");
    }
    return fetch(address, init);
  },
});
const { store, close } = createStore(JSON.parse(settings) as StoreSettings);
for (;;) {
  const batch = await openBatch(cloud, {
    name: "proof",
    model: "counted",
    store,
    onWarning: () => undefined,
  });
  const { error } = await batch.work({ concurrency: 20 });
  await batch.close();
  // As a person does who runs the command again.
  if (/Redis was restarted/.test(String(error))) continue;
  close();
  if (error instanceof Error) throw error;
  break;
}
