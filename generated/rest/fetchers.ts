// Made by `npm run generate` from specs/rest.openapi.yaml. Do not edit.

import type { Make } from "../surfaces/operations.js";
import type { RestResources } from "./resources.js";

/** One function per operation, all of them by `make`. */
export function createRestResources(make: Make): RestResources {
  return make<RestResources>({
    pods: {
      list: "GET /pods json {query}",
      create: "POST /pods json {body}",
      get: "GET /pods/{podId} json {query}",
      update: "PATCH /pods/{podId} json {body} synonym",
      delete: "DELETE /pods/{podId} nothing",
      start: "POST /pods/{podId}/start nothing",
      stop: "POST /pods/{podId}/stop nothing",
      reset: "POST /pods/{podId}/reset nothing",
      restart: "POST /pods/{podId}/restart nothing",
    },
    endpoints: {
      list: "GET /endpoints json {query}",
      create: "POST /endpoints json {body}",
      get: "GET /endpoints/{endpointId} json {query}",
      update: "PATCH /endpoints/{endpointId} json {body} synonym",
      delete: "DELETE /endpoints/{endpointId} nothing",
    },
    networkVolumes: {
      list: "GET /networkvolumes json {query}",
      create: "POST /networkvolumes json {body}",
      get: "GET /networkvolumes/{networkVolumeId} json {query}",
      update: "PATCH /networkvolumes/{networkVolumeId} json {body} synonym",
      delete: "DELETE /networkvolumes/{networkVolumeId} nothing",
    },
    templates: {
      list: "GET /templates json {query}",
      create: "POST /templates json {body}",
      get: "GET /templates/{templateId} json {query}",
      update: "PATCH /templates/{templateId} json {body} synonym",
      delete: "DELETE /templates/{templateId} nothing",
    },
    containerRegistryAuths: {
      list: "GET /containerregistryauth json {query}",
      create: "POST /containerregistryauth json {body}",
      get: "GET /containerregistryauth/{containerRegistryAuthId} json {query}",
      delete: "DELETE /containerregistryauth/{containerRegistryAuthId} nothing",
    },
    billing: {
      pods: "GET /billing/pods json {query}",
      endpoints: "GET /billing/endpoints json {query}",
      networkVolumes: "GET /billing/networkvolumes json {query}",
    },
  });
}
