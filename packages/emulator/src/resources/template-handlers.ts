import type { RestRoute } from "../../generated/routes.js";
import { findById } from "../state/account-state.js";
import { ok, type Handlers } from "../requests/handler.js";
import type { Schemas, Template } from "../state/records.js";
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  updateTemplate,
} from "./templates.js";

type TemplateRoute = Extract<RestRoute, `${string} /templates${string}`>;

/** The handlers of the REST routes of templates. */
export const templateHandlers: Handlers<TemplateRoute> = {
  "GET /templates": ({ state, query }) =>
    ok(listTemplates(state, query).map(templateView)),
  "POST /templates": ({ state, body }) =>
    ok(templateView(createTemplate(state, body))),
  "GET /templates/{templateId}": ({ state, params }) =>
    ok(templateView(findById(state.templates, "template", params.templateId))),
  "PATCH /templates/{templateId}": ({ state, params, body }) =>
    ok(templateView(updateTemplate(state, params.templateId, body))),
  "DELETE /templates/{templateId}": ({ state, params }) => {
    deleteTemplate(state, params.templateId);
    return { status: 204 };
  },
};

/** A template as the REST API shows it. Only the account's own templates show what they earned. */
export function templateView(template: Template): Schemas["Template"] {
  const { owned, isOfficial, containerRegistryAuthId, ...rest } = template;
  const { isCopy, allowedCudaVersions, startJupyter, startSsh, ...fields } =
    rest;
  // The running service shows members that its published document does not name.
  const undocumented = {
    startJupyter: startJupyter ?? true,
    startSsh: startSsh ?? true,
  };
  const view: Schemas["Template"] = {
    ...fields,
    ...undocumented,
    dockerEntrypoint: [...template.dockerEntrypoint],
    dockerStartCmd: [...template.dockerStartCmd],
    ports: [...template.ports],
    isRunpod: isOfficial,
  };
  if (containerRegistryAuthId !== undefined)
    view.containerRegistryAuthId = containerRegistryAuthId;
  return owned ? { ...view, earned: 0, runtimeInMin: 0 } : view;
}
