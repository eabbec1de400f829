import type { AccountState } from "../account-state.js";
import type { LogEntry } from "../resources/records.js";

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

/** A line with its id: the time, and a number among the lines of the same time. */
interface Line extends LogEntry {
  readonly id: string;
}

const DEFAULT_TAIL = 100;

/** Asks clients to reconnect after 10 milliseconds: the emulator is near. */
const RECONNECT = "retry: 10\n\n";

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
      const send = (lines: readonly Line[]) => {
        for (const line of lines) {
          if (sent.has(line.id)) continue;
          sent.add(line.id);
          if (query.source === undefined || query.source === line.source)
            controller.enqueue(encoder.encode(eventOf(line)));
        }
      };
      const linesNow = () => numberLines(read() ?? [], state.clock.now());
      const past = linesNow();
      const first = firstLines(past, query, lastEventId);
      for (const { id } of past)
        if (!first.some((each) => each.id === id)) sent.add(id);
      controller.enqueue(encoder.encode(RECONNECT));
      send(first);
      const follow = () => {
        send(linesNow());
        if (!isOpen()) end();
      };
      const end = () => {
        stop();
        controller.close();
      };
      stop = subscribe(state, follow);
      signal.addEventListener("abort", () => stop(), { once: true });
      if (!isOpen()) end();
    },
    cancel: () => stop(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-cache",
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

/** The lines that are not in the future, each with its id. */
function numberLines(entries: readonly LogEntry[], now: number): Line[] {
  const counts = new Map<number, number>();
  return entries
    .filter(({ at }) => at <= now)
    .map((entry) => {
      const count = counts.get(entry.at) ?? 0;
      counts.set(entry.at, count + 1);
      return { ...entry, id: `${new Date(entry.at).toISOString()}-${count}` };
    });
}

/** What a connection begins with: what follows the last event, or what was written since a time, or the last lines. */
function firstLines(
  lines: readonly Line[],
  { source, since, tail = DEFAULT_TAIL }: LogQuery,
  lastEventId: string,
): readonly Line[] {
  if (lastEventId !== "") {
    const index = lines.findIndex(({ id }) => id === lastEventId);
    if (index !== -1) return lines.slice(index + 1);
    // The line is no longer kept: whatever is newer follows.
    const after = Date.parse(lastEventId.replace(/-\d+$/, ""));
    return lines.filter(({ at }) => !(at <= after));
  }
  if (since !== undefined) {
    const from = Date.parse(since);
    return lines.filter(({ at }) => !(at < from));
  }
  const wanted = lines.filter(
    (line) => source === undefined || line.source === source,
  );
  return tail === 0 ? [] : wanted.slice(-tail);
}

function eventOf({ id, source, line, at }: Line): string {
  const data = { source, line, ts: new Date(at).toISOString() };
  return `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
