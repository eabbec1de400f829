import { createClient } from "../../../src/index.js";

/** Prints as JSON how many bytes a call of each kind allocates, with its `fetch` in memory. Needs `--expose-gc`. */
const ROUNDS = 15;
/** Few enough that the young generation of the heap holds all that these calls allocate. */
const CALLS = 50;

const job = { id: "job-1", status: "COMPLETED", output: { result: "x" } };
const text = JSON.stringify({ ...job, data: { pods: [job] } });
const headers = {
  "content-type": "application/json",
  "content-length": String(text.length),
};
const fetch = () => Promise.resolve(new Response(text, { headers }));

const cloud = createClient({
  apiKey: "allocations-key-0123456789",
  baseUrl: "https://service.invalid/v1",
  publicBaseUrl: "https://service.invalid",
  graphqlUrl: "https://service.invalid/graphql",
  fetch,
});
const model = cloud.model("flux-dev");
const pod = { name: "bench", imageName: "ubuntu:24.04" };
const input = { prompt: "a lighthouse" };
const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  bare: async (): Promise<unknown> => (await fetch()).json(),
  get: () => cloud.pods.get("p1"),
  create: () => cloud.pods.create(pod),
  submit: () => model.run(input),
  runSync: () => model.runSync(input),
  query: () => cloud.graphql.request("query { pods { id } }"),
};

const bytes: Record<string, number> = {};
for (const [name, call] of Object.entries(calls))
  bytes[name] = await measure(call);
console.log(JSON.stringify(bytes));

/** The least of several rounds: only what a call allocates is in all of them. */
async function measure(call: () => Promise<unknown>): Promise<number> {
  for (let count = 0; count < 2 * CALLS; count++) await call();
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < CALLS; count++) await call();
    const after = process.memoryUsage().heapUsed;
    least = Math.min(least, (after - before) / CALLS);
  }
  return Math.round(least);
}
