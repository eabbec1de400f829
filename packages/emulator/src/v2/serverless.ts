import type { V2Route } from "../../generated/routes.js";
import { findById, type AccountState } from "../state/account-state.js";
import { given } from "../given.js";
import type { Worker } from "../state/job.js";
import { workersOf } from "../jobs/program.js";
import {
  countWorkers,
  isStale,
  workerState,
  type CountedWorker,
} from "../jobs/worker-state.js";
import { cpuFlavors, dataCenters, gpus } from "../machines/catalog.js";
import {
  createEndpoint,
  deleteEndpoint,
  endpointExtras,
  updateEndpoint,
} from "../resources/endpoints.js";
import { checkImage } from "../resources/images.js";
import { startLines } from "../resources/pod-log.js";
import { networkVolumeIdsOf } from "../machines/network-volumes.js";
import type {
  Endpoint,
  EndpointExtras,
  LogEntry,
  Template,
} from "../state/records.js";
import { createTemplate } from "../resources/templates.js";
import { Refusal } from "../refusals/refusal.js";
import { ok, type Handlers } from "../requests/handler.js";
import {
  containerFields,
  containerView,
  findTemplate,
  withTemplate,
  type ContainerFields,
} from "./containers.js";
import { streamLog } from "./log-stream.js";
import { pageOf } from "./paging.js";
import { checkCuda, checkVcpuCount } from "./pods.js";
import { created, toIsoString, type Schemas } from "./schemas.js";

type ServerlessRoute = Extract<V2Route, `${string} /v2/serverless${string}`>;
type CreateBody = Schemas["CreateEndpointRequest"];
type UpdateBody = Schemas["UpdateEndpointRequest"];
type EndpointInput = Parameters<typeof createEndpoint>[1];

/** How many builds a page has, without a limit. */
const DEFAULT_BUILD_LIMIT = 100;

/** The handlers of the endpoints of version 2. */
export const serverlessHandlers: Handlers<ServerlessRoute> = {
  "GET /v2/serverless": ({ state, query, origin }) => {
    const all = [...state.endpoints.values()];
    const { items, pagination } = pageOf(all, query);
    const endpoints = items.map((each) => endpointView(state, each, origin));
    return ok({ endpoints, pagination });
  },
  "POST /v2/serverless": ({ state, body, origin }) =>
    created(endpointView(state, create(state, body), origin)),
  "GET /v2/serverless/{id}": ({ state, params, origin }) =>
    ok(endpointView(state, findEndpoint(state, params.id), origin)),
  "PATCH /v2/serverless/{id}": ({ state, params, body, origin }) => {
    const endpoint = findEndpoint(state, params.id);
    return ok(endpointView(state, update(state, endpoint, body), origin));
  },
  "DELETE /v2/serverless/{id}": ({ state, params }) => {
    deleteEndpoint(state, params.id);
    return { status: 204 };
  },
  "GET /v2/serverless/{id}/workers": async ({ state, params }) => {
    const endpoint = findEndpoint(state, params.id);
    const all = await workersOf(state, endpoint.id);
    const workers = all.map((worker) => workerView(state, endpoint, worker));
    const counts = countWorkers(all, state.clock.now());
    const summary = { total: all.length, ...counts };
    return ok({ workers, summary, endpointVersion: endpoint.version });
  },
  "GET /v2/serverless/{id}/releases": ({ state, params, query }) => {
    const endpoint = findEndpoint(state, params.id);
    const { items, pagination } = pageOf(releasesOf(state, endpoint), query);
    const rollout = rolloutOf(queueWorkers(state, endpoint), endpoint);
    const endpointVersion = endpoint.version;
    return ok({ releases: items, rollout, endpointVersion, pagination });
  },
  "GET /v2/serverless/{id}/builds": ({ state, params, query }) => {
    const { builds = [] } = findEndpoint(state, params.id);
    const limit = query.limit ?? DEFAULT_BUILD_LIMIT;
    const { items, pagination } = pageOf(builds.toReversed(), {
      ...query,
      limit,
    });
    return ok({ builds: items.map((build) => ({ ...build })), pagination });
  },
  "GET /v2/serverless/{id}/builds/{buildId}": ({ state, params }) => {
    const { builds = [] } = findEndpoint(state, params.id);
    const byId = new Map(builds.map((build) => [build.id, build]));
    return ok({ ...findById(byId, "build", params.buildId) });
  },
  "GET /v2/serverless/{id}/workers/{workerId}/logs": (call) => {
    const { state, params, query } = call;
    const { id } = findEndpoint(state, params.id);
    const find = () =>
      state.jobQueues
        .get(id)
        ?.workers.find((worker) => worker.id === params.workerId);
    if (!find())
      throw new Refusal("unknownId", { kind: "worker", id: params.workerId });
    const source = {
      read: () => {
        const worker = find();
        return worker && workerLog(state, worker);
      },
      isOpen: () => find() !== undefined,
    };
    return streamLog(state, source, query, call);
  },
};

