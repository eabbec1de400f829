import type { AccountState } from "../../src/state/account-state.js";
import { workerState } from "../../src/jobs/worker-state.js";
import type { Endpoint, Pod } from "../../src/state/records.js";

/** How many items of each kind are sent. */
const MAX_ITEMS = 200;

/** What the account owns, without the templates of other accounts. */
export function resourcesView(state: AccountState) {
  const ownTemplates = [...state.templates.values()].filter(
    ({ owned }) => owned,
  );
  return {
    pods: list(state.pods.values(), podView),
    endpoints: endpointViews(state),
    volumes: list(state.networkVolumes.values(), (volume) => {
      const { id, name, size, dataCenterId } = volume;
      const usdPerHour = priceOf(state, id);
      return { id, name, size, dataCenterId, usdPerHour };
    }),
    templates: list(ownTemplates, ({ id, name, imageName, isServerless }) => {
      return { id, name, image: imageName, isServerless };
    }),
  };
}

export type ResourcesView = ReturnType<typeof resourcesView>;

/** The newest items first, and how many there are in all. */
function list<Item, View>(items: Iterable<Item>, viewOf: (item: Item) => View) {
  const all = [...items];
  const newest = all.slice(-MAX_ITEMS).reverse();
  return { items: newest.map(viewOf), count: all.length };
}

function podView(pod: Pod) {
  const { id, name, image, dataCenterId, costPerHr, createdAt } = pod;
  const isGpu = pod.computeType === "GPU";
  const hardware = isGpu
    ? `${pod.gpuCount} × ${pod.gpuTypeId ?? "GPU"}`
    : `${pod.vcpuCount} vCPU, ${pod.memoryInGb} GB`;
  return {
    id,
    name,
    status: pod.desiredStatus,
    image,
    hardware,
    dataCenterId,
    costPerHr,
    createdAt,
  };
}

/** The endpoints of the account, and then the models that were given jobs, or a worker at a port. */
function endpointViews(state: AccountState) {
  const owned = list(state.endpoints.values(), (endpoint) =>
    ownedEndpoint(state, endpoint),
  );
  const balanced = [...state.workerConditions].flatMap(([slug, { port }]) =>
    port === undefined ? [] : slug,
  );
  const slugs = new Set([...state.jobQueues.keys(), ...balanced]);
  const used = list(
    [...slugs].filter((slug) => !state.endpoints.has(slug)),
    (slug) => usedModel(state, slug),
  );
  return {
    items: [...owned.items, ...used.items],
    count: owned.count + used.count,
  };
}

function ownedEndpoint(state: AccountState, endpoint: Endpoint) {
  const { id, settings } = endpoint;
  const { computeType, gpuTypeIds, gpuCount, vcpuCount = 2 } = settings;
  const hardware =
    computeType === "CPU"
      ? `${vcpuCount} vCPU`
      : `${gpuCount} × ${gpuTypeIds[0] ?? "GPU"}`;
  const range = `${settings.workersMin} to ${settings.workersMax} workers`;
  const rule =
    settings.scalerType === "REQUEST_COUNT"
      ? `1 for each ${settings.scalerValue} jobs`
      : `1 more after ${settings.scalerValue} s of wait`;
  return {
    id,
    name: settings.name,
    isOwned: true,
    hardware,
    scaling: `${range}, ${rule}`,
    ...queueView(state, id),
  };
}

function usedModel(state: AccountState, slug: string) {
  return {
    id: slug,
    name: slug,
    isOwned: false,
    hardware: "",
    scaling: "",
    ...queueView(state, slug),
  };
}

function queueView(state: AccountState, slug: string) {
  const queue = state.jobQueues.get(slug);
  const now = state.clock.now();
  return {
    port: state.workerConditions.get(slug)?.port,
    waiting: queue?.waiting.size ?? 0,
    completed: queue?.counts.completed ?? 0,
    failed: queue?.counts.failed ?? 0,
    workers: (queue?.workers ?? []).map((worker) => {
      const { id, jobIds, contact } = worker;
      const { problem } = contact ?? {};
      const isExternal = contact !== undefined;
      return {
        id,
        state: workerState(worker, now),
        jobIds,
        isExternal,
        problem,
      };
    }),
  };
}

/** What something costs per hour now. */
function priceOf({ charges, openCharges }: AccountState, id: string): number {
  const key = openCharges.get(id);
  const charge = key === undefined ? undefined : charges.get(key);
  return charge?.usdPerHour ?? 0;
}
