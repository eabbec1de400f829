import { IMAGE } from "./account.js";

/** A valid body for each route that takes one. Names in braces stand for ids. */
const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "POST /pods": { imageName: IMAGE, env: { A: "1" } },
  "PATCH /pods/{podId}": { name: "b", volumeInGb: 30 },
  "POST /endpoints": { templateId: "{templateId}" },
  "PATCH /endpoints/{endpointId}": { workersMax: 5 },
  "POST /networkvolumes": { name: "b", size: 20, dataCenterId: "EU-RO-1" },
  "PATCH /networkvolumes/{networkVolumeId}": { size: 20 },
  "POST /templates": { name: "new", imageName: IMAGE },
  "PATCH /templates/{templateId}": { readme: "# Hi" },
  "POST /containerregistryauth": { name: "b", username: "u", password: "p" },
  "POST /v2/{slug}/run": { input: { prompt: "x" }, policy: {}, s3Config: {} },
  "POST /v2/{slug}/runsync": { input: { prompt: "x" } },
};

/** Bodies with nearly every member that a route takes. */
export const FULL: Readonly<Record<string, Readonly<Record<string, unknown>>>> =
  {
    "POST /pods": {
      name: "p",
      templateId: "{templateId}",
      gpuCount: 2,
      locked: true,
      networkVolumeId: "{networkVolumeId}",
      containerRegistryAuthId: "{containerRegistryAuthId}",
      computeType: "CPU",
      cpuFlavorIds: ["cpu3c"],
      vcpuCount: 4,
      dataCenterIds: ["EU-RO-1"],
      ports: ["80/http"],
      cloudType: "SECURE",
      dockerEntrypoint: ["sh"],
      dockerStartCmd: ["-c"],
      volumeInGb: 5,
    },
    "POST /endpoints": {
      templateId: "{templateId}",
      name: "e",
      flashboot: true,
      computeType: "CPU",
      cpuFlavorIds: ["cpu3c"],
      vcpuCount: 4,
      networkVolumeIds: ["{networkVolumeId}"],
      gpuCount: 2,
      allowedCudaVersions: ["12.4"],
      minCudaVersion: "12.4",
      scalerType: "REQUEST_COUNT",
      scalerValue: 2,
      idleTimeout: 9,
      workersMin: 1,
      workersMax: 2,
      executionTimeoutMs: 9000,
    },
    "POST /templates": {
      name: "new",
      imageName: IMAGE,
      category: "CPU",
      isPublic: true,
      containerRegistryAuthId: "{containerRegistryAuthId}",
      readme: "r",
      env: { A: "1" },
      ports: ["80/http"],
      isServerless: true,
    },
  };

/** A query with nearly every parameter that a route takes. */
export const QUERIES: Readonly<Record<string, string>> = {
  "GET /pods":
    "includeMachine=true&includeNetworkVolume=true&includeSavingsPlans=true&includeTemplate=true",
  "GET /pods/{podId}": "includeMachine=true&includeTemplate=true",
  "GET /endpoints": "includeTemplate=true&includeWorkers=true",
  "GET /endpoints/{endpointId}": "includeTemplate=true&includeWorkers=true",
  "GET /templates":
    "includePublicTemplates=true&includeRunpodTemplates=true&includeEndpointBoundTemplates=true",
  "GET /billing/pods": "grouping=podId&bucketSize=hour",
  "GET /billing/endpoints": "startTime=2026-01-01T00:00:00Z",
};

/** The body of a route. The POST spelling of an update takes the body of its PATCH spelling. */
export function bodyOf(route: string) {
  const patch = route.replace(/^POST (.*)\/update$/, "PATCH $1");
  return BODIES[route] ?? BODIES[patch];
}
