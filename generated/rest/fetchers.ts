// Made by `npm run generate` from specs/rest.openapi.yaml. Do not edit.

import type { Calls, TypedClient } from "../../src/rest/typed-client.js";
import type { RestResources } from "./resources.js";
import type { paths } from "./types.js";

/** One function per operation: `client` writes the request, and `calls` send it and judge the response. */
export function createRestResources(client: TypedClient<paths>, calls: Calls): RestResources {
  return {
    pods: {
      list: (query, options) =>
        calls.json("pods.list", "GET /pods", options, (init) =>
          client.GET("/pods", { ...init, params: { query } })),
      create: (body, options) =>
        calls.json("pods.create", "POST /pods", options, (init) =>
          client.POST("/pods", { ...init, body })),
      get: (podId, query, options) =>
        calls.json("pods.get", "GET /pods/{podId}", options, (init) =>
          client.GET("/pods/{podId}", { ...init, params: { path: { podId }, query } })),
      update: (podId, body, options) =>
        calls.update("pods.update", options, {
          patch: () =>
            calls.json("pods.update", "PATCH /pods/{podId}", options, (init) =>
              client.PATCH("/pods/{podId}", { ...init, params: { path: { podId } }, body })),
          post: () =>
            calls.json("pods.update", "POST /pods/{podId}/update", options, (init) =>
              client.POST("/pods/{podId}/update", { ...init, params: { path: { podId } }, body })),
        }),
      delete: (podId, options) =>
        calls.empty("pods.delete", "DELETE /pods/{podId}", options, (init) =>
          client.DELETE("/pods/{podId}", { ...init, params: { path: { podId } } })),
      start: (podId, options) =>
        calls.empty("pods.start", "POST /pods/{podId}/start", options, (init) =>
          client.POST("/pods/{podId}/start", { ...init, params: { path: { podId } } })),
      stop: (podId, options) =>
        calls.empty("pods.stop", "POST /pods/{podId}/stop", options, (init) =>
          client.POST("/pods/{podId}/stop", { ...init, params: { path: { podId } } })),
      reset: (podId, options) =>
        calls.empty("pods.reset", "POST /pods/{podId}/reset", options, (init) =>
          client.POST("/pods/{podId}/reset", { ...init, params: { path: { podId } } })),
      restart: (podId, options) =>
        calls.empty("pods.restart", "POST /pods/{podId}/restart", options, (init) =>
          client.POST("/pods/{podId}/restart", { ...init, params: { path: { podId } } })),
    },
    endpoints: {
      list: (query, options) =>
        calls.json("endpoints.list", "GET /endpoints", options, (init) =>
          client.GET("/endpoints", { ...init, params: { query } })),
      create: (body, options) =>
        calls.json("endpoints.create", "POST /endpoints", options, (init) =>
          client.POST("/endpoints", { ...init, body })),
      get: (endpointId, query, options) =>
        calls.json("endpoints.get", "GET /endpoints/{endpointId}", options, (init) =>
          client.GET("/endpoints/{endpointId}", { ...init, params: { path: { endpointId }, query } })),
      update: (endpointId, body, options) =>
        calls.update("endpoints.update", options, {
          patch: () =>
            calls.json("endpoints.update", "PATCH /endpoints/{endpointId}", options, (init) =>
              client.PATCH("/endpoints/{endpointId}", { ...init, params: { path: { endpointId } }, body })),
          post: () =>
            calls.json("endpoints.update", "POST /endpoints/{endpointId}/update", options, (init) =>
              client.POST("/endpoints/{endpointId}/update", { ...init, params: { path: { endpointId } }, body })),
        }),
      delete: (endpointId, options) =>
        calls.empty("endpoints.delete", "DELETE /endpoints/{endpointId}", options, (init) =>
          client.DELETE("/endpoints/{endpointId}", { ...init, params: { path: { endpointId } } })),
    },
    networkVolumes: {
      list: (query, options) =>
        calls.json("networkVolumes.list", "GET /networkvolumes", options, (init) =>
          client.GET("/networkvolumes", { ...init, params: { query } })),
      create: (body, options) =>
        calls.json("networkVolumes.create", "POST /networkvolumes", options, (init) =>
          client.POST("/networkvolumes", { ...init, body })),
      get: (networkVolumeId, query, options) =>
        calls.json("networkVolumes.get", "GET /networkvolumes/{networkVolumeId}", options, (init) =>
          client.GET("/networkvolumes/{networkVolumeId}", { ...init, params: { path: { networkVolumeId }, query } })),
      update: (networkVolumeId, body, options) =>
        calls.update("networkVolumes.update", options, {
          patch: () =>
            calls.json("networkVolumes.update", "PATCH /networkvolumes/{networkVolumeId}", options, (init) =>
              client.PATCH("/networkvolumes/{networkVolumeId}", { ...init, params: { path: { networkVolumeId } }, body })),
          post: () =>
            calls.json("networkVolumes.update", "POST /networkvolumes/{networkVolumeId}/update", options, (init) =>
              client.POST("/networkvolumes/{networkVolumeId}/update", { ...init, params: { path: { networkVolumeId } }, body })),
        }),
      delete: (networkVolumeId, options) =>
        calls.empty("networkVolumes.delete", "DELETE /networkvolumes/{networkVolumeId}", options, (init) =>
          client.DELETE("/networkvolumes/{networkVolumeId}", { ...init, params: { path: { networkVolumeId } } })),
    },
    templates: {
      list: (query, options) =>
        calls.json("templates.list", "GET /templates", options, (init) =>
          client.GET("/templates", { ...init, params: { query } })),
      create: (body, options) =>
        calls.json("templates.create", "POST /templates", options, (init) =>
          client.POST("/templates", { ...init, body })),
      get: (templateId, query, options) =>
        calls.json("templates.get", "GET /templates/{templateId}", options, (init) =>
          client.GET("/templates/{templateId}", { ...init, params: { path: { templateId }, query } })),
      update: (templateId, body, options) =>
        calls.update("templates.update", options, {
          patch: () =>
            calls.json("templates.update", "PATCH /templates/{templateId}", options, (init) =>
              client.PATCH("/templates/{templateId}", { ...init, params: { path: { templateId } }, body })),
          post: () =>
            calls.json("templates.update", "POST /templates/{templateId}/update", options, (init) =>
              client.POST("/templates/{templateId}/update", { ...init, params: { path: { templateId } }, body })),
        }),
      delete: (templateId, options) =>
        calls.empty("templates.delete", "DELETE /templates/{templateId}", options, (init) =>
          client.DELETE("/templates/{templateId}", { ...init, params: { path: { templateId } } })),
    },
    containerRegistryAuths: {
      list: (query, options) =>
        calls.json("containerRegistryAuths.list", "GET /containerregistryauth", options, (init) =>
          client.GET("/containerregistryauth", { ...init, params: { query } })),
      create: (body, options) =>
        calls.json("containerRegistryAuths.create", "POST /containerregistryauth", options, (init) =>
          client.POST("/containerregistryauth", { ...init, body })),
      get: (containerRegistryAuthId, query, options) =>
        calls.json("containerRegistryAuths.get", "GET /containerregistryauth/{containerRegistryAuthId}", options, (init) =>
          client.GET("/containerregistryauth/{containerRegistryAuthId}", { ...init, params: { path: { containerRegistryAuthId }, query } })),
      delete: (containerRegistryAuthId, options) =>
        calls.empty("containerRegistryAuths.delete", "DELETE /containerregistryauth/{containerRegistryAuthId}", options, (init) =>
          client.DELETE("/containerregistryauth/{containerRegistryAuthId}", { ...init, params: { path: { containerRegistryAuthId } } })),
    },
    billing: {
      pods: (query, options) =>
        calls.json("billing.pods", "GET /billing/pods", options, (init) =>
          client.GET("/billing/pods", { ...init, params: { query } })),
      endpoints: (query, options) =>
        calls.json("billing.endpoints", "GET /billing/endpoints", options, (init) =>
          client.GET("/billing/endpoints", { ...init, params: { query } })),
      networkVolumes: (query, options) =>
        calls.json("billing.networkVolumes", "GET /billing/networkvolumes", options, (init) =>
          client.GET("/billing/networkvolumes", { ...init, params: { query } })),
    },
  };
}
