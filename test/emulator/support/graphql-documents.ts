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
  deploy: {
    variables: { input: { name: "p", imageName: IMAGE, gpuCount: 1 } },
    nulls: ["podFindAndDeployOnDemand.networkVolumeId"],
  },
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
  resume: { variables: { input: { podId: "{podId}", gpuCount: 1 } } },
  saveEndpoint: {
    variables: {
      input: { name: "e", templateId: "{templateId}", gpuIds: "AMPERE_16" },
    },
    nulls: ["saveEndpoint.instanceIds", "saveEndpoint.networkVolumeId"],
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
  stop: {
    variables: { input: { podId: "{podId}" } },
    nulls: ["podStop.networkVolumeId"],
  },
  terminate: {
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
