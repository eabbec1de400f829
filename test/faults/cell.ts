import { randomUUID } from "node:crypto";
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
import {
  ATTEMPT_TIMEOUT_MS,
  TIMEOUT_MS,
  type BrokenRead,
  type Row,
} from "./row.js";
import { startServer, type ServerRequest } from "./server.js";
import { turns, WorkClock } from "../support/work-clock.js";

/** Keys that no two attempts share. */
class RotatingKeys {
  readonly used: string[] = [];

  readonly next = (): string => {
    const key = `rpa_${randomUUID()}`;
    this.used.push(key);
    return key;
  };
}

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
  /** Submits that came before the call. */
  readonly submits: number;
  /** Whether the error shows a key or what was in the body. */
  readonly leaks: boolean;
  /** Listeners, timers and sockets that the call left behind. */
  readonly listeners: number;
  readonly timers: number;
  readonly busy: number;
}

/** Makes one kind of call under one failure, with servers of its own. */
export async function runCell(row: Row, column: Column): Promise<CellResult> {
  const clock = new WorkClock();
  const keys = new RotatingKeys();
  let [fetches, strayRequests, submits] = [0, 0, 0];
  const countStray = ({ reply }: ServerRequest) => {
    strayRequests++;
    reply(goodResponse(column));
  };
  const other = await startServer({ onRequest: countStray });
  const otherOrigin = `http://127.0.0.1:${other.port}`;
  const server = await startCellServer(row, column, otherOrigin, clock);
  const { signal } = new AbortController();
  const fetch = answerSubmits(
    column,
    () => submits++,
    watchFetch(row, clock, () => fetches++, server.afterFailure),
  );
  if (row.reused) await warmUp(server.origin);
  const ended = await clock
    .run(
      () => callWith(column, server.origin, fetch, signal, keys),
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
    submits,
    leaks:
      "error" in ended && showsSecret(ended.error, [...keys.used, BODY_SECRET]),
  };
}

function watchFetch(
  { breaks }: Row,
  clock: WorkClock,
  onFetch: () => void,
  onFailure: () => Promise<void>,
): typeof globalThis.fetch {
  return async (...request) => {
    onFetch();
    const sent = clock.fetch(() => globalThis.fetch(...request));
    const response = await sent.catch(async (error: unknown) => {
      await onFailure();
      throw error;
    });
    return breaks ? breakResponse(response, breaks) : response;
  };
}

/** Breaks off a response that has arrived, with the error that the platform's `fetch` reports for a system error. */
async function breakResponse(
  response: Response,
  { code, during }: BrokenRead,
): Promise<Response> {
  await response.arrayBuffer();
  const members = { code, errno: -1, syscall: "read" };
  const cause = Object.assign(new Error(`read ${code}`), members);
  if (during === "headers") throw new TypeError("fetch failed", { cause });
  const pieces = [new TextEncoder().encode("{")];
  const body = new ReadableStream({
    pull: (controller) => {
      const piece = pieces.pop();
      if (piece) controller.enqueue(piece);
      else controller.error(new TypeError("terminated", { cause }));
    },
  });
  return new Response(body, { status: 200 });
}

/** Answers the submit that a column makes before its call. The submit meets no failure. */
function answerSubmits(
  { submit }: Column,
  onSubmit: () => void,
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  return (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname !== submit?.path) return fetch(input, init);
    onSubmit();
    return Promise.resolve(Response.json(submit.answer));
  };
}

/** Leaves an idle connection in the pool of the platform's `fetch`. */
async function warmUp(origin: string): Promise<void> {
  await (await fetch(`${origin}/warm`)).text();
  await turns(10);
}

function callWith(
  column: Column,
  origin: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
  keys: RotatingKeys,
): Promise<unknown> {
  const cloud = createClient({
    apiKey: keys.next,
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
function showsSecret(error: unknown, secrets: readonly string[]): boolean {
  const renderings = [
    inspect(error, { depth: 20, showHidden: false }),
    JSON.stringify(error),
    String(error),
  ];
  return renderings.some((text) =>
    secrets.some((secret) => text.includes(secret)),
  );
}
