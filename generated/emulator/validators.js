// Made by `npm run generate` from specs/rest.openapi.yaml and specs/jobs.openapi.yaml. Do not edit.

import * as bodies from "./validators.bodies.js";
import * as queries from "./validators.queries.js";

export const requests = {
  "GET /pods": { query: queries.ListPods },
  "POST /pods": { body: bodies.CreatePod, members: ["name","imageName","templateId","containerRegistryAuthId","dockerEntrypoint","dockerStartCmd","env","ports","computeType","cloudType","gpuTypeIds","gpuTypePriority","gpuCount","allowedCudaVersions","minRAMPerGPU","minVCPUPerGPU","minDiskBandwidthMBps","minDownloadMbps","minUploadMbps","cpuFlavorIds","cpuFlavorPriority","vcpuCount","dataCenterIds","dataCenterPriority","countryCodes","supportPublicIp","globalNetworking","containerDiskInGb","volumeInGb","volumeMountPath","networkVolumeId","interruptible","locked"] },
  "GET /pods/{podId}": { query: queries.GetPod },
  "PATCH /pods/{podId}": { body: bodies.PatchPod },
  "POST /pods/{podId}/update": { body: bodies.PatchPod },
  "GET /endpoints": { query: queries.ListEndpoints },
  "POST /endpoints": { body: bodies.CreateEndpoint, members: ["name","templateId","computeType","gpuTypeIds","gpuCount","cpuFlavorIds","vcpuCount","allowedCudaVersions","minCudaVersion","dataCenterIds","networkVolumeId","networkVolumeIds","workersMin","workersMax","scalerType","scalerValue","idleTimeout","executionTimeoutMs","flashboot"] },
  "GET /endpoints/{endpointId}": { query: queries.GetEndpoint },
  "PATCH /endpoints/{endpointId}": { body: bodies.PatchEndpoint },
  "POST /endpoints/{endpointId}/update": { body: bodies.PatchEndpoint },
  "POST /networkvolumes": { body: bodies.CreateNetworkVolume, members: ["name","size","dataCenterId"] },
  "PATCH /networkvolumes/{networkVolumeId}": { body: bodies.PatchNetworkVolume },
  "POST /networkvolumes/{networkVolumeId}/update": { body: bodies.PatchNetworkVolume },
  "GET /templates": { query: queries.ListTemplates },
  "POST /templates": { body: bodies.CreateTemplate, members: ["name","imageName","category","isServerless","isPublic","containerRegistryAuthId","dockerEntrypoint","dockerStartCmd","env","ports","containerDiskInGb","volumeInGb","volumeMountPath","readme"] },
  "GET /templates/{templateId}": { query: queries.GetTemplate },
  "PATCH /templates/{templateId}": { body: bodies.PatchTemplate },
  "POST /templates/{templateId}/update": { body: bodies.PatchTemplate },
  "POST /containerregistryauth": { body: bodies.CreateContainerRegistryAuth, members: ["name","username","password"] },
  "GET /billing/pods": { query: queries.PodBilling },
  "GET /billing/endpoints": { query: queries.EndpointBilling },
  "GET /billing/networkvolumes": { query: queries.NetworkVolumeBilling },
  "POST /v2/{slug}/run": { body: bodies.RunJob, members: ["input","webhook","policy","s3Config"] },
  "POST /v2/{slug}/runsync": { body: bodies.RunSyncJob, query: queries.RunSyncJob, members: ["input","webhook","policy","s3Config"] },
};
