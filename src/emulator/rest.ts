import type { RestRoute } from "../../generated/routes.js";
import { billTime, billVolumes } from "./billing.js";
import type { BillingQuery } from "./billing.js";
import {
  createEndpoint,
  deleteEndpoint,
  endpointView,
  updateEndpoint,
} from "./endpoints.js";
import type { EndpointQuery } from "./endpoints.js";
import { ok, param } from "./handler.js";
import type { Call, Handler, Reply } from "./handler.js";
import { listPods, podView } from "./pod-view.js";
import type { PodQuery } from "./pod-view.js";
import {
  createPod,
  deletePod,
  resetPod,
  restartPod,
  startPod,
  stopPod,
  updatePod,
} from "./pods.js";
import {
  createRegistryAuth,
  deleteRegistryAuth,
  registryAuthView,
} from "./registry.js";
import { find } from "./state.js";
import type { Schemas, State } from "./state.js";
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  templateView,
  updateTemplate,
} from "./templates.js";
import type { TemplateQuery } from "./templates.js";
import { createVolume, deleteVolume, updateVolume } from "./volumes.js";

/** What answers each route of the management REST API. A body or query gets its type here: it was validated. */
export const restHandlers: Record<RestRoute, Handler> = {
  "GET /pods": ({ state, query }) =>
    ok(
      listPods(state, query as PodQuery).map((pod) =>
        podView(state, pod, query as PodQuery),
      ),
    ),
  "POST /pods": ({ state, body }) => {
    const pod = createPod(state, body as Schemas["PodCreateInput"]);
    return { status: 201, body: podView(state, pod, {}) };
  },
  "GET /pods/{podId}": (call) => {
    const pod = find(call.state.pods, "Pod", param(call, "podId"));
    return ok(podView(call.state, pod, call.query as PodQuery));
  },
  "PATCH /pods/{podId}": patchPod,
  "POST /pods/{podId}/update": patchPod,
  "DELETE /pods/{podId}": (call) => removed(deletePod, call, "podId"),
  "POST /pods/{podId}/start": (call) => acted(startPod, call),
  "POST /pods/{podId}/stop": (call) => acted(stopPod, call),
  "POST /pods/{podId}/reset": (call) => acted(resetPod, call),
  "POST /pods/{podId}/restart": (call) => acted(restartPod, call),

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
    return ok(endpointView(call.state, endpoint, call.query as EndpointQuery));
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

function patchPod(call: Call): Reply {
  const pod = updatePod(
    call.state,
    param(call, "podId"),
    call.body as Schemas["PodUpdateInput"],
  );
  return ok(podView(call.state, pod, {}));
}

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

function acted(act: (state: State, id: string) => unknown, call: Call): Reply {
  act(call.state, param(call, "podId"));
  return { status: 200 };
}

function removed(
  remove: (state: State, id: string) => void,
  call: Call,
  name: string,
): Reply {
  remove(call.state, param(call, name));
  return { status: 204 };
}
