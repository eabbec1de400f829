import type { Column } from "./columns.js";
import type { Row } from "./row.js";
import { closedPort, startServer, type Line } from "./server.js";
import { answer } from "./wire.js";

/** What the server saw. */
export interface Sights {
  /** Complete requests that reached it. */
  readonly requests: number;
  /** Connections that reached it. */
  readonly connections: number;
  /** Requests to the address of the call, beyond the first, that might have been carried out. */
  readonly repeats: number;
  /** Whether the first faulty request came on a connection that was used before. */
  readonly reused: boolean;
}

/** The servers' side of a cell. */
export interface Scene {
  readonly origin: string;
  sights(): Sights;
  busy(): number;
  /** Called after each failed `fetch`: a server that was absent may come. */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Sets the scene of a row; `elsewhere` is the origin of a server that must receive nothing. */
export async function setScene(
  row: Row,
  column: Column,
  elsewhere: string,
): Promise<Scene> {
  const { behaviour, tally } = plot(row, column, elsewhere);
  const closed = row.absent?.startsWith("refused");
  let server = closed ? undefined : await startServer(behaviour);
  const host = row.absent === "unknown host" ? "faults.invalid" : "127.0.0.1";
  const port = server?.port ?? (await closedPort());
  return {
    origin: `http://${host}:${port}`,
    sights: () => ({
      requests: Math.max(0, tally.count),
      reused: tally.reused,
      connections: server?.connections() ?? 0,
      repeats: Math.max(0, tally.carriedOut - 1),
    }),
    busy: () => server?.busy() ?? 0,
    open: async () => {
      if (row.absent !== "refused once" || server) return;
      server = await startServer(behaviour, port);
    },
    close: async () => server?.close(),
  };
}

/** What the server does in this row, and what it counts; what comes before a reused connection is not counted. */
function plot(row: Row, column: Column, elsewhere: string) {
  const good = goodAnswer(column);
  const body = column.good.body || '{"id":"p1"}';
  const tally = { count: row.reused ? -1 : 0, reused: false, carriedOut: 0 };
  let since = 0;
  const onRequest = (line: Line) => {
    const count = ++tally.count;
    if (count === 0) {
      line.reply(answer(200, "{}"));
      return;
    }
    since ||= Date.now();
    if (count === 1) tally.reused = line.nth > 1;
    const isCall = line.path.startsWith(column.bare.path);
    if (isCall && !row.turnsAway) tally.carriedOut++;
    const reply = (text: string) => {
      if (row.turnsAway && text === good) tally.carriedOut++;
      line.reply(text);
    };
    row.act({ ...line, reply }, { body, good, elsewhere, count, since });
  };
  return { behaviour: { onConnect: row.onConnect, onRequest }, tally };
}

/** The right answer, as it is on the wire. */
export function goodAnswer({ good: { status, body } }: Column): string {
  return answer(status, body);
}
