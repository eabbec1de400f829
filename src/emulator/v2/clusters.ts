import type { V2Route } from "../../../generated/emulator/routes.js";
import { findById, type AccountState } from "../account-state.js";
import { addressOf } from "../resources/pod-handlers.js";
import { createPod, deletePod } from "../resources/pods.js";
import type { Cluster, Pod } from "../resources/records.js";
import { ok, type Handlers } from "../server/handler.js";
import { podInput, podStatus, podView } from "./pods.js";
import { created, toIsoString, type Schemas } from "./schemas.js";

type ClusterRoute = Extract<V2Route, `${string} /v2/clusters${string}`>;

/** The handlers of the clusters of version 2. */
export const clusterHandlers: Handlers<ClusterRoute> = {
  "GET /v2/clusters": ({ state }) => {
    const clusters = [...state.clusters.values()];
    return ok({ clusters: clusters.map((each) => clusterView(state, each)) });
  },
  "POST /v2/clusters": ({ state, body }) =>
    created(clusterView(state, createCluster(state, body))),
  "GET /v2/clusters/{id}": ({ state, params }) =>
    ok(clusterView(state, findCluster(state, params.id))),
  "PATCH /v2/clusters/{id}": ({ state, params, body }) => {
    const cluster = findCluster(state, params.id);
    const renamed = { ...cluster, name: body.name ?? cluster.name };
    state.clusters.set(cluster.id, renamed);
    return ok(clusterView(state, renamed));
  },
  "DELETE /v2/clusters/{id}": ({ state, params }) => {
    const cluster = findCluster(state, params.id);
    for (const { id } of podsOf(state, cluster)) deletePod(state, id);
    state.clusters.delete(cluster.id);
    return { status: 204 };
  },
  "GET /v2/clusters/{id}/pods": ({ state, params }) => {
    const pods = podsOf(state, findCluster(state, params.id));
    return ok({ pods: pods.map((pod) => podView(state, pod)) });
  },
};

function findCluster(state: AccountState, id: string): Cluster {
  return findById(state.clusters, "cluster", id);
}

function podsOf(state: AccountState, { id }: Cluster): Pod[] {
  return [...state.pods.values()].filter(({ cluster }) => cluster?.id === id);
}

/**
 * Creates the Pods of a cluster in one data center. If the create of a Pod fails, all Pods of the cluster are deleted.
 */
function createCluster(
  state: AccountState,
  body: Schemas["CreateClusterRequest"],
): Cluster {
  const { name, type, compute, ...rest } = body;
  const { gpuTypeId, gpuCountPerPod, podCount } = compute;
  const id = state.newId();
  const pods: Pod[] = [];
  try {
    for (let rank = 0; rank < podCount; rank += 1) {
      const [first] = pods;
      const input = podInput(state, {
        ...rest,
        name: `${name}-${rank}`,
        gpu: { id: gpuTypeId, count: gpuCountPerPod },
        ...(first && { dataCenterIds: [first.dataCenterId] }),
      });
      pods.push(createPod(state, input, { id, rank }));
    }
  } catch (error) {
    for (const pod of pods) deletePod(state, pod.id);
    throw error;
  }
  const createdAt = state.clock.now();
  const cluster = { id, name, type, compute, createdAt };
  state.clusters.set(id, cluster);
  return cluster;
}

function clusterView(
  state: AccountState,
  cluster: Cluster,
): Schemas["Cluster"] {
  const pods = podsOf(state, cluster);
  const byStatus: Record<string, number> = {};
  for (const pod of pods) {
    const status = podStatus(state, pod);
    byStatus[status] = (byStatus[status] ?? 0) + 1;
  }
  const view: Schemas["Cluster"] = {
    id: cluster.id,
    name: cluster.name,
    type: cluster.type,
    compute: { ...cluster.compute },
    pods: { total: pods.length, byStatus },
    network: { cidr: "10.65.0.0/16", vxlanId: 1, vxlanPort: 4789 },
    createdAt: toIsoString(cluster.createdAt),
  };
  const [primary] = pods;
  if (!primary) return view;
  const address = addressOf(state, primary);
  const port = address?.ports["22"];
  return {
    ...view,
    dataCenterId: primary.dataCenterId,
    primary: {
      podId: primary.id,
      status: podStatus(state, primary),
      ...(port !== undefined && { sshEndpoint: `${address?.host}:${port}` }),
    },
  };
}
