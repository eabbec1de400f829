import { IMAGE } from "./account.js";

const POD = { podId: "{podId}" };

/** The variables of each shipped document that takes some. Names in braces stand for ids. */
export const DOCUMENTS: Readonly<
  Record<string, { readonly variables: object }>
> = {
  deleteEndpoint: { variables: { id: "{idleEndpointId}" } },
  deleteTemplate: { variables: { templateName: "free" } },
  deployPod: {
    variables: { input: { name: "p", imageName: IMAGE, gpuCount: 1 } },
  },
  deployCpuPod: {
    variables: {
      input: { name: "c", imageName: IMAGE, instanceId: "cpu3c-2-4" },
    },
  },
  deploySpotPod: {
    variables: {
      input: { name: "s", imageName: IMAGE, gpuCount: 1, bidPerGpu: 0.3 },
    },
  },
  editPod: { variables: { input: { ...POD, imageName: `${IMAGE}-next` } } },
  endpoint: { variables: { id: "{endpointId}" } },
  gpuTypes: { variables: { input: {}, price: { gpuCount: 2 } } },
  pod: { variables: { input: POD } },
  resumePod: { variables: { input: { ...POD, gpuCount: 1 } } },
  saveEndpoint: {
    variables: {
      input: { name: "e", templateId: "{templateId}", gpuIds: "AMPERE_16" },
    },
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
  },
  stopPod: { variables: { input: POD } },
  template: { variables: { id: "{templateId}" } },
  terminatePod: { variables: { input: POD } },
};

/** The fields that are null where nothing was set, and those that return nothing. */
const MAY_BE_NULL =
  /\b(networkVolumeId|templateId|containerRegistryAuthId|boundEndpointId|locations|allowedCudaVersions|minCudaVersion|maintenance(Start|End)|delete(Endpoint|Template)|podTerminate)$/;

/** The path of each null in a value that should not be there. */
export function unexpectedNulls(value: unknown): string[] {
  return nullsIn(value).filter((path) => !MAY_BE_NULL.test(path));
}

/** The path of each null in a value. */
export function nullsIn(value: unknown, path = ""): string[] {
  if (value === null) return [path];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, each]) =>
    nullsIn(each, path === "" ? name : `${path}.${name}`),
  );
}
