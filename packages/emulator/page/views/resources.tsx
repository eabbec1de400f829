import type { AccountView } from "../server/page-view.js";
import type { ResourcesView } from "../server/resources-view.js";
import { sendRequest } from "../calls.js";
import type { LiveState } from "../live.js";
import { ActionButton, ConfirmButton } from "../parts/buttons.js";
import { Cells, TableHead, type Column } from "../parts/table.js";
import { hrefOf } from "../route.js";
import { formatCount, formatMoment, formatUsd } from "../text/format.js";
import { StatusText } from "./parts.js";

type PodView = ResourcesView["pods"]["items"][number];
type EndpointView = ResourcesView["endpoints"]["items"][number];
type WorkerView = EndpointView["workers"][number];
type VolumeView = ResourcesView["volumes"]["items"][number];
type TemplateView = ResourcesView["templates"]["items"][number];

interface NamedView {
  readonly id: string;
  readonly name: string;
}

interface Listed<Item> {
  readonly items: readonly Item[];
  readonly count: number;
}

/** What the account owns, and what it costs. */
export function ResourcesView({ state }: { readonly state: LiveState }) {
  const { resources, account } = state;
  return (
    <main class="page">
      <h2 class="hidden">Resources</h2>
      <Spend account={account} />
      <Table
        title="Pods"
        columns={POD_COLUMNS}
        listed={resources.pods}
        empty="No Pods."
      />
      <Table
        title="Endpoints and models"
        columns={ENDPOINT_COLUMNS}
        listed={resources.endpoints}
        empty="No endpoints, and no model was given a job."
      />
      <Table
        title="Network volumes"
        columns={VOLUME_COLUMNS}
        listed={resources.volumes}
        empty="No network volumes."
      />
      <Table
        title="Templates"
        columns={TEMPLATE_COLUMNS}
        listed={resources.templates}
        empty="No templates of this account."
      />
    </main>
  );
}

