import { getEventListeners } from "node:events";
import { createClient, type Client } from "../../src/index.js";
import { columns } from "./columns.js";
import { handlesBeyond } from "./matrix.js";
import { ATTEMPT, oneCall, pick, TIMEOUT } from "./storm-call.js";
import { startServer, type FaultServer, type Line } from "./server.js";
import {
  answer,
  begin,
  close,
  halfClose,
  holding,
  mislabelled,
  reset,
  silence,
  status,
  trickle,
  type Act,
} from "./wire.js";

/** Calls under way at the same time. */
const AT_ONCE = 50;

/** What is seen of a storm. */
interface Storm {
  readonly calls: number;
  /** How the calls ended: `success`, `aborted`, or the name of the error. */
  readonly ends: Readonly<Record<string, number>>;
  readonly requests: number;
  /** Calls that ended in none of the ways promised, or later than promised. */
  readonly broken: readonly string[];
  /** Listeners left on the signals, the shared one and those of single calls. */
  readonly listeners: number;
  /** Handles open beyond those of the start. */
  readonly handles: number;
  readonly unhandled: number;
  /** Warnings that the platform printed, such as of too many listeners on one signal. */
  readonly warnings: readonly string[];
}

/**
 * Calls of every kind against a server that fails at random, many of them aborted at random. A seed gives the same dice,
 * though the network decides who throws them first.
 */
export async function runStorm(calls: number, seed: number): Promise<Storm> {
  const before = process.getActiveResourcesInfo().length;
  const random = seeded(seed);
  let requests = 0;
  const server = await startServer({
    onRequest: (line) => {
      requests++;
      misbehave(line, random);
    },
  });
  const restore = shortBackOff(seeded(seed + 1));
  const heard = listenToProcess();
  const { signal } = new AbortController();
  const ends: Record<string, number> = {};
  const broken: string[] = [];
  let [listeners, left] = [0, calls];
  const work = async () => {
    // A client lets only so many submits begin within 10 seconds: each worker has its own.
    const cloud = clientOf(server);
    while (left-- > 0) {
      const call = await oneCall(cloud, signal, random);
      ends[call.ended] = (ends[call.ended] ?? 0) + 1;
      listeners += call.listeners;
      if (call.broken) broken.push(call.broken);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await server.close();
  restore();
  listeners += getEventListeners(signal, "abort").length;
  const handles = await handlesBeyond(before);
  return { calls, ends, requests, broken, listeners, handles, ...heard() };
}

/** Notes what the platform complains of, until the function it returns is called. */
function listenToProcess(): () => Pick<Storm, "unhandled" | "warnings"> {
  let unhandled = 0;
  const warnings: string[] = [];
  const note = () => unhandled++;
  const warned = ({ message }: Error) => warnings.push(message);
  process.on("unhandledRejection", note);
  process.on("warning", warned);
  return () => {
    process.off("unhandledRejection", note);
    process.off("warning", warned);
    return { unhandled, warnings };
  };
}

/** Random faults, the most frequent of them none. */
const FAULTS: readonly Act[] = [
  reset,
  close,
  halfClose,
  begin(() => "HTTP/1.1 200 O", reset),
  begin(({ body }) => answer(200, body).slice(0, -1), reset),
  begin(({ body }) => answer(200, body).slice(0, -1), close),
  begin(({ body }) => answer(200, body).slice(0, -1), silence),
  begin(() => "SSH-2.0-OpenSSH_9.7\r\n", silence),
  silence,
  trickle,
  mislabelled({ "content-encoding": "gzip" }),
  holding(200, "<p>Hello", "text/html"),
  holding(502, "<p>Bad gateway", "text/html"),
  status(429, { "retry-after": "0" }),
  status(429),
  status(500),
  status(503, { "retry-after": "0" }),
  status(503, { "retry-after": "3600" }),
  status(404),
];

function misbehave(line: Line, random: () => number): void {
  const column = columns.find(({ bare }) => line.path.startsWith(bare.path));
  const { status, body } = column?.good ?? { status: 404, body: "{}" };
  const good = answer(status, body);
  const act = random() < 0.5 ? undefined : pick(FAULTS, random);
  if (!act) line.reply(good);
  else act(line, { body, good, elsewhere: "", count: 1, since: Date.now() });
}

function clientOf({ port }: FaultServer): Client {
  const origin = `http://127.0.0.1:${port}`;
  return createClient({
    apiKey: "rpa_storm_0123456789",
    baseUrl: `${origin}/v1`,
    publicBaseUrl: origin,
    graphqlUrl: `${origin}/graphql`,
    timeout: TIMEOUT,
    attemptTimeout: ATTEMPT,
  });
}

/** Full jitter of at most a fiftieth of the usual, so that a storm takes seconds. */
function shortBackOff(random: () => number): () => void {
  const { random: usual } = Math;
  Math.random = () => random() / 50;
  return () => (Math.random = usual);
}

/** Marsaglia's xorshift: numbers from 0 up to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
