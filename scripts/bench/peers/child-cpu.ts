import { pathToFileURL } from "node:url";
import { answerTo, KEY, type CallFile } from "./answers.js";
import { argumentOf } from "./argument.js";
import { callFileOf } from "./contestants.js";
import { cpuOf, rotated } from "./statistics.js";

/** Each client is warmed up for so many calls at the least, and so many microseconds of CPU. */
const WARM = { calls: 1500, micros: 300_000 };
/** Microseconds that a client takes in a round, about. */
const ROUND = 15_000;
/**
 * So many calls are under way at once: some clients wait on timers within a call, and a process that sleeps and wakes
 * for each pays for that.
 */
const AT_ONCE = 25;
/** Calls of the warm-up that are timed together: the last of them tell how many a round takes. */
const STEP = 8 * AT_ONCE;
/** After so many calls a client is made anew: ours would make more submits wait for the service's limit. */
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
const clients = files.map(createClient);
for (const client of clients) await warmUp(client);
const seen = clients.map(() => [] as number[]);
for (let round = 0; round < rounds; round++)
  for (const [place, client] of rotated([...clients.entries()], round))
    seen[place]?.push(await client.microsPerCall(client.count));
process.send?.(seen);

interface Client {
  /** How many calls a round takes: whole batches of those at once. */
  count: number;
  readonly microsPerCall: (calls: number) => Promise<number>;
}

function createClient({ createCall }: CallFile): Client {
  const service = { url: "http://127.0.0.1:9", key: KEY, fetch: fake };
  let [call, made] = [createCall(service), 0];
  const microsPerCall = async (calls: number) => {
    if (made + calls > MOST) [call, made] = [createCall(service), 0];
    made += calls;
    const micros = await cpuOf(async () => {
      for (let begun = 0; begun < calls; begun += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, () => call()));
    });
    return micros / calls;
  };
  return { count: MOST, microsPerCall };
}

async function warmUp(client: Client): Promise<void> {
  let [calls, spent, last] = [0, 0, 0];
  while (calls < WARM.calls || spent < WARM.micros) {
    last = await client.microsPerCall(STEP);
    calls += STEP;
    spent += last * STEP;
  }
  const batches = Math.ceil(ROUND / last / AT_ONCE);
  client.count = Math.min(MOST, batches * AT_ONCE);
}