function findEndpoint(state: AccountState, id: string): Endpoint {
  return findById(state.endpoints, "endpoint", id);
}

/** The container settings are copied into a template of the endpoint's own: no change of another template reaches it. */
function create(state: AccountState, body: CreateBody): Endpoint {
  const template = findTemplate(state, body.templateId, "endpoints");
  const { gpu, cpu, type, name } = body;
  if (!gpu && !cpu) throw new Refusal("brokenRule", "gpu or cpu is required");
  if (gpu && cpu)
    throw new Refusal("brokenRule", "gpu and cpu cannot be set together");
  const extras = extrasOf(body, {
    type,
    flashboot: "OFF",
    pools: [],
    excludedTypes: [],
  });
  checkIdleTimeout(type, body.scaling, body.workers);
  const settings = settingsOf(state, body, extras);
  const container = withTemplate(containerFields(state, body), template);
  const templateId = createCopy(state, name, container);
  try {
    return createEndpoint(
      state,
      {
        name,
        templateId,
        executionTimeoutMs: 0,
        idleTimeout: 10,
        ...settings,
      },
      extras,
    );
  } catch (error) {
    state.templates.delete(templateId);
    throw error;
  }
}

function update(
  state: AccountState,
  endpoint: Endpoint,
  body: UpdateBody,
): Endpoint {
  const { settings } = endpoint;
  const template = findTemplate(state, body.templateId, "endpoints");
  if (body.gpu && settings.computeType === "CPU")
    throw new Refusal("brokenRule", "gpu is not for a CPU endpoint");
  if (body.cpu && settings.computeType !== "CPU")
    throw new Refusal("brokenRule", "cpu is not for a GPU endpoint");
  const extras = extrasOf(body, endpointExtras(endpoint));
  const scaling = body.scaling ?? scalingView(endpoint);
  checkIdleTimeout(extras.type, scaling, body.workers);
  const input = settingsOf(state, body, extras);
  const container = containerFields(state, body);
  const { name } = body;
  const hasContainer = template || Object.keys(container).length > 0;
  const templateId = hasContainer
    ? createCopy(state, name ?? settings.name, {
        ...containerOf(state.templates.get(settings.templateId)),
        ...(template ? withTemplate(container, template) : container),
      })
    : undefined;
  return updateEndpoint(
    state,
    endpoint.id,
    {
      ...input,
      ...given({ name, templateId }),
    },
    extras,
  );
}

/** Saves container settings as the copy that an endpoint keeps for itself. */
function createCopy(
  state: AccountState,
  name: string,
  container: ContainerFields,
): string {
  const { imageName } = container;
  if (imageName === undefined)
    throw new Refusal("invalidBody", "image is required");
  checkImage(state, imageName);
  const copy = createTemplate(
    state,
    {
      ports: [],
      ...container,
      imageName,
      name: `${name} (${state.newId()})`,
      isServerless: true,
      volumeInGb: 0,
    },
    { isCopy: true },
  );
  return copy.id;
}

function containerOf(template: Template | undefined): ContainerFields {
  return template ? withTemplate({}, template) : {};
}

function extrasOf(
  { flashboot, gpu }: CreateBody | UpdateBody,
  before: EndpointExtras,
): EndpointExtras {
  const pools = gpu?.pools;
  return {
    ...before,
    flashboot: flashboot ?? before.flashboot,
    pools: pools ?? before.pools,
    excludedTypes: pools ? (gpu.excludedTypes ?? []) : before.excludedTypes,
  };
}

function checkIdleTimeout(
  type: string,
  scaling: Schemas["EndpointScaling"],
  workers: Schemas["EndpointWorkers"] | undefined,
): void {
  const isRefused = type === "QUEUE" && scaling.type === "REQUEST_COUNT";
  if (isRefused && workers?.idleTimeout !== undefined)
    throw new Refusal("idleTimeout");
}

/** The settings of a body as 0.1.0 names them. Settings that are not given are absent. */
function settingsOf(
  state: AccountState,
  body: CreateBody | UpdateBody,
  extras: EndpointExtras,
): Partial<EndpointInput> {
  const { gpu, cpu, scaling, workers, networkVolumes, dataCenterIds } = body;
  const unknown = networkVolumes?.find((id) => !state.networkVolumes.has(id));
  if (unknown !== undefined)
    throw new Refusal(
      "brokenRule",
      `networkVolumes names nothing that you own: "${unknown}"`,
    );
  const isAnywhere = dataCenterIds?.length === 0;
  return {
    ...(gpu && gpuSettings(gpu, extras)),
    ...(cpu && cpuSettings(cpu)),
    ...(scaling && scalerSettings(scaling)),
    ...given({
      workersMin: workers?.min,
      workersMax: workers?.max,
      idleTimeout: workers?.idleTimeout,
      executionTimeoutMs: body.timeout,
      flashboot: body.flashboot && body.flashboot !== "OFF",
      dataCenterIds: isAnywhere
        ? dataCenters.map(({ id }) => id)
        : dataCenterIds,
      networkVolumeIds: networkVolumes,
    }),
  };
}

