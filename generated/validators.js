// Made by `npm run generate` from specs/rest.openapi.yaml and specs/jobs.openapi.yaml. Do not edit.

import * as bodies from "./validators.bodies.js";
import * as queries from "./validators.queries.js";

export const requests = {
  "GET /pods": { query: queries.ListPods },
  "POST /pods": { body: bodies.CreatePod },
  "GET /pods/{podId}": { query: queries.GetPod },
  "PATCH /pods/{podId}": { body: bodies.PatchPod },
  "POST /pods/{podId}/update": { body: bodies.PatchPod },
  "GET /endpoints": { query: queries.ListEndpoints },
  "POST /endpoints": { body: bodies.CreateEndpoint },
  "GET /endpoints/{endpointId}": { query: queries.GetEndpoint },
  "PATCH /endpoints/{endpointId}": { body: bodies.PatchEndpoint },
  "POST /endpoints/{endpointId}/update": { body: bodies.PatchEndpoint },
  "POST /networkvolumes": { body: bodies.CreateNetworkVolume },
  "PATCH /networkvolumes/{networkVolumeId}": { body: bodies.PatchNetworkVolume },
  "POST /networkvolumes/{networkVolumeId}/update": { body: bodies.PatchNetworkVolume },
  "GET /templates": { query: queries.ListTemplates },
  "POST /templates": { body: bodies.CreateTemplate },
  "GET /templates/{templateId}": { query: queries.GetTemplate },
  "PATCH /templates/{templateId}": { body: bodies.PatchTemplate },
  "POST /templates/{templateId}/update": { body: bodies.PatchTemplate },
  "POST /containerregistryauth": { body: bodies.CreateContainerRegistryAuth },
  "GET /billing/pods": { query: queries.PodBilling },
  "GET /billing/endpoints": { query: queries.EndpointBilling },
  "GET /billing/networkvolumes": { query: queries.NetworkVolumeBilling },
  "POST /v2/{slug}/run": { body: bodies.RunJob },
  "POST /v2/{slug}/runsync": { body: bodies.RunSyncJob, query: queries.RunSyncJob },
};
