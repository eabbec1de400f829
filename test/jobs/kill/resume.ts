import { readFileSync } from "node:fs";
import { createClient, type JobData } from "../../../src/index.js";

/** One line of the file: the handle of a job, and the prompt of its input. */
interface Saved {
  readonly prompt: string;
  readonly job: JobData;
}

// Resumes each saved handle and reports the results to the parent process.
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
