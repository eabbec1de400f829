import type { RestRoute } from "../../../generated/emulator/routes.js";
import {
  ok,
  param,
  removed,
  type Call,
  type Handler,
  type Reply,
} from "../server/handler.js";
import { listPods, podView, type PodQuery } from "./pod-view.js";
import {
  createPod,
  deletePod,
  resetPod,
  restartPod,
  startPod,
  stopPod,
  updatePod,
} from "./pods.js";
import type { Schemas } from "./records.js";
import { find, type State } from "./state.js";

type PodRoute = Extract<RestRoute, `${string} /pods${string}`>;

/** What answers the routes of Pods. */
export const podHandlers: Record<PodRoute, Handler> = {
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
    return ok(podView(call.state, pod, call.query));
  },
  "PATCH /pods/{podId}": patchPod,
  "POST /pods/{podId}/update": patchPod,
  "DELETE /pods/{podId}": (call) => removed(deletePod, call, "podId"),
  "POST /pods/{podId}/start": (call) => acted(startPod, call),
  "POST /pods/{podId}/stop": (call) => acted(stopPod, call),
  "POST /pods/{podId}/reset": (call) => acted(resetPod, call),
  "POST /pods/{podId}/restart": (call) => acted(restartPod, call),
};

function patchPod(call: Call): Reply {
  const pod = updatePod(
    call.state,
    param(call, "podId"),
    call.body as Schemas["PodUpdateInput"],
  );
  return ok(podView(call.state, pod, {}));
}

function acted(act: (state: State, id: string) => unknown, call: Call): Reply {
  act(call.state, param(call, "podId"));
  return { status: 200 };
}
