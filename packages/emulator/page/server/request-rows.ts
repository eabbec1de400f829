import { isRecord } from "../../src/check-arguments.js";
import type { RecordedRequest } from "../../src/http/recorded-request.js";
import type { NumberedRequest } from "../../src/requests/request-log.js";
import type { RequestRow } from "./view.js";

/** A request as the list of the page shows the request. */
export function requestRow({ number, entry }: NumberedRequest): RequestRow {
  const { at, method, path, route, status, durationMs } = entry;
  const operation = graphqlOperation(entry.body, entry.query["query"]);
  const search = searchText(entry.query);
  return {
    number,
    at,
    method,
    path,
    search,
    route,
    operation,
    status,
    durationMs,
  };
}

/** The longest query that the list shows, in characters. */
const MAX_SEARCH_LENGTH = 200;

function searchText(query: RecordedRequest["query"]): string | undefined {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}=${value}`),
  );
  if (pairs.length === 0) return undefined;
  return `?${pairs.join("&")}`.slice(0, MAX_SEARCH_LENGTH);
}

/** What a GraphQL request asks for: the name of its operation, or its first field. */
function graphqlOperation(body: unknown, query: unknown): string | undefined {
  const document = isRecord(body) ? body["query"] : query;
  if (typeof document !== "string") return undefined;
  const named = /\b(?:query|mutation)\s+(\w+)/.exec(document);
  const field = /\{\s*(\w+)/.exec(document);
  return named?.[1] ?? field?.[1];
}
