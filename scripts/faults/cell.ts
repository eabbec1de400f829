import { getEventListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { createClient } from "../../src/index.js";
import { BODY_SECRET, type Column } from "./columns.js";
import { naiveCall } from "./naive.js";
import { ATTEMPT, TIMEOUT, type Row } from "./row.js";
import { goodAnswer, setScene, type Scene, type Sights } from "./scene.js";
import { startServer, type Line } from "./server.js";
import type { TimerWatch } from "./timers.js";

const API_KEY = "rpa_9f3c77b1d2e84a56";

/** What was seen of one cell. */
export interface Seen extends Sights {
  /** Calls of `fetch`. */
  readonly tries: number;
  /** Requests that reached the other origin. */
  readonly strayed: number;
  readonly elapsed: number;
  /** What the call rejected with, if it did. */
  readonly error?: unknown;
  /** Whether the error shows the key or what was in the body. */
  readonly leaks: boolean;
  /** What stayed behind. */
  readonly listeners: number;
  readonly timers: number;
  readonly busy: number;
}

/** Which client is put to the test. */
export type Contestant = "ours" | "naive";

/** Plays one fault to one kind of call, with servers of its own. */
export async function playCell(
  row: Row,
  column: Column,
  contestant: Contestant,
  watch: TimerWatch,
): Promise<Seen> {
  let [tries, strayed] = [0, 0];
  const stray = ({ reply }: Line) => {
    strayed++;
    reply(goodAnswer(column));
  };
  const other = await startServer({ onRequest: stray });
  const scene = await setScene(row, column, `http://127.0.0.1:${other.port}`);
  const { signal } = new AbortController();
  const fetch = watchedFetch(() => tries++, scene.open);
  if (row.reused) await warmUp(scene.origin);
  const begun = performance.now();
  const { result, left } = watch.run(() =>
    contestant === "ours"
      ? ourCall(column, scene.origin, fetch, signal)
      : naiveCall(column, scene.origin, fetch),
  );
  const ended = await result.then(
    () => ({}),
    (error: unknown) => ({ error }),
  );
  const elapsed = performance.now() - begun;
  const listeners = getEventListeners(signal, "abort").length;
  const timers = left();
  const busy = await settledBusy(scene);
  await Promise.all([scene.close(), other.close()]);
  return {
    ...ended,
    ...{ tries, strayed, elapsed, listeners, timers, busy },
    ...scene.sights(),
    leaks: "error" in ended && showsSecret(ended.error),
  };
}

function watchedFetch(
  onTry: () => void,
  onFault: () => Promise<void>,
): typeof globalThis.fetch {
  return async (...request) => {
    onTry();
    return globalThis.fetch(...request).catch(async (fault: unknown) => {
      await onFault();
      throw fault;
    });
  };
}

/** Leaves an idle connection in the pool of the platform's `fetch`. */
async function warmUp(origin: string): Promise<void> {
  await (await fetch(`${origin}/warm`)).text();
  await pause(10);
}

function ourCall(
  column: Column,
  origin: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<unknown> {
  const cloud = createClient({
    apiKey: API_KEY,
    baseUrl: `${origin}/v1`,
    publicBaseUrl: origin,
    graphqlUrl: `${origin}/graphql`,
    timeout: TIMEOUT,
    attemptTimeout: ATTEMPT,
    retries: 3,
    allowInsecureHttp: true,
    fetch,
  });
  return column.call(cloud, { signal });
}

/** What is still busy a moment after the call has ended: a cancelled connection needs a turn or two to close. */
async function settledBusy(scene: Scene): Promise<number> {
  for (let waited = 0; scene.busy() > 0 && waited < 300; waited += 10)
    await pause(10);
  return scene.busy();
}

/** Looks through every rendering that ends up in a log. */
function showsSecret(error: unknown): boolean {
  const shown = [
    inspect(error, { depth: 20, showHidden: false }),
    JSON.stringify(error),
    String(error),
  ];
  return shown.some(
    (text) => text.includes(API_KEY) || text.includes(BODY_SECRET),
  );
}
