import { pathToFileURL } from "node:url";
import { readArgument } from "../../child.js";
import { cpuOf, rotate } from "../../statistics.js";
import { callFileOf } from "../clients.js";
import { createService, respond, urlOf, type CallFile } from "./service.js";

/** Sends microseconds of CPU per call, in many rounds, for each of the calls that the argument names. */
const ROUNDS = 15;
const WARM_UP_CALLS = 1500;
const WARM_UP_MICROS = 300_000;
/** The CPU time that a client should take in a round. */
const ROUND_MICROS = 15_000;
/** Calls run at the same time, because some clients wait for timers, and each wake-up of a process costs CPU time. */
const CONCURRENT_CALLS = 25;
/** Calls of one step of the warm-up. The CPU time of the last step decides how many calls a round makes. */
const STEP = 8 * CONCURRENT_CALLS;
/** After so many calls the client is created anew: more submits of our client would wait for the service's limit. */
const MAX_CALLS_PER_CLIENT = 800;

const service = createService((input) =>
  Promise.resolve(respond(urlOf(input))),
);
const names = readArgument() as readonly string[];
const files = await Promise.all(
  names.map(
    async (name) =>
      (await import(pathToFileURL(callFileOf(name)).href)) as CallFile,
  ),
);
const clients = files.map(createMeasured);
for (const client of clients) await warmUp(client);
const results = clients.map(() => [] as number[]);
for (let round = 0; round < ROUNDS; round++)
  for (const [index, client] of rotate([...clients.entries()], round))
    results[index]?.push(await client.microsPerCall(client.callsPerRound));
process.send?.(results);

interface Measured {
  /** A multiple of the concurrent calls. */
  callsPerRound: number;
  readonly microsPerCall: (calls: number) => Promise<number>;
}

function createMeasured({ createCall }: CallFile): Measured {
  let [call, made] = [createCall(service), 0];
  const microsPerCall = async (calls: number) => {
    if (made + calls > MAX_CALLS_PER_CLIENT)
      [call, made] = [createCall(service), 0];
    made += calls;
    const micros = await cpuOf(async () => {
      for (let begun = 0; begun < calls; begun += CONCURRENT_CALLS)
        await Promise.all(
          Array.from({ length: CONCURRENT_CALLS }, () => call()),
        );
    });
    return micros / calls;
  };
  return { callsPerRound: MAX_CALLS_PER_CLIENT, microsPerCall };
}

async function warmUp(client: Measured): Promise<void> {
  let [calls, spent, last] = [0, 0, 0];
  while (calls < WARM_UP_CALLS || spent < WARM_UP_MICROS) {
    last = await client.microsPerCall(STEP);
    calls += STEP;
    spent += last * STEP;
  }
  const batches = Math.ceil(ROUND_MICROS / last / CONCURRENT_CALLS);
  client.callsPerRound = Math.min(
    MAX_CALLS_PER_CLIENT,
    batches * CONCURRENT_CALLS,
  );
}
