import type { V2Route } from "../../generated/routes.js";
import type { AccountState } from "../state/account-state.js";
import {
  CLUSTER_CIDR,
  createCluster,
  deleteCluster,
  findCluster,
  podsOfCluster,
} from "../resources/clusters.js";
import { addressOf } from "../resources/pod-container.js";
import type { Cluster } from "../state/records.js";
import { ok, type Handlers } from "../requests/handler.js";
import { podInput, podStatus, podView } from "./pods.js";
import { created, toIsoString, type Schemas } from "./schemas.js";

type ClusterRoute = Extract<V2Route, `${string} /v2/clusters${string}`>;

/** The handlers of the clusters of version 2. */
export const clusterHandlers: Handlers<ClusterRoute> = {
  "GET /v2/clusters": ({ state }) => {
    const clusters = [...state.clusters.values()];
    return ok({ clusters: clusters.map((each) => clusterView(state, each)) });
  },
  "POST /v2/clusters": ({ state, body }) => {
    const { name, type, compute, ...rest } = body;
    const gpu = { id: compute.gpuTypeId, count: compute.gpuCountPerPod };
    const input = podInput(state, { ...rest, name, gpu });
    const cluster = createCluster(state, { name, type, compute }, input);
    return created(clusterView(state, cluster));
  },
  "GET /v2/clusters/{id}": ({ state, params }) =>
    ok(clusterView(state, findCluster(state, params.id))),
  "PATCH /v2/clusters/{id}": ({ state, params, body }) => {
    const cluster = findCluster(state, params.id);
    const renamed = { ...cluster, name: body.name ?? cluster.name };
    state.clusters.set(cluster.id, renamed);
    return ok(clusterView(state, renamed));
  },
  "DELETE /v2/clusters/{id}": ({ state, params }) => {
    deleteCluster(state, params.id);
    return { status: 204 };
  },
  "GET /v2/clusters/{id}/pods": ({ state, params }) => {
    const pods = podsOfCluster(state, findCluster(state, params.id));
    return ok({ pods: pods.map((pod) => podView(state, pod)) });
  },
};

function clusterView(
  state: AccountState,
  cluster: Cluster,
): Schemas["Cluster"] {
  const pods = podsOfCluster(state, cluster);
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
    network: { cidr: CLUSTER_CIDR, vxlanId: 1, vxlanPort: 4789 },
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
