import { findById, type AccountState } from "../state/account-state.js";
import { given } from "../given.js";
import type { Template } from "../state/records.js";
import { Refusal } from "../refusals/refusal.js";
import { commandView, readCommand } from "./command.js";
import type { Schemas } from "./schemas.js";

/** The container settings of a body, as 0.1.0 names them. Members that are not given are absent. */
export interface ContainerFields {
  imageName?: string;
  dockerEntrypoint?: string[];
  dockerStartCmd?: string[];
  containerDiskInGb?: number;
  env?: Record<string, string>;
  ports?: string[];
  containerRegistryAuthId?: string;
}

export function containerFields(
  state: AccountState,
  body: Schemas["ContainerConfig"],
): ContainerFields {
  const { disk, env, image, ports, registry } = body;
  checkRegistry(state, registry);
  const { entrypoint, cmd } = readCommand(body);
  return given({
    imageName: image,
    dockerEntrypoint: entrypoint && [...entrypoint],
    dockerStartCmd: cmd && [...cmd],
    containerDiskInGb: disk,
    env,
    ports,
    containerRegistryAuthId: registry,
  });
}

/** The settings of a template under those of a body. The variables of both are merged. */
export function withTemplate(
  own: ContainerFields,
  template: Template | undefined,
): ContainerFields {
  if (!template) return own;
  const { containerRegistryAuthId } = template;
  return {
    imageName: template.imageName,
    dockerEntrypoint: [...template.dockerEntrypoint],
    dockerStartCmd: [...template.dockerStartCmd],
    containerDiskInGb: template.containerDiskInGb,
    ports: [...template.ports],
    ...given({ containerRegistryAuthId }),
    ...own,
    env: { ...template.env, ...own.env },
  };
}

/**
 * The template that a body copies its settings from. Changes of the template do not reach what was made from it.
 *
 * @throws Refusal for an unknown template, and for one that is made for the other purpose
 */
export function findTemplate(
  state: AccountState,
  id: string | undefined,
  purpose: "Pods" | "endpoints",
): Template | undefined {
  if (id === undefined) return undefined;
  const template = findById(state.templates, "template", id);
  if (template.isServerless !== (purpose === "endpoints"))
    throw new Refusal("wrongTemplate", { purpose });
  return template;
}

/** The container settings as version 2 shows them. */
export function containerView(
  container: Pick<
    Template,
    | "dockerEntrypoint"
    | "dockerStartCmd"
    | "containerDiskInGb"
    | "env"
    | "ports"
    | "containerRegistryAuthId"
  > & { readonly image: string },
) {
  return {
    ...commandView(container),
    disk: container.containerDiskInGb,
    env: { ...container.env },
    image: container.image,
    ports: [...container.ports],
    registry: container.containerRegistryAuthId ?? null,
  };
}

function checkRegistry(
  { registryAuths }: AccountState,
  id: string | null | undefined,
): void {
  if (typeof id === "string" && !registryAuths.has(id))
    throw new Refusal("unknownReference", { field: "registry", id });
}
