import { pathToFileURL } from "node:url";
import { answerTo, KEY, type CallFile } from "./answers.js";
import { argumentOf } from "./argument.js";
import { callFileOf } from "./contestants.js";
import { cpuOf } from "./statistics.js";

const CALLS = 100;
const WARM = 8;

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
const seen = names.map(() => [] as number[]);
for (let round = -WARM; round < rounds; round++) {
  globalThis.gc?.();
  for (const [place, file] of files.entries()) {
    const micros = await measure(file);
    if (round >= 0) seen[place]?.push(micros / CALLS);
  }
}
process.send?.(seen);

async function measure({ createCall }: CallFile): Promise<number> {
  // A new client each time: ours would make a thousand submits wait for the service's limit.
  const call = createCall({ url: "http://127.0.0.1:9", key: KEY, fetch: fake });
  return cpuOf(async () => {
    for (let made = 0; made < CALLS; made++) await call();
  });
}
