import { Refusal } from "../server/refused-error.js";
import { find, refer, type State } from "./state.js";
import type { Schemas, Template } from "./records.js";

type CreateInput = Schemas["TemplateCreateInput"];
type UpdateInput = Schemas["TemplateUpdateInput"];

/** Which templates to list beside one's own free ones. */
export interface TemplateQuery {
  readonly includeEndpointBoundTemplates?: boolean;
  readonly includePublicTemplates?: boolean;
  readonly includeRunpodTemplates?: boolean;
}

export function createTemplate(state: State, input: CreateInput): Template {
  const terms = {
    category: input.category ?? "NVIDIA",
    isServerless: input.isServerless ?? false,
  };
  return saveTemplate(state, input, { id: state.newId(), ...terms });
}

export function updateTemplate(
  state: State,
  id: string,
  input: UpdateInput,
): Template {
  const template = find(state.templates, "template", id);
  if (!template.owned)
    throw new Refusal(400, `the template "${id}" is not yours to change`);
  const { name, imageName } = template;
  return saveTemplate(
    state,
    {
      ...input,
      name: input.name ?? name,
      imageName: input.imageName ?? imageName,
    },
    template,
  );
}

/** Deletes a template of one's own that no endpoint uses. */
export function deleteTemplate(state: State, id: string): void {
  const template = find(state.templates, "template", id);
  if (!template.owned)
    throw new Refusal(400, `the template "${id}" is not yours to delete`);
  const endpointId = boundEndpointId(state, id);
  if (endpointId) {
    throw new Refusal(
      400,
      `the template "${id}" is in use by the endpoint "${endpointId}"`,
    );
  }
  state.templates.delete(id);
}

export function listTemplates(state: State, query: TemplateQuery): Template[] {
  return [...state.templates.values()].filter((template) => {
    if (template.isOfficial) return query.includeRunpodTemplates === true;
    if (!template.owned) return query.includePublicTemplates === true;
    return (
      query.includeEndpointBoundTemplates === true ||
      !boundEndpointId(state, template.id)
    );
  });
}

/** The endpoint that uses this template, if there is one. */
export function boundEndpointId(
  state: State,
  templateId: string,
): string | undefined {
  return [...state.endpoints.values()].find(
    ({ settings }) => settings.templateId === templateId,
  )?.id;
}

/** Adds the two templates everyone sees: an official one and one that another account made public. */
export function addSharedTemplates(state: State): void {
  const fields = {
    isServerless: false,
    category: "NVIDIA",
    isPublic: true,
    owned: false,
  };
  const official = { name: "PyTorch", imageName: "example/pytorch:2.8" };
  saveTemplate(state, official, {
    id: "official-pytorch",
    ...fields,
    isOfficial: true,
  });
  const shared = { name: "Shared notebook", imageName: "example/notebook:1" };
  saveTemplate(state, shared, { id: "public-notebook", ...fields });
}

export function templateView({
  owned,
  isOfficial,
  containerRegistryAuthId,
  ...template
}: Template): Schemas["Template"] {
  return {
    ...template,
    ...(containerRegistryAuthId === undefined
      ? {}
      : { containerRegistryAuthId }),
    dockerEntrypoint: [...template.dockerEntrypoint],
    dockerStartCmd: [...template.dockerStartCmd],
    ports: [...template.ports],
    isRunpod: isOfficial,
    ...(owned ? { earned: 0, runtimeInMin: 0 } : {}),
  };
}

type Before = Partial<Template> &
  Pick<Template, "id" | "category" | "isServerless">;

function saveTemplate(
  state: State,
  input: UpdateInput & Named,
  before: Before,
): Template {
  refuseTakenName(state, input.name, before.id);
  refer(state.auths, "containerRegistryAuthId", input.containerRegistryAuthId);
  const template: Template = {
    ...{
      id: before.id,
      owned: before.owned ?? true,
      isOfficial: before.isOfficial ?? false,
    },
    ...{ isServerless: before.isServerless, category: before.category },
    ...{ name: input.name, imageName: input.imageName },
    isPublic: input.isPublic ?? before.isPublic ?? false,
    readme: input.readme ?? before.readme ?? "",
    containerDiskInGb:
      input.containerDiskInGb ?? before.containerDiskInGb ?? 50,
    containerRegistryAuthId:
      input.containerRegistryAuthId ?? before.containerRegistryAuthId,
    dockerEntrypoint: input.dockerEntrypoint ?? before.dockerEntrypoint ?? [],
    dockerStartCmd: input.dockerStartCmd ?? before.dockerStartCmd ?? [],
    env: input.env ?? before.env ?? {},
    ports: input.ports ?? before.ports ?? ["8888/http", "22/tcp"],
    volumeInGb: input.volumeInGb ?? before.volumeInGb ?? 20,
    volumeMountPath:
      input.volumeMountPath ?? before.volumeMountPath ?? "/workspace",
  };
  state.templates.set(template.id, template);
  return template;
}

interface Named {
  readonly name: string;
  readonly imageName: string;
}

function refuseTakenName(state: State, name: string, id: string): void {
  const taken = [...state.templates.values()].some(
    (other) => other.name === name && other.id !== id,
  );
  if (taken)
    throw new Refusal(400, `name is taken by another template: "${name}"`);
}
