import type { AccountData } from "../account-state.js";
import type { Job } from "../jobs/job.js";
import type { Pod } from "../resources/records.js";
import type { Service } from "../server/handle-request.js";
import type { RecordedRequest } from "../server/recorded-request.js";
import type { JobRow, RequestRow, Table, View } from "./view.js";

const MAX_JOBS = 100;
const MAX_REQUESTS = 100;
const MAX_TABLE_ROWS = 200;

/** What the page shows at this moment. */
export function buildView({ state, settings, requestLog }: Service): View {
  const { clock, jobs } = state;
  clock.runDue();
  const { entries } = requestLog;
  return {
    now: clock.now(),
    speed: settings.clock === "manual" ? 0 : settings.speed,
    jobs: [...jobs.values()].slice(-MAX_JOBS).reverse().map(jobRow),
    jobCount: jobs.size,
    tables: buildTables(state),
    requests: entries.slice(-MAX_REQUESTS).map(requestRow).reverse(),
    requestCount: entries.length,
  };
}

function jobRow(job: Job): JobRow {
  const { slug, id, status, submittedAt, startedAt, endedAt } = job;
  return { slug, id, status, submittedAt, startedAt, endedAt };
}

function requestRow(request: RecordedRequest): RequestRow {
  const { at, method, path, status, durationMs } = request;
  const number = requestNumber(request);
  return { number, at, method, path, status, durationMs };
}

/** The number identifies a request on the page, although the log drops its oldest entries. */
const requestNumbers = new WeakMap<RecordedRequest, number>();
let lastRequestNumber = 0;

function requestNumber(request: RecordedRequest): number {
  const known = requestNumbers.get(request);
  if (known !== undefined) return known;
  lastRequestNumber += 1;
  requestNumbers.set(request, lastRequestNumber);
  return lastRequestNumber;
}

/** One table for each kind of resource, without the templates of other accounts. */
function buildTables(data: AccountData): Table[] {
  const ownTemplates = [...data.templates.values()].filter(
    ({ owned }) => owned,
  );
  return [
    buildTable(
      "Pods",
      ["ID", "Name", "State", "Image", "Hardware", "Data center", "USD/h"],
      [...data.pods.values()].map((pod) => [
        pod.id,
        pod.name,
        pod.desiredStatus,
        pod.image,
        describeHardware(pod),
        pod.dataCenterId,
        pod.costPerHr.toFixed(2),
      ]),
    ),
    buildTable(
      "Network volumes",
      ["ID", "Name", "Size", "Data center"],
      [...data.networkVolumes.values()].map((volume) => [
        volume.id,
        volume.name,
        `${volume.size} GB`,
        volume.dataCenterId,
      ]),
    ),
    buildTable(
      "Endpoints",
      ["ID", "Name", "Workers", "Hardware", "Version"],
      [...data.endpoints.values()].map(({ id, settings, version }) => [
        id,
        settings.name,
        `${settings.workersMin} to ${settings.workersMax}`,
        settings.gpuTypeIds[0] ?? settings.computeType,
        String(version),
      ]),
    ),
    buildTable(
      "Templates",
      ["ID", "Name", "Image", "For"],
      ownTemplates.map(({ id, name, imageName, isServerless }) => [
        id,
        name,
        imageName,
        isServerless ? "endpoints" : "Pods",
      ]),
    ),
    buildTable(
      "Container registry auths",
      ["ID", "Name"],
      [...data.registryAuths.values()].map(({ id, name }) => [id, name]),
    ),
  ];
}

function describeHardware(pod: Pod): string {
  return pod.computeType === "GPU"
    ? `${pod.gpuCount} × ${pod.gpuTypeId ?? "GPU"}`
    : `${pod.vcpuCount} vCPU, ${pod.memoryInGb} GB`;
}

function buildTable(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Table {
  const shown = rows.slice(-MAX_TABLE_ROWS).reverse();
  return { title, columns, rows: shown, count: rows.length };
}
