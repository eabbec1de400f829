import { responseText } from "./behaviours.js";
import type { WorkClock } from "../support/work-clock.js";
import type { Column } from "./columns.js";
import type { Row } from "./row.js";
import { closedPort, startServer, type ServerRequest } from "./server.js";

/** What the server of a cell counted. */
export interface ServerCounts {
  /** Complete requests that reached the server. */
  readonly requests: number;
  /** Connections that reached the server. */
  readonly connections: number;
  /** Requests to the address of the call, beyond the first, that might have been carried out. */
  readonly repeats: number;
  /** Whether the first request of the call came on a connection that was used before. */
  readonly reused: boolean;
}

/** The server of one cell. */
export interface CellServer {
  readonly origin: string;
  readonly counts: () => ServerCounts;
  /** Connections with a request that is still unanswered. */
  readonly busy: () => number;
  /** Whether at least `requests` requests of the call have arrived that will never get a whole response. */
  readonly isSilent: (requests: number) => boolean;
  /** Called after each failed `fetch`. Starts the server if the server was absent for the first attempt. */
  readonly afterFailure: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the server of a row; `otherOrigin` is the origin of a server that must receive nothing. */
export async function startCellServer(
  row: Row,
  column: Column,
  otherOrigin: string,
  clock: WorkClock,
): Promise<CellServer> {
  const { onRequest, tally } = handlerOf(row, column, otherOrigin, clock);
  const handlers = { onConnect: row.onConnect, onRequest };
  const isRefused = row.absent?.startsWith("refused");
  let server = isRefused ? undefined : await startServer(handlers);
  const host = row.absent === "unknown host" ? "faults.invalid" : "127.0.0.1";
  const port = server?.port ?? (await closedPort());
  return {
    origin: `http://${host}:${port}`,
    counts: () => ({
      requests: Math.max(0, tally.count),
      reused: tally.reused,
      connections: server?.connections() ?? 0,
      repeats: Math.max(0, tally.carriedOut - 1),
    }),
    busy: () => server?.busy() ?? 0,
    isSilent: (requests) => tally.silent >= requests,
    afterFailure: async () => {
      if (row.absent !== "refused once" || server) return;
      server = await startServer(handlers, port);
    },
    close: async () => server?.close(),
  };
}

/** What the server does in this row, and what it counts; the request that warms up a reused connection is not counted. */
function handlerOf(
  row: Row,
  column: Column,
  otherOrigin: string,
  clock: WorkClock,
) {
  const good = goodResponse(column);
  const body = column.good.body || '{"id":"p1"}';
  const tally = {
    count: row.reused ? -1 : 0,
    reused: false,
    carriedOut: 0,
    silent: 0,
  };
  const since = clock.date();
  const onRequest = (request: ServerRequest) => {
    const count = ++tally.count;
    if (count === 0) {
      request.reply(responseText(200, "{}"));
      return;
    }
    if (count === 1) tally.reused = request.nth > 1;
    const isCall = request.path.startsWith(column.path);
    if (isCall && !row.notCarriedOut) tally.carriedOut++;
    const reply = (text: string) => {
      if (row.notCarriedOut && text === good) tally.carriedOut++;
      request.reply(text);
    };
    const fallSilent = () => tally.silent++;
    const context = { body, good, otherOrigin, count, since, fallSilent };
    row.behaviour({ ...request, reply }, context);
  };
  return { onRequest, tally };
}

/** The right response, as text on the wire. */
export function goodResponse({ good: { status, body } }: Column): string {
  return responseText(status, body);
}
