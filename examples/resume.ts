// One process submits a job and ends. Another process waits for the job:
//   # in the project of the quick start (guides/quick-start.md)
//   npx cloud-compute-emulator -- npx tsx resume.ts
import {
  createClient,
  type JobData,
  type ModelOutputs,
} from "cloud-compute-sdk";
import { spawnSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const FILE = "job.json";
const MODEL = "black-forest-labs-flux-1-schnell";
const cloud = createClient();

if (process.argv[2] === "submit") {
  const job = await cloud.model(MODEL).run({ prompt: "a lighthouse" });
  await writeFile(FILE, JSON.stringify(job));
  console.log(`process ${process.pid} submitted ${job.id} and ends`);
} else {
  const program = fileURLToPath(import.meta.url);
  spawnSync(process.execPath, [...process.execArgv, program, "submit"], {
    stdio: "inherit",
  });
  const handle = JSON.parse(await readFile(FILE, "utf8")) as JobData;
  const { id, output } = await cloud
    .job<ModelOutputs[typeof MODEL]>(handle)
    .wait();
  console.log(`process ${process.pid} has ${id}: ${output.image_url}`);
  await rm(FILE);
}
