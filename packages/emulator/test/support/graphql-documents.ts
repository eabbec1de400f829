import { IMAGE } from "./account.js";

/** The variables of each shipped document, and the fields of its response that may be null. Names in braces stand for ids. */
export const DOCUMENTS: Readonly<
  Record<
    string,
    { readonly variables?: object; readonly nulls?: readonly string[] }
  >
> = {
  deleteEndpoint: {
    variables: { id: "{idleEndpointId}" },
    nulls: ["deleteEndpoint"],
  },
  deleteTemplate: {
    variables: { templateName: "free" },
    nulls: ["deleteTemplate"],
  },
  deployPod: {
    variables: { input: { name: "p", imageName: IMAGE, gpuCount: 1 } },
    nulls: ["podFindAndDeployOnDemand.networkVolumeId"],
  },
  deployCpuPod: {
    variables: {
      input: { name: "c", imageName: IMAGE, instanceId: "cpu3c-2-4" },
    },
    nulls: ["deployCpuPod.networkVolumeId"],
  },
  deploySpotPod: {
    variables: {
      input: { name: "s", imageName: IMAGE, gpuCount: 1, bidPerGpu: 0.3 },
    },
    nulls: ["podRentInterruptable.networkVolumeId"],
  },
  editPod: {
    variables: { input: { podId: "{podId}", imageName: `${IMAGE}-next` } },
    nulls: ["podEditJob.containerRegistryAuthId"],
  },
  endpoint: {
    variables: { id: "{endpointId}" },
    nulls: [
      "myself.endpoint.locations",
      "myself.endpoint.allowedCudaVersions",
      "myself.endpoint.minCudaVersion",
      "myself.endpoint.networkVolumeId",
    ],
  },
  endpoints: {
    nulls: [0, 1].flatMap((index) => [
      `myself.endpoints.${index}.locations`,
      `myself.endpoints.${index}.networkVolumeId`,
    ]),
  },
  gpuAvailability: {},
  gpuTypes: { variables: { input: {}, price: { gpuCount: 2 } } },
  pod: {
    variables: { input: { podId: "{podId}" } },
    nulls: [
      "pod.templateId",
      "pod.networkVolumeId",
      "pod.machine.maintenanceStart",
      "pod.machine.maintenanceEnd",
    ],
  },
  pods: { nulls: ["myself.pods.0.networkVolumeId"] },
  resumePod: { variables: { input: { podId: "{podId}", gpuCount: 1 } } },
  saveEndpoint: {
    variables: {
      input: { name: "e", templateId: "{templateId}", gpuIds: "AMPERE_16" },
    },
    nulls: ["saveEndpoint.locations", "saveEndpoint.networkVolumeId"],
  },
  saveTemplate: {
    variables: {
      input: {
        name: "t",
        imageName: IMAGE,
        dockerArgs: "",
        env: [],
        containerDiskInGb: 10,
        volumeInGb: 0,
      },
    },
    nulls: ["saveTemplate.containerRegistryAuthId"],
  },
  stopPod: {
    variables: { input: { podId: "{podId}" } },
    nulls: ["podStop.networkVolumeId"],
  },
  template: {
    variables: { id: "{templateId}" },
    nulls: [
      "podTemplate.containerRegistryAuthId",
      "podTemplate.boundEndpointId",
    ],
  },
  templates: {
    nulls: [0, 1].flatMap((index) => [
      `myself.podTemplates.${index}.containerRegistryAuthId`,
      `myself.podTemplates.${index}.boundEndpointId`,
    ]),
  },
  terminatePod: {
    variables: { input: { podId: "{podId}" } },
    nulls: ["podTerminate"],
  },
};

/** The path of each null in a value. */
export function nullsIn(value: unknown, path = ""): string[] {
  if (value === null) return [path];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, each]) =>
    nullsIn(each, path === "" ? name : `${path}.${name}`),
  );
}
