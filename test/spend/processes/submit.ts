import { createClient } from "../../../src/index.js";
import { createSpendGuard, SpendError } from "../../../src/spend/index.js";
import { connectStore } from "./ipc-store.js";

// Submits jobs over a connection that fails at random, and waits for them, until all are done or the limit is reached.
const [jobs = "1", limit = "1", slug = ""] = process.argv.slice(2);
const CONCURRENCY = 8;
/** Each kind of failure strikes this part of the submits. */
const FAILURE_RATE = 0.05;
const TTL_MS = 3_600_000;

const spend = createSpendGuard({ limit: Number(limit), store: connectStore() });
const cloud = createClient({ spend, fetch: failAtRandom });

async function failAtRandom(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  if (init?.method !== "POST") return fetch(input, init);
  const kind = Math.floor(Math.random() / FAILURE_RATE);
  if (kind === 0) return Response.json({ error: "x" }, { status: 429 });
  if (kind === 1) return Response.json({ error: "x" }, { status: 500 });
  if (kind === 2) throw new TypeError("reset before the request is read");
  const response = await fetch(input, init);
  if (kind === 3) return Response.json({ error: "x" }, { status: 500 });
  if (kind === 4) throw new TypeError("reset after the request is read");
  return response;
}

let [left, refused] = [Number(jobs), 0];

async function work(): Promise<void> {
  while (left-- > 0)
    try {
      const prompt = left % 5 === 0 ? "a reason to fail" : "a pier";
      const input = { prompt, width: 512, height: 512 };
      const options = { policy: { ttl: TTL_MS }, retries: 0 };
      const job = await cloud.model(slug).run(input, options);
      await job.wait({ interval: 100 });
    } catch (error) {
      if (error instanceof SpendError) refused++;
    }
}

await Promise.all(Array.from({ length: CONCURRENCY }, work));
console.log(`refused ${refused}`);
process.disconnect();
