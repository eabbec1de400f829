import {
  findById,
  findByName,
  findReference,
  type AccountState,
} from "../state/account-state.js";
import { given } from "../given.js";
import { Refusal } from "../refusals/refusal.js";
import type { QueryOf } from "../http/operations.js";
import type { Schemas, Template } from "../state/records.js";

type CreateInput = Schemas["TemplateCreateInput"];
type UpdateInput = Schemas["TemplateUpdateInput"];

/** `extras` is what version 0.1.0 does not have. */
export function createTemplate(
  state: AccountState,
  input: CreateInput,
  extras: TemplateExtras = {},
): Template {
  const { name, imageName } = input;
  const id = state.newId();
  const before = { ...DEFAULT_FIELDS, id, name, imageName, ...extras };
  return saveTemplate(state, input, before);
}

/** Changes the given fields of a template that the account owns. */
export function updateTemplate(
  state: AccountState,
  id: string,
  input: UpdateInput,
  extras: TemplateExtras = {},
): Template {
  const template = findById(state.templates, "template", id);
  if (!template.owned)
    throw new Refusal(
      "brokenRule",
      `the template "${id}" is not yours to change`,
    );
  return saveTemplate(state, input, { ...template, ...extras });
}

/** What version 0.1.0 cannot set of a template. */
export type TemplateExtras = Pick<
  Template,
  "isCopy" | "startJupyter" | "startSsh" | "allowedCudaVersions" | "graphql"
> & {
  readonly category?: string;
  readonly isServerless?: boolean;
};

/** Deletes one of the account's own templates that no endpoint uses. */
export function deleteTemplate(state: AccountState, id: string): void {
  const template = findById(state.templates, "template", id);
  if (!template.owned)
    throw new Refusal(
      "brokenRule",
      `the template "${id}" is not yours to delete`,
    );
  const endpointId = boundEndpointId(state, id);
  if (endpointId) {
    const reason = `is in use by the endpoint "${endpointId}"`;
    throw new Refusal("brokenRule", `the template "${id}" ${reason}`);
  }
  state.templates.delete(id);
}

/** The account's own templates that no endpoint uses, and what the query asks to include. */
export function listTemplates(
  state: AccountState,
  query: QueryOf<"GET /templates">,
): Template[] {
  return [...state.templates.values()].filter((template) => {
    if (template.isOfficial) return query.includeRunpodTemplates === true;
    if (!template.owned) return query.includePublicTemplates === true;
    if (query.includeEndpointBoundTemplates === true) return true;
    return boundEndpointId(state, template.id) === undefined;
  });
}

/** The id of the endpoint that uses a template, if there is one. */
export function boundEndpointId(
  state: AccountState,
  templateId: string,
): string | undefined {
  const endpoint = [...state.endpoints.values()].find(
    ({ settings }) => settings.templateId === templateId,
  );
  return endpoint?.id;
}

/** Adds the templates that every account sees: official ones, and one that another account made public. */
export function addSharedTemplates({ templates }: AccountState): void {
  for (const [id, name, imageName] of OFFICIAL_TEMPLATES)
    templates.set(id, {
      ...DEFAULT_FIELDS,
      id,
      name,
      imageName,
      isPublic: true,
      isOfficial: true,
      owned: false,
    });
  templates.set("public-notebook", {
    ...DEFAULT_FIELDS,
    id: "public-notebook",
    name: "Shared notebook",
    imageName: "example/notebook:1",
    isPublic: true,
    owned: false,
  });
}

/** The ids are those that official clients and guides name. */
const OFFICIAL_TEMPLATES = [
  ["official-pytorch", "PyTorch", "example/pytorch:2.8"],
  ["runpod-ubuntu", "Ubuntu", "example/ubuntu:24.04"],
  ["runpod-ubuntu-2204", "Ubuntu 22.04", "example/ubuntu:22.04"],
  ["runpod-ubuntu-2404", "Ubuntu 24.04", "example/ubuntu:24.04"],
  ["runpod-desktop", "Desktop", "example/desktop:1"],
  ["runpod-torch", "PyTorch 2.1 (short)", "example/pytorch:2.1"],
  ["runpod-torch-v21", "PyTorch 2.1", "example/pytorch:2.1"],
  ["runpod-torch-v220", "PyTorch 2.2", "example/pytorch:2.2"],
  ["runpod-torch-v240", "PyTorch 2.4", "example/pytorch:2.4"],
  ["runpod-torch-v280", "PyTorch 2.8", "example/pytorch:2.8"],
  ["runpod-stable-diffusion", "Stable Diffusion", "example/diffusion:1"],
  ["runpod-vscode", "VS Code Server", "example/code-server:1"],
] as const;

const DEFAULT_FIELDS = {
  owned: true,
  isOfficial: false,
  isServerless: false,
  category: "NVIDIA",
  isPublic: false,
  readme: "",
  containerDiskInGb: 50,
  containerRegistryAuthId: undefined,
  dockerEntrypoint: [],
  dockerStartCmd: [],
  env: {},
  ports: ["8888/http", "22/tcp"],
  volumeInGb: 20,
  volumeMountPath: "/workspace",
};

/** Stores a template. A field that the input does not give keeps the value that the template had before. */
function saveTemplate(
  state: AccountState,
  input: UpdateInput,
  before: Template,
): Template {
  const template: Template = { ...before, ...given(input) };
  checkNameIsFree(state, template);
  const field = "containerRegistryAuthId";
  findReference(state.registryAuths, field, input.containerRegistryAuthId);
  state.templates.set(template.id, template);
  return template;
}

function checkNameIsFree(state: AccountState, { id, name }: Template): void {
  const other = findByName(state.templates, name);
  if (other && other.id !== id)
    throw new Refusal(
      "brokenRule",
      `name is taken by another template: "${name}"`,
    );
}
