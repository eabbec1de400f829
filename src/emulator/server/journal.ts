import type { Events } from "./events.js";
import type { Clock } from "../time/clock.js";
import type { Route } from "./route.js";
import type { RecordedRequest } from "./request-log.js";

/** The journal's own view of an entry: what is still unknown on arrival is filled in later. */
export type JournalEntry = {
  -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name];
};

const longest = 10_000;
const redact = "[redacted]";

/** Where requests are noted, and who is told of them. */
interface Desk {
  readonly journal: JournalEntry[];
  readonly state: { readonly clock: Clock; readonly events: Events };
}

/** Notes a request on arrival. Of a long-lived emulator the journal keeps the last 10 000. */
export function note(
  { journal, state }: Desk,
  request: Request,
  route?: Route,
): JournalEntry {
  const url = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  if ("authorization" in headers) headers["authorization"] = redact;
  const entry: JournalEntry = {
    ...{
      method: request.method,
      path: url.pathname,
      query: readSearch(url.searchParams),
    },
    ...{ route, headers, body: undefined, at: state.clock.now() },
    ...{ status: undefined, ms: undefined },
  };
  journal.push(entry);
  if (journal.length > longest) journal.shift();
  arrivals.set(entry, performance.now());
  return entry;
}

/** Notes how a request was answered, undefined where it was not. */
export function noteAnswer(
  { state }: Desk,
  entry: JournalEntry,
  status: number | undefined,
): void {
  entry.status = status;
  const ms = performance.now() - (arrivals.get(entry) ?? 0);
  entry.ms = Math.round(ms * 10) / 10;
  state.events.emit({ kind: "request", entry });
}

/** By the real clock. */
const arrivals = new WeakMap<JournalEntry, number>();

function readSearch(search: URLSearchParams): RecordedRequest["query"] {
  const names = [...new Set(search.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = search.getAll(name);
      if (name === "api_key") return [name, redact];
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}
