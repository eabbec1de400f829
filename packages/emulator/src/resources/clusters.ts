import { findById, type AccountState } from "../state/account-state.js";
import { createPod, deletePod, type PodExtras } from "./pods.js";
import type { Cluster, Pod, Schemas } from "../state/records.js";

export function findCluster(state: AccountState, id: string): Cluster {
  return findById(state.clusters, "cluster", id);
}

/** The Pods of a cluster, the first one first. */
export function podsOfCluster(state: AccountState, { id }: Cluster): Pod[] {
  return [...state.pods.values()].filter(({ cluster }) => cluster?.id === id);
}

/**
 * Creates the Pods of a cluster in one data center. If the create of a Pod fails, all Pods of the cluster are deleted.
 *
 * @param input the body of 0.1.0 for each Pod
 */
export function createCluster(
  state: AccountState,
  { name, type, compute }: Pick<Cluster, "name" | "type" | "compute">,
  input: Schemas["PodCreateInput"],
  extras?: Omit<PodExtras, "cluster">,
): Cluster {
  const id = state.newId();
  const pods: Pod[] = [];
  try {
    for (let rank = 0; rank < compute.podCount; rank += 1) {
      const [first] = pods;
      const body = {
        ...input,
        name: `${name}-${rank}`,
        ...(first && { dataCenterIds: [first.dataCenterId] }),
      };
      const cluster = { id, rank };
      pods.push(createPod(state, body, { ...extras, cluster }));
    }
  } catch (error) {
    for (const pod of pods) deletePod(state, pod.id);
    throw error;
  }
  const createdAt = state.clock.now();
  const created = { id, name, type, compute, createdAt };
  state.clusters.set(id, created);
  return created;
}

export function deleteCluster(state: AccountState, id: string): void {
  const cluster = findCluster(state, id);
  for (const pod of podsOfCluster(state, cluster)) deletePod(state, pod.id);
  state.clusters.delete(id);
}

/** The address of a Pod in the private network of its cluster. */
export function clusterIp({ rank }: NonNullable<Pod["cluster"]>): string {
  return `10.65.0.${rank + 2}`;
}

export const CLUSTER_CIDR = "10.65.0.0/16";