const POOLS = [...new Set(gpus.map(({ pool }) => pool))];

/** Workers run on the GPU types of the pools, without those that are excluded. */
function gpuSettings(
  gpu: Schemas["UpdateEndpointGpuConfig"],
  { pools, excludedTypes }: EndpointExtras,
): Partial<EndpointInput> {
  checkCuda(gpu);
  const unknown = pools.find((pool) => !POOLS.includes(pool));
  if (unknown !== undefined)
    throw new Refusal(
      "unknownName",
      `gpu.pools names no pool of the service: "${unknown}" (the pools are ${POOLS.join(", ")})`,
    );
  const types = gpus
    .filter(({ pool }) => pools.includes(pool))
    .map(({ id }) => id);
  const foreign = excludedTypes.find((id) => !types.includes(id));
  if (foreign !== undefined)
    throw new Refusal(
      "brokenRule",
      `gpu.excludedTypes names a GPU type of none of the pools: "${foreign}"`,
    );
  if (gpu.pools && excludedTypes.length === types.length)
    throw new Refusal(
      "brokenRule",
      "gpu.excludedTypes leaves no GPU type of the pools",
    );
  const { count, allowedCudaVersions, minCudaVersion } = gpu;
  return {
    computeType: "GPU",
    ...(gpu.pools && {
      gpuTypeIds: types.filter((id) => !excludedTypes.includes(id)),
    }),
    ...given({ gpuCount: count, allowedCudaVersions, minCudaVersion }),
  };
}

function cpuSettings(
  cpu: readonly Schemas["CreateCpuConfig"][],
): Partial<EndpointInput> {
  for (const { vcpuCount } of cpu) checkVcpuCount(vcpuCount);
  return {
    computeType: "CPU",
    cpuFlavorIds: cpu.map(({ id }) => id),
    vcpuCount: cpu[0]?.vcpuCount ?? 2,
  };
}

function scalerSettings(
  scaling: Schemas["EndpointScaling"],
): Partial<EndpointInput> {
  return {
    scalerType: scaling.type,
    scalerValue:
      scaling.type === "QUEUE_DELAY"
        ? scaling.queueDelay
        : scaling.requestCount,
  };
}

function scalingView({ settings }: Endpoint): Schemas["EndpointScaling"] {
  const { scalerType, scalerValue } = settings;
  return scalerType === "REQUEST_COUNT"
    ? { type: scalerType, requestCount: scalerValue }
    : { type: "QUEUE_DELAY", queueDelay: scalerValue };
}

function endpointView(
  state: AccountState,
  endpoint: Endpoint,
  origin: string,
): Schemas["Endpoint"] {
  const { id, settings, createdAt } = endpoint;
  const { type, flashboot } = endpointExtras(endpoint);
  const template = state.templates.get(settings.templateId);
  const scaling = scalingView(endpoint);
  const hasIdleTimeout = type !== "QUEUE" || scaling.type === "QUEUE_DELAY";
  const isAnywhere = settings.dataCenterIds.length === dataCenters.length;
  const view: Schemas["Endpoint"] = {
    id,
    name: settings.name,
    type,
    ...(template && containerView({ ...template, image: template.imageName })),
    requestUrls: requestUrls(type, id, origin),
    workers: {
      min: settings.workersMin,
      max: settings.workersMax,
      ...(hasIdleTimeout && { idleTimeout: settings.idleTimeout }),
    },
    scaling,
    dataCenterIds: isAnywhere ? [] : [...settings.dataCenterIds],
    networkVolumes: [...networkVolumeIdsOf(settings)],
    timeout: settings.executionTimeoutMs,
    flashboot,
    createdAt: toIsoString(createdAt),
  };
  return settings.computeType === "CPU"
    ? { ...view, cpu: cpuView(endpoint) }
    : { ...view, gpu: gpuView(endpoint) };
}

function gpuView(endpoint: Endpoint): Schemas["EndpointGpuConfig"] {
  const { pools, excludedTypes } = endpointExtras(endpoint);
  const {
    gpuCount,
    allowedCudaVersions = [],
    minCudaVersion,
  } = endpoint.settings;
  return {
    pools: [...pools],
    excludedTypes: [...excludedTypes],
    count: gpuCount,
    allowedCudaVersions: [...allowedCudaVersions],
    minCudaVersion: minCudaVersion === "" ? null : (minCudaVersion ?? null),
  };
}

