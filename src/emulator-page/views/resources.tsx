import type { ComponentChildren } from "preact";
import type {
  AccountView,
  EndpointView,
  Listed,
  NamedView,
  PodView,
  TemplateView,
  VolumeView,
  WorkerView,
} from "../../emulator/page/view.js";
import { callEmulator, requireOk } from "../calls.js";
import type { LiveState } from "../live/live-state.js";
import { ActionButton, ConfirmButton } from "../parts/buttons.js";
import { TableHead, type Columns } from "../parts/rows.js";
import { hrefOf } from "../route.js";
import { formatCount, formatMoment, formatUsd } from "../text/format.js";
import { StatusText } from "./job-parts.js";

/** What the account owns, and what it costs. */
export function ResourcesView({ state }: { readonly state: LiveState }) {
  const { resources, account } = state;
  return (
    <main class="page">
      <h2 class="hidden">Resources</h2>
      <Spend account={account} />
      <Pods pods={resources.pods} />
      <Endpoints endpoints={resources.endpoints} />
      <Volumes volumes={resources.volumes} />
      <Templates templates={resources.templates} />
      <Named
        title="Container registry auths"
        kind="container registry auth"
        path="/registry-auths"
        listed={resources.registryAuths}
      />
      <Named
        title="Secrets"
        kind="secret"
        path="/secrets"
        listed={resources.secrets}
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

interface TableProps {
  readonly title: string;
  readonly columns: Columns;
  readonly listed: Listed<unknown>;
  readonly empty: string;
  readonly children: ComponentChildren;
}

/** A card with one kind of resource. */
function Table({ title, columns, listed, empty, children }: TableProps) {
  const { items, count } = listed;
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
          <tbody>{children}</tbody>
        </table>
      )}
    </section>
  );
}

/** Calls the control API, and says what became of the resource. */
function control(method: string, path: string, done: string) {
  return async () => {
    await callEmulator(method, path);
    return done;
  };
}

/** The path of one item in the control API. */
function pathOf(path: string, id: string): string {
  return `${path}/${encodeURIComponent(id)}`;
}

