import type { Route } from "./faults.js";

/** A request as it came, with the key blotted out. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Undefined where no route fits. */
  readonly route: Route | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; undefined where there is none. */
  readonly body: unknown;
  /** Undefined until it is answered. */
  readonly status: number | undefined;
}

/** The journal's own view of an entry: what is still unknown on arrival is filled in later. */
export type JournalEntry = {
  -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name];
};

const longest = 10_000;
const blot = "[redacted]";

/** Notes a request on arrival. Of a long-lived emulator the journal keeps the last 10 000. */
export function note(
  journal: JournalEntry[],
  request: Request,
  route?: Route,
): JournalEntry {
  const url = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  if ("authorization" in headers) headers["authorization"] = blot;
  const entry: JournalEntry = {
    ...{
      method: request.method,
      path: url.pathname,
      query: readSearch(url.searchParams),
    },
    ...{ route, headers, body: undefined, status: undefined },
  };
  journal.push(entry);
  if (journal.length > longest) journal.shift();
  return entry;
}

function readSearch(search: URLSearchParams): RecordedRequest["query"] {
  const names = [...new Set(search.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = search.getAll(name);
      if (name === "api_key") return [name, blot];
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}
