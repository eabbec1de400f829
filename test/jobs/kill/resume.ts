import { readFileSync } from "node:fs";
import { createClient, type JobData } from "../../../src/index.js";

/** Goes on with each saved handle and tells its parent what came of it. */
interface Saved {
  readonly prompt: string;
  readonly job: JobData;
}

const [path = ""] = process.argv.slice(2);
const cloud = createClient();
const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
const results = await Promise.all(
  lines.map(async (line) => {
    const { prompt, job } = JSON.parse(line) as Saved;
    const { output } = await cloud.job<{ text: string }>(job).wait();
    return { prompt, id: job.id, text: output.text };
  }),
);
process.send?.(results);
process.disconnect();