function Spend({ account }: { readonly account: AccountView }) {
  const { balance, isLimited, spent, spendPerHour, byKind } = account;
  const tiles: readonly (readonly [string, number, string])[] = [
    [
      "Balance",
      balance,
      isLimited ? "Pods stop when it is used up" : "nothing ends at zero",
    ],
    ["Spent", spent, "since the start"],
    ["Spend now", spendPerHour, "per hour"],
    ["Pods", byKind.pods, "per hour"],
    ["Workers", byKind.endpoints, "per hour"],
    ["Volumes", byKind.networkvolumes, "per hour"],
  ];
  return (
    <dl class="tiles" aria-label="Spend">
      {tiles.map(([name, usd, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {formatUsd(usd)} <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TableProps<Item> {
  readonly title: string;
  readonly columns: readonly Column<Item>[];
  readonly listed: Listed<Item>;
  readonly empty: string;
}

/** A card with one kind of resource. */
function Table<Item extends NamedView>({
  title,
  columns,
  listed: { items, count },
  empty,
}: TableProps<Item>) {
  return (
    <section class="card wide" aria-label={title} tabIndex={-1}>
      <div class="part-title">
        <h3>
          {title} <span class="count">{formatCount(count)}</span>
        </h3>
        {count > items.length ? (
          <span class="quiet">the newest {items.length}</span>
        ) : null}
      </div>
      {count === 0 ? (
        <p class="quiet">{empty}</p>
      ) : (
        <table>
          <TableHead columns={columns} />
          <tbody>
            {items.map((item) => (
              <tr key={item.id}>
                <Cells columns={columns} item={item} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const NAME: Column<NamedView> = ["Name", "col-name", ({ name }) => name];
const ID: Column<NamedView> = ["ID", "col-id", ({ id }) => id];

/** The column with the button that deletes an item. */
function deletion(kind: string, path: string): Column<NamedView> {
  return [
    "Actions",
    "col-actions",
    ({ id, name }) => (
      <DeleteButton what={`the ${kind} ${name}`} path={pathOf(path, id)} />
    ),
  ];
}

/** Sends a request of version 2, and says what became of the resource. */
function send(method: string, path: string, done: string, body?: object) {
  return async () => {
    await sendRequest(method, path, body);
    return done;
  };
}

/** The path of one item. */
function pathOf(path: string, id: string): string {
  return `${path}/${encodeURIComponent(id)}`;
}

const POD_COLUMNS: readonly Column<PodView>[] = [
  NAME,
  ID,
  ["State", "col-status", ({ status }) => <StatusText status={status} />],
  ["Image", "col-text", ({ image }) => image],
  ["Hardware", "col-hardware", ({ hardware }) => hardware],
  ["Data center", "col-place", ({ dataCenterId }) => dataCenterId],
  ["Created", "col-moment", ({ createdAt }) => formatMoment(createdAt)],
  ["USD/h", "col-number", ({ costPerHr }) => costPerHr.toFixed(2)],
  ["Actions", "col-actions", (pod) => <PodActions pod={pod} />],
];

function PodActions({ pod: { id, name, status } }: { readonly pod: PodView }) {
  const path = pathOf("/v2/pods", id);
  const [action, verb, done] =
    status === "RUNNING"
      ? ["stop", "Stop", "stopped"]
      : ["start", "Start", "started"];
  return (
    <>
      <ActionButton
        act={send("POST", `${path}/action`, `The Pod ${name} was ${done}.`, {
          action,
        })}
        label={`${verb} the Pod ${name}`}
      >
        {verb}
      </ActionButton>
      <DeleteButton what={`the Pod ${name}`} path={path} />
    </>
  );
}

function DeleteButton({
  what,
  path,
}: {
  readonly what: string;
  readonly path: string;
}) {
  const done = `${what.charAt(0).toUpperCase()}${what.slice(1)} was deleted.`;
  return (
    <ConfirmButton act={send("DELETE", path, done)} label={`Delete ${what}`}>
      Delete
    </ConfirmButton>
  );
}

const ENDPOINT_COLUMNS: readonly Column<EndpointView>[] = [
  NAME,
  ["ID", "col-id", ({ isOwned, id }) => (isOwned ? id : "model")],
  ["Workers", "col-workers", (endpoint) => <Workers {...endpoint} />],
  ["Queue", "col-number", ({ waiting }) => formatCount(waiting)],
  ["Done", "col-number col-done", ({ completed }) => formatCount(completed)],
  ["Failed", "col-number col-done", ({ failed }) => formatCount(failed)],
  ["Hardware", "col-hardware", ({ hardware }) => hardware],
  ["Scaling", "col-scaling", ({ scaling }) => scaling],
  [
    "Actions",
    "col-actions",
    (endpoint) => <EndpointActions endpoint={endpoint} />,
  ],
];

function EndpointActions({ endpoint }: { readonly endpoint: EndpointView }) {
  const { id, name, isOwned, waiting } = endpoint;
  const purge = send(
    "POST",
    `${pathOf("/v2", id)}/purge-queue`,
    `The queue of ${name} is empty.`,
  );
  return (
    <>
      {waiting > 0 ? (
        <ConfirmButton act={purge} label={`Purge the queue of ${name}`}>
          Purge
        </ConfirmButton>
      ) : null}
      {isOwned ? (
        <DeleteButton
          what={`the endpoint ${name}`}
          path={pathOf("/v2/serverless", id)}
        />
      ) : null}
    </>
  );
}

const WORKER_STATES: readonly WorkerView["state"][] = [
  "running",
  "idle",
  "initializing",
  "throttled",
  "unhealthy",
];

/** How many workers there are in each state; each busy one leads to its jobs. */
function Workers({ workers, port }: Pick<EndpointView, "workers" | "port">) {
  if (port !== undefined) return <>at port {port}</>;
  if (workers.length === 0) return <span class="quiet">none</span>;
  const parts = WORKER_STATES.map(
    (state) => [state, workers.filter((each) => each.state === state)] as const,
  ).filter(([, all]) => all.length > 0);
  return (
    <details class="workers">
      <summary>
        {parts.map(([state, all]) => `${all.length} ${state}`).join(", ")}
      </summary>
      <ul>
        {workers.map(({ id, state, jobIds, isExternal, problem }) => (
          <li key={id}>
            <code>{id}</code> {state}
            {isExternal ? ", over HTTP" : null}
            {problem === undefined ? null : `: ${problem}`}
            {jobIds.map((jobId) => (
              <span key={jobId}>
                {" "}
                <a href={hrefOf("jobs", jobId)}>{jobId}</a>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

const VOLUME_COLUMNS: readonly Column<VolumeView>[] = [
  NAME,
  ID,
  ["Size", "col-number", ({ size }) => `${formatCount(size)} GB`],
  ["Data center", "col-place", ({ dataCenterId }) => dataCenterId],
  ["USD/h", "col-number", ({ usdPerHour }) => usdPerHour.toFixed(4)],
  deletion("volume", "/v2/network-volumes"),
];

const TEMPLATE_COLUMNS: readonly Column<TemplateView>[] = [
  NAME,
  ID,
  ["Image", "col-text", ({ image }) => image],
  [
    "For",
    "col-place",
    ({ isServerless }) => (isServerless ? "endpoints" : "Pods"),
  ],
  deletion("template", "/v2/templates"),
];
