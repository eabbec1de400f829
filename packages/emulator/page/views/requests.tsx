import { useState } from "preact/hooks";
import type { RequestRow } from "../server/page-view.js";
import { callEmulator } from "../calls.js";
import type { LiveState } from "../live.js";
import { ActionButton } from "../parts/buttons.js";
import { Chips, matches, SearchField, SelectFilter } from "../parts/filters.js";
import { Rows, type Column } from "../parts/rows.js";
import { hrefOf } from "../route.js";
import { formatDuration, formatMoment } from "../text/format.js";
import { RequestDetailsPanel } from "./request-details.js";
import { RequestStatus } from "./parts.js";

/** The first digit of the status, or what stands in its place. */
const CLASSES = [
  ["2", "2xx"],
  ["3", "3xx"],
  ["4", "4xx"],
  ["5", "5xx"],
  ["reset", "reset"],
  ["pending", "pending"],
] as const;

const COLUMNS: readonly Column<RequestRow>[] = [
  ["Time", "col-moment", ({ at }) => formatMoment(at)],
  ["Method", "col-method", ({ method }) => method],
  ["Path", "col-path", (request) => <PathCell request={request} />],
  ["Status", "col-code", (request) => <RequestStatus request={request} />],
  [
    "Duration",
    "col-number",
    ({ durationMs }) =>
      durationMs === undefined ? "" : formatDuration(durationMs),
  ],
];

interface RequestsViewProps {
  readonly state: LiveState;
  /** 0 where no request is open. */
  readonly openNumber: number;
}

/** The last requests, the newest first. */
export function RequestsView({ state, openNumber }: RequestsViewProps) {
  const [statusClass, setStatusClass] = useState("");
  const [route, setRoute] = useState("");
  const [search, setSearch] = useState("");
  const all = state.requests.toReversed();
  const routes = [...new Set(all.map(routeOf))].sort();
  const requests = all
    .filter((each) => statusClass === "" || classOf(each) === statusClass)
    .filter((each) => route === "" || routeOf(each) === route)
    .filter((each) => search === "" || matches(search, searchTexts(each)));
  const count = (name: string) =>
    all.filter((each) => classOf(each) === name).length;
  return (
    <main class={openNumber === 0 ? "split" : "split has-details"}>
      <div class="list">
        <h2 class="hidden">Requests</h2>
        <div class="toolbar">
          <Chips
            label="Status"
            value={statusClass}
            onChange={setStatusClass}
            choices={[
              ["", "All", all.length],
              ...CLASSES.map(
                ([name, text]) => [name, text, count(name)] as const,
              ).filter(([name, , each]) => each > 0 || name === statusClass),
            ]}
          />
          <span class="fill" />
          <SelectFilter
            label="Route"
            all="All routes"
            choices={routes}
            value={route}
            onChange={setRoute}
          />
          <SearchField
            label="Search requests"
            value={search}
            onChange={setSearch}
          />
          <ActionButton act={clearRequests}>Clear</ActionButton>
        </div>
        <Rows
          label="Requests"
          noun="request"
          columns={COLUMNS}
          items={requests}
          total={all.length}
          keyOf={({ number }) => String(number)}
          hrefOf={({ number }) => hrefOf("requests", String(number))}
          isOpen={({ number }) => number === openNumber}
          empty={
            all.length === 0
              ? "No requests yet. Each request of a client appears here."
              : "No request matches the filters."
          }
        />
      </div>
      {openNumber === 0 ? null : (
        <RequestDetailsPanel
          number={openNumber}
          row={all.find(({ number }) => number === openNumber)}
        />
      )}
    </main>
  );
}

async function clearRequests(): Promise<string> {
  await callEmulator("DELETE", "/requests");
  return "The recorded requests are gone.";
}

function routeOf({ route }: RequestRow): string {
  return route ?? "no route";
}

function classOf({ status, durationMs }: RequestRow): string {
  if (status !== undefined) return String(status).charAt(0);
  return durationMs === undefined ? "pending" : "reset";
}

function searchTexts(request: RequestRow): string[] {
  const { method, path, search = "", operation = "", status = "" } = request;
  return [method, path + search, operation, String(status)];
}

function PathCell({ request }: { readonly request: RequestRow }) {
  const { number, path, search, operation } = request;
  return (
    <span title={path + (search ?? "")}>
      <a class="open" href={hrefOf("requests", String(number))}>
        {path}
      </a>
      {search === undefined || operation !== undefined ? null : (
        <span class="quiet">{search}</span>
      )}
      {operation === undefined ? null : <span class="quiet"> {operation}</span>}
    </span>
  );
}
