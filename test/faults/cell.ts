import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import { createClient } from "../../src/index.js";
import {
  goodResponse,
  startCellServer,
  type CellServer,
  type ServerCounts,
} from "./cell-server.js";
import { BODY_SECRET, type Column } from "./columns.js";
import { naiveCall } from "./naive.js";
import { ATTEMPT_TIMEOUT_MS, TIMEOUT_MS, type Row } from "./row.js";
import { startServer, type ServerRequest } from "./server.js";
import { turns, WorkClock } from "../support/work-clock.js";

const API_KEY = "rpa_9f3c77b1d2e84a56";

/** What was observed in one cell. */
export interface CellResult extends ServerCounts {
  /** Calls of `fetch`. */
  readonly fetches: number;
  /** Requests that reached the other origin. */
  readonly strayRequests: number;
  /** Duration of the call on its own clock, in milliseconds. */
  readonly elapsed: number;
  /** What the call rejected with, if it did. */
  readonly error?: unknown;
  /** Whether the error shows the key or what was in the body. */
  readonly leaks: boolean;
  /** Listeners, timers and sockets that the call left behind. */
  readonly listeners: number;
  readonly timers: number;
  readonly busy: number;
}

/** Which client makes the calls. */
export type ClientKind = "sdk" | "naive";

/** Makes one kind of call under one failure, with servers of its own. */
export async function runCell(
  row: Row,
  column: Column,
  client: ClientKind,
): Promise<CellResult> {
  const clock = new WorkClock();
  let [fetches, strayRequests] = [0, 0];
  const countStray = ({ reply }: ServerRequest) => {
    strayRequests++;
    reply(goodResponse(column));
  };
  const other = await startServer({ onRequest: countStray });
  const otherOrigin = `http://127.0.0.1:${other.port}`;
  const server = await startCellServer(row, column, otherOrigin, clock);
  const { signal } = new AbortController();
  const fetch = watchFetch(clock, () => fetches++, server.afterFailure);
  if (row.reused) await warmUp(server.origin);
  const ended = await clock
    .run(
      () =>
        client === "sdk"
          ? sdkCall(column, server.origin, fetch, signal)
          : naiveCall(column, server.origin, fetch),
      server.isSilent,
    )
    .then(
      () => ({}),
      (error: unknown) => ({ error }),
    );
  const elapsed = clock.now();
  const listeners = getEventListeners(signal, "abort").length;
  const timers = clock.timersLeft();
  const busy = await settledBusy(server);
  await Promise.all([server.close(), other.close()]);
  return {
    ...ended,
    ...server.counts(),
    fetches,
    strayRequests,
    elapsed,
    listeners,
    timers,
    busy,
    leaks: "error" in ended && showsSecret(ended.error),
  };
}

function watchFetch(
  clock: WorkClock,
  onFetch: () => void,
  onFailure: () => Promise<void>,
): typeof globalThis.fetch {
  return async (...request) => {
    onFetch();
    const sent = clock.fetch(() => globalThis.fetch(...request));
    return sent.catch(async (error: unknown) => {
      await onFailure();
      throw error;
    });
  };
}

/** Leaves an idle connection in the pool of the platform's `fetch`. */
async function warmUp(origin: string): Promise<void> {
  await (await fetch(`${origin}/warm`)).text();
  await turns(10);
}

function sdkCall(
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
    timeout: TIMEOUT_MS,
    attemptTimeout: ATTEMPT_TIMEOUT_MS,
    retries: 3,
    allowInsecureHttp: true,
    fetch,
  });
  return column.call(cloud, { signal });
}

/** Busy connections a moment after the call has ended: a cancelled connection needs a turn or two to close. */
async function settledBusy(server: CellServer): Promise<number> {
  for (let turn = 0; server.busy() > 0 && turn < 500; turn++) await turns(1);
  return server.busy();
}

/** Searches every rendering of the error that ends up in a log. */
function showsSecret(error: unknown): boolean {
  const renderings = [
    inspect(error, { depth: 20, showHidden: false }),
    JSON.stringify(error),
    String(error),
  ];
  return renderings.some(
    (text) => text.includes(API_KEY) || text.includes(BODY_SECRET),
  );
}
