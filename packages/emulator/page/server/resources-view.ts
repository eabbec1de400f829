import type { AccountState } from "../../src/state/account-state.js";
import { workerPrice } from "../../src/machines/worker-machine.js";
import { workerState } from "../../src/jobs/worker-state.js";
import type { Endpoint, Pod } from "../../src/state/records.js";
import type { EndpointView, Listed, PodView, ResourcesView } from "./view.js";

/** How many items of each kind are sent. */
const MAX_ITEMS = 200;

/** What the account owns, without the templates of other accounts. */
export function resourcesView(state: AccountState): ResourcesView {
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
    registryAuths: list(state.registryAuths.values(), ({ id, name }) => {
      return { id, name };
    }),
    secrets: list(state.secrets.values(), ({ id, name }) => ({ id, name })),
  };
}

/** The newest items first. */
function list<Item, View>(
  items: Iterable<Item>,
  viewOf: (item: Item) => View,
): Listed<View> {
  const all = [...items];
  const newest = all.slice(-MAX_ITEMS).reverse();
  return { items: newest.map(viewOf), count: all.length };
}

function podView(pod: Pod): PodView {
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
function endpointViews(state: AccountState): Listed<EndpointView> {
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

function ownedEndpoint(state: AccountState, endpoint: Endpoint): EndpointView {
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
    usdPerHour: workerPrice(settings, {}),
    ...queueView(state, id),
  };
}

function usedModel(state: AccountState, slug: string): EndpointView {
  return {
    id: slug,
    name: slug,
    isOwned: false,
    hardware: "",
    scaling: "",
    usdPerHour: 0,
    ...queueView(state, slug),
  };
}

function queueView(
  state: AccountState,
  slug: string,
): Pick<EndpointView, "waiting" | "completed" | "failed" | "workers" | "port"> {
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
