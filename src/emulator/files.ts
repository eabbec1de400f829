import { endOf, statusOf } from "./job-clock.js";
import { Refusal } from "./refusal.js";
import type { State } from "./state.js";

const weekMs = 7 * 24 * 3_600_000;

/** An output file, made when it is fetched. Needs no key; 404 where no job made it, 410 after 7 days. */
export async function serveFile(state: State, name: string): Promise<Response> {
  const [id = "", extension] = name.split(".");
  const job = state.jobs.get(id);
  const file = job && "file" in job.outcome ? job.outcome.file : undefined;
  if (
    !job ||
    file?.extension !== extension ||
    !file ||
    statusOf(job, state) !== "COMPLETED"
  ) {
    throw new Refusal(404, `there is no file "${name}"`);
  }
  if (Date.now() > endOf(job, state) + weekMs)
    throw new Refusal(410, `the file "${name}" has expired`);
  const headers = {
    "content-type": file.contentType,
    "cache-control": "private, max-age=3600",
  };
  return new Response(await file.bytes(), { headers });
}
