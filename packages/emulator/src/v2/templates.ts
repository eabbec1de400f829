import type { V2Route } from "../../generated/routes.js";
import { findById } from "../state/account-state.js";
import { given } from "../given.js";
import type { Template } from "../state/records.js";
import {
  createTemplate,
  deleteTemplate,
  updateTemplate,
  type TemplateExtras,
} from "../resources/templates.js";
import { ok, type Handlers } from "../requests/handler.js";
import { containerFields, containerView } from "./containers.js";
import { pageOf } from "./paging.js";
import { created, type Schemas } from "./schemas.js";

type TemplateRoute = Extract<
  V2Route,
  `${string} /v2/templates${string}` | "GET /v2/catalog/templates"
>;
type Body = Schemas["CreateTemplateRequest"] | Schemas["UpdateTemplateRequest"];

/** The handlers of the templates of version 2. */
export const templateHandlers: Handlers<TemplateRoute> = {
  "GET /v2/catalog/templates": ({ state, query }) => {
    const { source = "official" } = query;
    const templates = [...state.templates.values()].filter(
      ({ isPublic, isOfficial, owned }) =>
        isPublic &&
        ((source === "official" && isOfficial) ||
          (source === "community" && !isOfficial && !owned)),
    );
    return ok({ templates: templates.slice(0, 100).map(templateView) });
  },
  "GET /v2/templates": ({ state, query }) => {
    const all = [...state.templates.values()].filter(
      ({ owned, isCopy }) => owned && !isCopy,
    );
    const { items, pagination } = pageOf(all, query);
    return ok({ templates: items.map(templateView), pagination });
  },
  "POST /v2/templates": ({ state, body }) => {
    const template = createTemplate(
      state,
      {
        ports: [],
        volumeInGb: 0,
        volumeMountPath: "",
        ...containerFields(state, body),
        ...otherFields(body),
        name: body.name,
        imageName: body.image,
      },
      extrasOf(body),
    );
    return created(templateView(template));
  },
  "GET /v2/templates/{id}": ({ state, params }) =>
    ok(templateView(findById(state.templates, "template", params.id))),
  "PATCH /v2/templates/{id}": ({ state, params, body }) => {
    const fields = {
      ...containerFields(state, body),
      ...otherFields(body),
      ...given({ name: body.name }),
    };
    return ok(
      templateView(updateTemplate(state, params.id, fields, extrasOf(body))),
    );
  },
  "DELETE /v2/templates/{id}": ({ state, params }) => {
    deleteTemplate(state, params.id);
    return { status: 204 };
  },
};

function otherFields(body: Body) {
  const { persistent } = body.mounts ?? {};
  return given({
    isPublic: body.public,
    volumeInGb: body.mounts && (persistent?.size ?? 0),
    volumeMountPath: body.mounts && (persistent?.path ?? ""),
  });
}

function extrasOf({
  category,
  serverless,
  startJupyter,
  startSsh,
  allowedCudaVersions,
}: Body): TemplateExtras {
  return given({
    category,
    isServerless: serverless,
    startJupyter,
    startSsh,
    allowedCudaVersions,
  });
}

/** A template as version 2 shows it. A template of another account never shows its registry. */
function templateView(template: Template): Schemas["Template"] {
  const { volumeInGb: size, volumeMountPath: path, owned } = template;
  const container = containerView({ ...template, image: template.imageName });
  return {
    ...container,
    registry: owned ? container.registry : null,
    id: template.id,
    name: template.name,
    category: categoryOf(template),
    ...(size > 0 && { mounts: { persistent: { size, path } } }),
    public: template.isPublic,
    serverless: template.isServerless,
    startJupyter: template.startJupyter ?? true,
    startSsh: template.startSsh ?? true,
    allowedCudaVersions: [...(template.allowedCudaVersions ?? [])],
  };
}

function categoryOf({ category }: Template): Schemas["TemplateCategory"] {
  return category === "CPU" || category === "AMD" ? category : "NVIDIA";
}
