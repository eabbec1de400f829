import { createClient } from "../../../src/index.js";
import { rentPod } from "../../../src/machines/index.js";
import "./fast-clock.js";

// Rents and releases Pods, several at once, until the process is killed.
const [concurrency = "1"] = process.argv.slice(2);
/** Each kind of failure strikes this part of the requests. */
const FAILURE_RATE = 0.08;
const cloud = createClient({ fetch: failAtRandom });

/** Fails at random: before or after the request is carried out, with a status or without a response. */
async function failAtRandom(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const kind = Math.floor(Math.random() / FAILURE_RATE);
  if (kind === 0) return Response.json({ error: "x" }, { status: 500 });
  if (kind === 1) throw new TypeError("reset before the request is read");
  const response = await fetch(input, init);
  if (kind === 2) return Response.json({ error: "x" }, { status: 502 });
  if (kind === 3) throw new TypeError("reset after the request is read");
  return response;
}

async function work(): Promise<never> {
  for (;;)
    try {
      const input = { imageName: "example/image:1", ports: ["22/tcp"] };
      const pod = await rentPod(cloud, input, {
        maxHours: 1,
        maxCost: 0.1,
        onProgress: ({ phase }) => process.send?.(phase),
      });
      await pod.release();
    } catch {
      // The service fails at random: the next rent follows.
    }
}

await Promise.all(Array.from({ length: Number(concurrency) }, work));