function Pods({ pods }: { readonly pods: Listed<PodView> }) {
  return (
    <Table
      title="Pods"
      listed={pods}
      empty="No Pods."
      columns={[
        ["Name", "col-name"],
        ["ID", "col-id"],
        ["State", "col-status"],
        ["Image", "col-text"],
        ["Hardware", "col-hardware"],
        ["Data center", "col-place"],
        ["Created", "col-moment"],
        ["USD/h", "col-number"],
        ["Actions", "col-actions"],
      ]}
    >
      {pods.items.map((pod) => (
        <tr key={pod.id}>
          <td class="col-name">{pod.name}</td>
          <td class="col-id">{pod.id}</td>
          <td class="col-status">
            <StatusText status={pod.status} />
          </td>
          <td class="col-text" title={pod.image}>
            {pod.image}
          </td>
          <td class="col-hardware" title={pod.hardware}>
            {pod.hardware}
          </td>
          <td class="col-place">{pod.dataCenterId}</td>
          <td class="col-moment">{formatMoment(pod.createdAt)}</td>
          <td class="col-number" data-label="USD/h">
            {pod.costPerHr.toFixed(2)}
          </td>
          <td class="col-actions">
            <PodActions pod={pod} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function PodActions({ pod: { id, name, status } }: { readonly pod: PodView }) {
  const path = pathOf("/pods", id);
  return (
    <>
      {status === "RUNNING" ? (
        <ActionButton
          act={control("POST", `${path}/stop`, `The Pod ${name} was stopped.`)}
          label={`Stop the Pod ${name}`}
        >
          Stop
        </ActionButton>
      ) : (
        <ActionButton
          act={control("POST", `${path}/start`, `The Pod ${name} was started.`)}
          label={`Start the Pod ${name}`}
        >
          Start
        </ActionButton>
      )}
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
    <ConfirmButton act={control("DELETE", path, done)} label={`Delete ${what}`}>
      Delete
    </ConfirmButton>
  );
}

function Endpoints({
  endpoints,
}: {
  readonly endpoints: Listed<EndpointView>;
}) {
  return (
    <Table
      title="Endpoints and models"
      listed={endpoints}
      empty="No endpoints, and no model was given a job."
      columns={[
        ["Name", "col-name"],
        ["ID", "col-id"],
        ["Workers", "col-workers"],
        ["Queue", "col-number"],
        ["Done", "col-number col-done"],
        ["Failed", "col-number col-done"],
        ["Hardware", "col-hardware"],
        ["Scaling", "col-scaling"],
        ["Actions", "col-actions"],
      ]}
    >
      {endpoints.items.map((endpoint) => (
        <tr key={endpoint.id}>
          <td class="col-name">{endpoint.name}</td>
          <td class="col-id">{endpoint.isOwned ? endpoint.id : "model"}</td>
          <td class="col-workers" data-label="workers">
            <Workers {...endpoint} />
          </td>
          <td class="col-number" data-label="queue">
            {formatCount(endpoint.waiting)}
          </td>
          <td class="col-number col-done">{formatCount(endpoint.completed)}</td>
          <td class="col-number col-done">{formatCount(endpoint.failed)}</td>
          <td class="col-hardware" title={endpoint.hardware}>
            {endpoint.hardware}
          </td>
          <td class="col-scaling" title={endpoint.scaling}>
            {endpoint.scaling}
          </td>
          <td class="col-actions">
            <EndpointActions endpoint={endpoint} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function EndpointActions({ endpoint }: { readonly endpoint: EndpointView }) {
  const { id, name, isOwned, waiting } = endpoint;
  const purge = async () => {
    await requireOk("POST", `/v2/${encodeURIComponent(id)}/purge-queue`);
    return `The queue of ${name} is empty.`;
  };
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
          path={pathOf("/endpoints", id)}
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

function Volumes({ volumes }: { readonly volumes: Listed<VolumeView> }) {
  return (
    <Table
      title="Network volumes"
      listed={volumes}
      empty="No network volumes."
      columns={[
        ["Name", "col-name"],
        ["ID", "col-id"],
        ["Size", "col-number"],
        ["Data center", "col-place"],
        ["USD/h", "col-number"],
        ["Actions", "col-actions"],
      ]}
    >
      {volumes.items.map(({ id, name, size, dataCenterId, usdPerHour }) => (
        <tr key={id}>
          <td class="col-name">{name}</td>
          <td class="col-id">{id}</td>
          <td class="col-number" data-label="size">
            {formatCount(size)} GB
          </td>
          <td class="col-place">{dataCenterId}</td>
          <td class="col-number" data-label="USD/h">
            {usdPerHour.toFixed(4)}
          </td>
          <td class="col-actions">
            <DeleteButton
              what={`the volume ${name}`}
              path={pathOf("/network-volumes", id)}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Templates({
  templates,
}: {
  readonly templates: Listed<TemplateView>;
}) {
  return (
    <Table
      title="Templates"
      listed={templates}
      empty="No templates of this account."
      columns={[
        ["Name", "col-name"],
        ["ID", "col-id"],
        ["Image", "col-text"],
        ["For", "col-place"],
        ["Actions", "col-actions"],
      ]}
    >
      {templates.items.map(({ id, name, image, isServerless }) => (
        <tr key={id}>
          <td class="col-name">{name}</td>
          <td class="col-id">{id}</td>
          <td class="col-text">{image}</td>
          <td class="col-place">{isServerless ? "endpoints" : "Pods"}</td>
          <td class="col-actions">
            <DeleteButton
              what={`the template ${name}`}
              path={pathOf("/templates", id)}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface NamedProps {
  readonly title: string;
  /** What one item is. */
  readonly kind: string;
  readonly path: string;
  readonly listed: Listed<NamedView>;
}

/** A card with the names of the items of one kind. Without items there is no card. */
function Named({ title, kind, path, listed }: NamedProps) {
  if (listed.count === 0) return null;
  return (
    <Table
      title={title}
      listed={listed}
      empty="None."
      columns={[
        ["Name", "col-name"],
        ["ID", "col-id"],
        ["Actions", "col-actions"],
      ]}
    >
      {listed.items.map(({ id, name }) => (
        <tr key={id}>
          <td class="col-name">{name}</td>
          <td class="col-id">{id}</td>
          <td class="col-actions">
            <DeleteButton
              what={`the ${kind} ${name}`}
              path={pathOf(path, id)}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}
