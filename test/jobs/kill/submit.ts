import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { createClient } from "../../../src/index.js";

// Submits jobs, so many at once, and saves each handle at once, until the process is killed.
const [path = "", concurrency = "1"] = process.argv.slice(2);
const model = createClient().model("text-demo");
const file = openSync(path, "a");
process.on("exit", () => closeSync(file));

async function work(worker: number): Promise<never> {
  for (let count = 0; ; count++) {
    const prompt = `${path} ${worker} ${count}`;
    const job = await model.run({ prompt });
    writeSync(file, `${JSON.stringify({ prompt, job })}\n`);
    fsyncSync(file);
    process.send?.("saved");
  }
}

process.send?.("ready");
await Promise.all(
  Array.from({ length: Number(concurrency) }, (_, worker) => work(worker)),
);
