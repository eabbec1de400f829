import type { RestRoute } from "../../../generated/emulator/routes.js";
import { billTime, billVolumes, type BillingQuery } from "./billing.js";
import { endpointView, type EndpointQuery } from "./endpoint-view.js";
import { createEndpoint, deleteEndpoint, updateEndpoint } from "./endpoints.js";
import {
  ok,
  param,
  removed,
  type Call,
  type Handler,
  type Reply,
} from "../server/handler.js";
import { podHandlers } from "./pod-api.js";
import {
  createRegistryAuth,
  deleteRegistryAuth,
  registryAuthView,
} from "./registry-auths.js";
import { find } from "./state.js";
import type { Schemas } from "./records.js";
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  templateView,
  updateTemplate,
  type TemplateQuery,
} from "./templates.js";
import { createVolume, deleteVolume, updateVolume } from "./volumes.js";

/** What answers each route of the management REST API. A body or query gets its type here: it was validated. */
export const restHandlers: Record<RestRoute, Handler> = {
  ...podHandlers,

  "GET /endpoints": ({ state, query }) =>
    ok(
      [...state.endpoints.values()].map((each) =>
        endpointView(state, each, query as EndpointQuery),
      ),
    ),
  "POST /endpoints": ({ state, body }) =>
    ok(
      endpointView(
        state,
        createEndpoint(state, body as Schemas["EndpointCreateInput"]),
        {},
      ),
    ),
  "GET /endpoints/{endpointId}": (call) => {
    const endpoint = find(
      call.state.endpoints,
      "endpoint",
      param(call, "endpointId"),
    );
    return ok(endpointView(call.state, endpoint, call.query));
  },
  "PATCH /endpoints/{endpointId}": patchEndpoint,
  "POST /endpoints/{endpointId}/update": patchEndpoint,
  "DELETE /endpoints/{endpointId}": (call) =>
    removed(deleteEndpoint, call, "endpointId"),

  "GET /templates": ({ state, query }) =>
    ok(listTemplates(state, query as TemplateQuery).map(templateView)),
  "POST /templates": ({ state, body }) =>
    ok(
      templateView(
        createTemplate(state, body as Schemas["TemplateCreateInput"]),
      ),
    ),
  "GET /templates/{templateId}": (call) =>
    ok(
      templateView(
        find(call.state.templates, "template", param(call, "templateId")),
      ),
    ),
  "PATCH /templates/{templateId}": patchTemplate,
  "POST /templates/{templateId}/update": patchTemplate,
  "DELETE /templates/{templateId}": (call) =>
    removed(deleteTemplate, call, "templateId"),

  "GET /networkvolumes": ({ state }) => ok([...state.volumes.values()]),
  "POST /networkvolumes": ({ state, body }) =>
    ok(createVolume(state, body as Schemas["NetworkVolumeCreateInput"])),
  "GET /networkvolumes/{networkVolumeId}": (call) =>
    ok(
      find(
        call.state.volumes,
        "network volume",
        param(call, "networkVolumeId"),
      ),
    ),
  "PATCH /networkvolumes/{networkVolumeId}": patchVolume,
  "POST /networkvolumes/{networkVolumeId}/update": patchVolume,
  "DELETE /networkvolumes/{networkVolumeId}": (call) =>
    removed(deleteVolume, call, "networkVolumeId"),

  "GET /containerregistryauth": ({ state }) =>
    ok([...state.auths.values()].map(registryAuthView)),
  "POST /containerregistryauth": ({ state, body }) => {
    const input = body as Schemas["ContainerRegistryAuthCreateInput"];
    return ok(registryAuthView(createRegistryAuth(state, input)));
  },
  "GET /containerregistryauth/{containerRegistryAuthId}": (call) => {
    const id = param(call, "containerRegistryAuthId");
    return ok(
      registryAuthView(find(call.state.auths, "container registry auth", id)),
    );
  },
  "DELETE /containerregistryauth/{containerRegistryAuthId}": (call) =>
    removed(deleteRegistryAuth, call, "containerRegistryAuthId"),

  "GET /billing/pods": ({ state, query }) =>
    ok(billTime(state, "pods", query as BillingQuery, "gpuTypeId")),
  "GET /billing/endpoints": ({ state, query }) =>
    ok(billTime(state, "endpoints", query as BillingQuery, "endpointId")),
  "GET /billing/networkvolumes": ({ state, query }) =>
    ok(billVolumes(state, query as BillingQuery)),
};

function patchEndpoint(call: Call): Reply {
  const input = call.body as Schemas["EndpointUpdateInput"];
  return ok(
    endpointView(
      call.state,
      updateEndpoint(call.state, param(call, "endpointId"), input),
      {},
    ),
  );
}

function patchTemplate(call: Call): Reply {
  const input = call.body as Schemas["TemplateUpdateInput"];
  return ok(
    templateView(updateTemplate(call.state, param(call, "templateId"), input)),
  );
}

function patchVolume(call: Call): Reply {
  const input = call.body as Schemas["NetworkVolumeUpdateInput"];
  return ok(updateVolume(call.state, param(call, "networkVolumeId"), input));
}
