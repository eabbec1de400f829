import type { RequestRow } from "../server/page-view.js";
import { callEmulator } from "../calls.js";
import type { LiveState } from "../live.js";
import { ActionButton } from "../parts/buttons.js";
import { ListView } from "../parts/list-view.js";
import type { Column } from "../parts/table.js";
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
  /** The number of the open request; empty where none is open. */
  readonly openId: string;
}

/** The last requests, the newest first. */
export function RequestsView({ state, openId }: RequestsViewProps) {
  const all = state.requests.toReversed();
  const count = (name: string) =>
    all.filter((each) => classOf(each) === name).length;
  return (
    <ListView
      view="requests"
      title="Requests"
      noun="request"
      items={all}
      total={all.length}
      idOf={idOf}
      openId={openId}
      columns={COLUMNS}
      textsOf={searchTexts}
      statusOf={classOf}
      statuses={CLASSES.map(([name, text]) => [name, text, count(name)])}
      groupOf={({ route }) => route ?? "no route"}
      groupLabels={["Route", "All routes"]}
      tools={<ActionButton act={clearRequests}>Clear</ActionButton>}
      empty="No requests yet. Each request of a client appears here."
      details={
        <RequestDetailsPanel
          id={openId}
          row={all.find((each) => idOf(each) === openId)}
        />
      }
    />
  );
}

function idOf({ number }: RequestRow): string {
  return String(number);
}

async function clearRequests(): Promise<string> {
  await callEmulator("DELETE", "/requests");
  return "The recorded requests are gone.";
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
