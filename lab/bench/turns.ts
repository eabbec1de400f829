import { cpuOf, rotate } from "./statistics.js";

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

/** Creates a client, and returns the call that is measured. */
type CreateCall = () => () => Promise<unknown>;

/**
 * Measures calls in this process. The calls take turns, so that a disturbance affects all of them. Returns the
 * microseconds of CPU per call in each round, for each of the calls.
 */
export async function microsInTurns(
  calls: readonly CreateCall[],
): Promise<number[][]> {
  const clients = calls.map(createMeasured);
  for (const client of clients) await warmUp(client);
  const results = clients.map(() => [] as number[]);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, client] of rotate([...clients.entries()], round))
      results[index]?.push(await client.microsPerCall(client.callsPerRound));
  return results;
}

interface Measured {
  /** A multiple of the concurrent calls. */
  callsPerRound: number;
  readonly microsPerCall: (calls: number) => Promise<number>;
}

function createMeasured(createCall: CreateCall): Measured {
  let [call, made] = [createCall(), 0];
  const microsPerCall = async (calls: number) => {
    if (made + calls > MAX_CALLS_PER_CLIENT) [call, made] = [createCall(), 0];
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
