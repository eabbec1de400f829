import { dataCenterNode } from "./catalogue-nodes.js";
import { dataCenters, gpuById } from "../resources/catalogue.js";
import type { Endpoint, Template, Volume } from "../resources/records.js";
import type { State } from "../resources/state.js";
import { boundEndpointId } from "../resources/templates.js";

// What the GraphQL types show of the account. A member that is a function is read only when it is asked for.

export function templateNode(state: State, template: Template) {
  return {
    ...template,
    isRunpod: template.isOfficial,
    dockerArgs: template.dockerStartCmd.join(" "),
    env: pairs(template.env),
    ports: template.ports.join(","),
    boundEndpointId: boundEndpointId(state, template.id),
    ...{
      startScript: "",
      advancedStart: false,
      startJupyter: false,
      startSsh: false,
    },
    ...{ runtimeInMin: 0, earned: 0, config: {} },
  };
}

export function endpointNode(
  state: State,
  { id, settings, version, createdAt }: Endpoint,
) {
  const template = state.templates.get(settings.templateId);
  const volume = state.volumes.get(settings.networkVolumeId ?? "");
  const volumeIds = settings.networkVolumeIds ?? [];
  return {
    ...settings,
    ...{
      id,
      version,
      createdAt: iso(createdAt),
      type: "QB",
      pods: [],
      workersStandby: settings.workersMin,
    },
    template: template ? templateNode(state, template) : null,
    env: pairs(template?.env ?? {}),
    gpuIds: [
      ...new Set(settings.gpuTypeIds.map((gpuId) => gpuById(gpuId).pool)),
    ].join(","),
    flashBootType: settings.flashboot ? "FLASHBOOT" : "OFF",
    locations: settings.dataCenterIds.join(","),
    allowedCudaVersions: settings.allowedCudaVersions?.join(",") ?? null,
    networkVolume: volume ? volumeNode(volume) : null,
    networkVolumeIds: volumeIds.map((networkVolumeId) => ({
      networkVolumeId,
      dataCenterId: state.volumes.get(networkVolumeId)?.dataCenterId,
    })),
  };
}

export function volumeNode(volume: Volume) {
  const dataCenter = dataCenters.find(({ id }) => id === volume.dataCenterId);
  return {
    ...volume,
    dataCenter: dataCenter
      ? dataCenterNode(dataCenter)
      : { id: volume.dataCenterId },
  };
}

function pairs(env: Readonly<Record<string, string>>) {
  return Object.entries(env).map(([key, value]) => ({ key, value }));
}

/** A time as GraphQL's DateTime. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}
