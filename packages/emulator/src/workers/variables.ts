import type { AccountState } from "../state/account-state.js";
import { networkVolumeIdsOf } from "../machines/network-volumes.js";
import { PING_INTERVAL_MS } from "./connections.js";

/**
 * The environment variables that start a worker of an endpoint, under the names that the workers of the service read. In the
 * addresses, a worker replaces `$RUNPOD_POD_ID` by its own id, and `$ID` by its own id to take jobs, but by that of the job to
 * send results. The addresses carry a query, to which a worker appends further parameters with `&`.
 */
export function workerVariablesOf(
  apiKey: string,
  origin: string,
  slug: string,
  workerId: string,
): Readonly<Record<string, string>> {
  const base = `${origin}/v2/${encodeURIComponent(slug)}`;
  const query = "gpu=emulated";
  return {
    RUNPOD_ENDPOINT_ID: slug,
    RUNPOD_POD_ID: workerId,
    RUNPOD_AI_API_KEY: apiKey,
    RUNPOD_WEBHOOK_GET_JOB: `${base}/job-take/$ID?${query}`,
    RUNPOD_WEBHOOK_POST_OUTPUT: `${base}/job-done/$RUNPOD_POD_ID/$ID?${query}`,
    RUNPOD_WEBHOOK_POST_STREAM: `${base}/job-stream/$RUNPOD_POD_ID/$ID?${query}`,
    RUNPOD_WEBHOOK_PING: `${base}/ping/$RUNPOD_POD_ID?${query}`,
    RUNPOD_PING_INTERVAL: String(PING_INTERVAL_MS),
  };
}

/**
 * Where a worker on this machine finds the files of the network volume of its endpoint. In the service, the volume is at
 * `/runpod-volume`. Empty for an endpoint without a volume.
 */
export function volumeVariables(
  { endpoints, volumeStore }: AccountState,
  slug: string,
): Readonly<Record<string, string>> {
  const endpoint = endpoints.get(slug);
  const [volumeId] = endpoint ? networkVolumeIdsOf(endpoint.settings) : [];
  if (volumeId === undefined) return {};
  return { CLOUD_COMPUTE_VOLUME: volumeStore.pathOf(volumeId, "") };
}
