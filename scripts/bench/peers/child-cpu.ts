import { pathToFileURL } from "node:url";
import { answerTo, KEY, type CallFile } from "./answers.js";
import { argumentOf } from "./argument.js";
import { callFileOf } from "./contestants.js";
import { cpuOf } from "./statistics.js";

/** Microseconds of CPU that each client is warmed up for, and that it takes in a round, about. */
const WARM = 200_000;
const ROUND = 15_000;
/** Ours makes more submits wait for the service's limit. */
const MOST = 800;

const fake = (input: RequestInfo | URL): Promise<Response> => {
  const url = input instanceof Request ? input.url : String(input);
  const { text, headers } = answerTo(url);
  return Promise.resolve(new Response(text, { headers }));
};
// Not every client takes a `fetch`.
globalThis.fetch = fake;

const { names, rounds } = argumentOf() as {
  readonly names: readonly string[];
  readonly rounds: number;
};
const files = await Promise.all(
  names.map(
    async (name) =>
      (await import(pathToFileURL(callFileOf(name)).href)) as CallFile,
  ),
);
const counts: number[] = [];
for (const file of files) counts.push(await warmUp(file));
const seen = names.map(() => [] as number[]);
for (let round = 0; round < rounds; round++) {
  globalThis.gc?.();
  for (const [place, file] of files.entries())
    seen[place]?.push(await microsPerCall(file, counts[place] ?? 1));
}
process.send?.(seen);

/** Returns how many calls a round takes. */
async function warmUp(file: CallFile): Promise<number> {
  let [spent, last] = [0, 0];
  while (spent < WARM) {
    last = await microsPerCall(file, 100);
    spent += last * 100;
  }
  return Math.min(MOST, Math.ceil(ROUND / last));
}

/** Each time of a new client, which is not counted. */
async function microsPerCall(
  { createCall }: CallFile,
  calls: number,
): Promise<number> {
  const call = createCall({ url: "http://127.0.0.1:9", key: KEY, fetch: fake });
  const micros = await cpuOf(async () => {
    for (let made = 0; made < calls; made++) await call();
  });
  return micros / calls;
}
