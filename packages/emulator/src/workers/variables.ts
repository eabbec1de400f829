import type { AccountState } from "../state/account-state.js";
import { dataCenters, gpuTypeById } from "../machines/catalog.js";
import { networkVolumeIdsOf } from "../machines/network-volumes.js";
import { PING_INTERVAL_MS } from "./connections.js";

/**
 * The environment variables that start a worker of an endpoint: those of its template, and those under the names that the
 * workers of the service read. In the addresses, a worker replaces `$RUNPOD_POD_ID` by its own id, and `$ID` by its own id
 * to take jobs, but by that of the job to send results. The addresses carry a query, to which a worker appends further
 * parameters with `&`.
 */
export function workerVariablesOf(
  state: AccountState,
  apiKey: string,
  origin: string,
  slug: string,
  workerId: string,
): Readonly<Record<string, string>> {
  const base = `${origin}/v2/${encodeURIComponent(slug)}`;
  const query = "gpu=emulated";
  const { templateId = "" } = state.endpoints.get(slug)?.settings ?? {};
  return {
    ...state.templates.get(templateId)?.env,
    ...serviceVariables(slug, apiKey, placeOf(state, slug)),
    RUNPOD_POD_ID: workerId,
    RUNPOD_WEBHOOK_GET_JOB: `${base}/job-take/$ID?${query}`,
    RUNPOD_WEBHOOK_POST_OUTPUT: `${base}/job-done/$RUNPOD_POD_ID/$ID?${query}`,
    RUNPOD_WEBHOOK_POST_STREAM: `${base}/job-stream/$RUNPOD_POD_ID/$ID?${query}`,
    RUNPOD_WEBHOOK_PING: `${base}/ping/$RUNPOD_POD_ID?${query}`,
    ...volumeVariables(state, slug),
  };
}

/** Where a worker runs. */
interface WorkerPlace {
  readonly gpuTypeId: string | undefined;
  readonly dataCenterId: string;
  readonly networkVolumeId: string | undefined;
}

/**
 * The variables that the service adds to those of the template. Their names are captured. The secret, and the values that
 * nobody described, are placeholders.
 */
export function serviceVariables(
  endpointId: string,
  apiKey: string,
  { gpuTypeId, dataCenterId, networkVolumeId }: WorkerPlace,
): Readonly<Record<string, string>> {
  return {
    RUNPOD_AI_API_ID: endpointId,
    RUNPOD_AI_API_KEY: apiKey,
    RUNPOD_DC_ID: dataCenterId,
    RUNPOD_DEBUG_LEVEL: "INFO",
    RUNPOD_ENDPOINT_ID: endpointId,
    RUNPOD_ENDPOINT_SECRET: "placeholder-of-an-endpoint-secret",
    RUNPOD_GPU_SIZE: gpuTypeId ? gpuTypeById(gpuTypeId).pool : "placeholder",
    RUNPOD_INIT_TIMEOUT: "placeholder",
    RUNPOD_PING_INTERVAL: String(PING_INTERVAL_MS),
    ...(networkVolumeId !== undefined && { RUNPOD_VOLUME_ID: networkVolumeId }),
  };
}

/** Where the first worker of a slug would run. */
function placeOf(
  { endpoints, networkVolumes }: AccountState,
  slug: string,
): WorkerPlace {
  const settings = endpoints.get(slug)?.settings;
  const [networkVolumeId] = settings ? networkVolumeIdsOf(settings) : [];
  const [firstPlace] = settings?.dataCenterIds ?? [];
  const [anyPlace] = dataCenters;
  return {
    gpuTypeId: settings?.gpuTypeIds[0],
    dataCenterId:
      networkVolumes.get(networkVolumeId ?? "")?.dataCenterId ??
      firstPlace ??
      anyPlace?.id ??
      "",
    networkVolumeId,
  };
}

/**
 * Where a worker on this machine finds the files of the network volume of its endpoint. In the service, the volume is at
 * `/runpod-volume`. Empty for an endpoint without a volume.
 */
function volumeVariables(
  { endpoints, volumeStore }: AccountState,
  slug: string,
): Readonly<Record<string, string>> {
  const endpoint = endpoints.get(slug);
  const [volumeId] = endpoint ? networkVolumeIdsOf(endpoint.settings) : [];
  if (volumeId === undefined) return {};
  return { CLOUD_COMPUTE_VOLUME: volumeStore.pathOf(volumeId, "") };
}
