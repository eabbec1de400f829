import type { AccountState } from "../state/account-state.js";
import type { LogEntry } from "../state/records.js";

interface LogQuery {
  readonly source?: "container" | "system" | undefined;
  readonly tail?: number | undefined;
  readonly since?: string | undefined;
}

interface LogSource {
  /** The lines so far, oldest first; undefined where nothing writes any more and nothing is left. */
  readonly read: () => readonly LogEntry[] | undefined;
  /** Whether more lines may come. */
  readonly isOpen: () => boolean;
}

/** A line as the stream sends it. */
interface Line extends LogEntry {
  /** Tells the line from every other one of the log. */
  readonly key: string;
  /** When the line was written, which is the id of its event as well: several lines may have the same. */
  readonly ts: string;
}

const DEFAULT_TAIL = 100;

/** Asks clients to reconnect after 10 milliseconds: the emulator is near. */
const RECONNECT = "retry: 10\n\n";

const KEEP_ALIVE = ": keepalive\n\n";
const KEEP_ALIVE_MS = 15_000;

/** Streams the lines of a log as server-sent events, and ends in order when no more lines can come. */
export function streamLog(
  state: AccountState,
  { read, isOpen }: LogSource,
  query: LogQuery,
  { headers, signal }: { headers: Headers; signal: AbortSignal },
): Response {
  const lastEventId = headers.get("last-event-id") ?? "";
  const encoder = new TextEncoder();
  let stop = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const sent = new Set<string>();
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const send = (lines: readonly Line[]) => {
        for (const line of lines) {
          if (sent.has(line.key)) continue;
          sent.add(line.key);
          if (query.source === undefined || query.source === line.source)
            write(eventOf(line));
        }
      };
      const linesNow = () => timeLines(read() ?? [], state.clock.now());
      const past = linesNow();
      const first = new Set(firstLines(past, query, lastEventId));
      for (const line of past) if (!first.has(line)) sent.add(line.key);
      write(RECONNECT);
      send([...first]);
      const follow = () => {
        send(linesNow());
        if (!isOpen()) end();
      };
      const end = () => {
        stop();
        controller.close();
      };
      const unsubscribe = subscribe(state, follow);
      const stopKeepAlive = repeat(state, () => write(KEEP_ALIVE));
      stop = () => {
        unsubscribe();
        stopKeepAlive();
      };
      signal.addEventListener("abort", () => stop(), { once: true });
      if (!isOpen()) end();
    },
    cancel: () => stop(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
    },
  });
}

/** Calls `follow` after each change of the account, and after each change of the container of a Pod. */
function subscribe(state: AccountState, follow: () => void): () => void {
  const end = state.events.subscribe(({ kind }) => {
    if (kind === "change") follow();
  });
  state.podWatchers.add(follow);
  return () => {
    end();
    state.podWatchers.delete(follow);
  };
}

/** Calls `act` again and again, until the returned function is called. */
function repeat({ clock }: AccountState, act: () => void): () => void {
  const schedule = (): (() => void) =>
    clock.schedule(
      clock.now() + KEEP_ALIVE_MS,
      () => {
        act();
        cancel = schedule();
      },
      "onTime",
    );
  let cancel = schedule();
  return () => cancel();
}

/**
 * The lines that are not in the future. A line of the system has whole seconds. A line of a container has nanoseconds, so
 * that no two of them have the same time.
 */
function timeLines(entries: readonly LogEntry[], now: number): Line[] {
  const counts = new Map<string, number>();
  return entries
    .filter(({ at }) => at <= now)
    .map((entry) => {
      const { at, source } = entry;
      const place = `${source} ${at}`;
      const count = counts.get(place) ?? 0;
      counts.set(place, count + 1);
      const iso = new Date(at).toISOString();
      const nanoseconds = String(count).padStart(6, "0");
      const ts =
        source === "system"
          ? iso.replace(/\.\d+Z$/, "Z")
          : iso.replace("Z", `${nanoseconds}Z`);
      return { ...entry, ts, key: `${place} ${count}` };
    });
}

/** What a connection begins with: what follows the last event, or what was written after a second, or the last lines. */
function firstLines(
  lines: readonly Line[],
  { source, since, tail = DEFAULT_TAIL }: LogQuery,
  lastEventId: string,
): readonly Line[] {
  if (lastEventId !== "") {
    const after = sortable(lastEventId);
    return lines.filter(({ ts }) => sortable(ts) > after);
  }
  if (since !== undefined) {
    const second = Math.floor(Date.parse(since) / 1000);
    return lines.filter(({ at }) => Math.floor(at / 1000) > second);
  }
  const wanted = lines.filter(
    (line) => source === undefined || line.source === source,
  );
  return tail === 0 ? [] : wanted.slice(-tail);
}

/** A time with nine digits after the point, so that the order of the texts is that of the times. */
function sortable(time: string): string {
  const [, second = "", fraction = ""] =
    /^(.*?)(?:\.(\d+))?Z?$/.exec(time) ?? [];
  return `${second}.${fraction.padEnd(9, "0")}`;
}

function eventOf({ ts, source, line }: Line): string {
  return `id: ${ts}\ndata: ${JSON.stringify({ source, line, ts })}\n\n`;
}