function cpuView({ settings }: Endpoint): Schemas["CpuConfig"][] {
  const { cpuFlavorIds = ["cpu3g"], vcpuCount = 2 } = settings;
  return cpuFlavorIds.map((id) => {
    const flavor = cpuFlavors.find((each) => each.id === id);
    return { id, vcpuCount, memory: vcpuCount * (flavor?.ramMultiplier ?? 4) };
  });
}

function requestUrls(
  type: EndpointExtras["type"],
  id: string,
  origin: string,
): Schemas["EndpointRequestUrls"] {
  if (type === "LOAD_BALANCER") {
    const base = `${origin}/lb/${id}`;
    return { base, health: `${base}/ping` };
  }
  const base = `${origin}/v2/${id}`;
  return {
    run: `${base}/run`,
    runSync: `${base}/runsync`,
    status: `${base}/status/{jobId}`,
    stream: `${base}/stream/{jobId}`,
    cancel: `${base}/cancel/{jobId}`,
    retry: `${base}/retry/{jobId}`,
    purgeQueue: `${base}/purge-queue`,
    health: `${base}/health`,
  };
}

function queueWorkers(
  state: AccountState,
  { id }: Endpoint,
): readonly Worker[] {
  return state.jobQueues.get(id)?.workers ?? [];
}

/** How far the workers have moved to the present version. */
function rolloutOf(
  workers: readonly Worker[],
  endpoint: Endpoint,
): Schemas["RolloutSummary"] {
  const workersTotal = workers.length;
  const stale = workers.filter((worker) => isStale(worker, endpoint)).length;
  const workersOnLatest = workersTotal - stale;
  const share = workersTotal === 0 ? 0 : workersOnLatest / workersTotal;
  return {
    inProgress: stale > 0,
    workersOnLatest,
    workersTotal,
    percentOnLatest: Math.round(share * 100),
  };
}

function workerView(
  { clock, templates }: AccountState,
  endpoint: Endpoint,
  worker: CountedWorker,
): Schemas["Worker"] {
  const { settings, version } = endpoint;
  const template = templates.get(settings.templateId);
  const { startedAt, readyAt } = worker;
  const now = clock.now();
  const isUp = startedAt !== undefined && now >= readyAt;
  return {
    id: worker.id,
    status: workerState(worker, now).toUpperCase(),
    isStale: isStale(worker, endpoint),
    version: worker.version ?? version,
    gpuCount:
      settings.computeType === "CPU"
        ? 0
        : (worker.gpuCount ?? settings.gpuCount),
    image: worker.imageName ?? template?.imageName ?? null,
    gpuTypeId: worker.gpuTypeId ?? null,
    dataCenterId: worker.dataCenterId ?? null,
    startedAt: isUp ? toIsoString(readyAt) : null,
  };
}

/** The changes of the settings, newest first, down to the creation. */
function releasesOf(
  state: AccountState,
  endpoint: Endpoint,
): Schemas["Release"][] {
  const { id, createdAt, version, releases = [] } = endpoint;
  const workers = queueWorkers(state, endpoint);
  const first = { id: `${id}-0`, version: 0, createdAt, diff: [] };
  return [first, ...releases]
    .map((release) => ({
      id: release.id,
      version: release.version,
      source: "MANUAL" as const,
      buildId: null,
      createdByUserId: state.account.id,
      workerCount: workers.filter(
        (worker) => (worker.version ?? version) === release.version,
      ).length,
      createdAt: toIsoString(release.createdAt),
      diff: [...release.diff],
    }))
    .reverse();
}

/** What a worker has written: its start, and the jobs that it ran. */
function workerLog(state: AccountState, worker: Worker): LogEntry[] {
  const { startedAt, readyAt } = worker;
  if (startedAt === undefined) return [];
  const image = worker.imageName ?? "";
  const { crashes = [] } = worker;
  // A container that exits at once has written nothing.
  const entries = crashes.flatMap((crash) =>
    startLines(image, crash.startedAt, crash.exitedAt),
  );
  if (crashes.at(-1)?.exitedAt !== readyAt)
    entries.push(...startLines(image, startedAt, readyAt), {
      at: readyAt,
      source: "container",
      line: "waiting for jobs",
    });
  for (const job of state.jobs.values()) {
    if (job.workerId !== worker.id || job.startedAt === undefined) continue;
    const write = (at: number, line: string) =>
      entries.push({ at, source: "container", line });
    write(job.startedAt, `job ${job.id} started`);
    if (job.endedAt !== undefined)
      write(job.endedAt, `job ${job.id} ended: ${job.status}`);
  }
  return entries.sort((a, b) => a.at - b.at);
}
