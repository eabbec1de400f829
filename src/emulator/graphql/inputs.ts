import type {
  EndpointInput,
  EndpointTemplateInput,
  PodFindAndDeployOnDemandInput,
} from "../../../generated/graphql/types.js";
import type { AccountState } from "../account-state.js";
import { gpus } from "../resources/catalog.js";
import { createTemplate } from "../resources/templates.js";
import { validBody } from "../server/validate-request.js";

// Converts the inputs of GraphQL into the members of REST bodies. A member that is null or undefined was not given.

/** The members by which several inputs describe a container. */
export type ContainerInput = Pick<
  PodFindAndDeployOnDemandInput,
  | "imageName"
  | "dockerArgs"
  | "env"
  | "ports"
  | "containerDiskInGb"
  | "volumeInGb"
  | "volumeMountPath"
  | "containerRegistryAuthId"
>;

export function containerFields(input: ContainerInput) {
  return {
    imageName: input.imageName,
    dockerStartCmd: input.dockerArgs?.split(/\s+/).filter(Boolean),
    env: input.env && envMembers(input.env),
    ports: splitList(input.ports),
    containerDiskInGb: input.containerDiskInGb,
    volumeInGb: input.volumeInGb,
    volumeMountPath: input.volumeMountPath,
    containerRegistryAuthId: input.containerRegistryAuthId,
  };
}

function envMembers(
  pairs: NonNullable<ContainerInput["env"]>,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const pair of pairs) if (pair) env[pair.key] = pair.value;
  return env;
}

/** The members of a REST body for an endpoint. A template in the input is saved as a separate template. */
export function endpointFields(state: AccountState, input: EndpointInput) {
  const { id: _, template, gpuIds, locations, flashBootType, ...same } = input;
  return {
    ...same,
    templateId: input.templateId ?? saveOwnTemplate(state, template),
    gpuTypeIds: splitList(gpuIds)?.flatMap(gpuTypesOf),
    dataCenterIds: splitList(locations),
    flashboot: flashBootType ? flashBootType !== "OFF" : undefined,
    networkVolumeIds: input.networkVolumeIds?.flatMap(
      (volume) => volume?.networkVolumeId ?? [],
    ),
    allowedCudaVersions: splitList(input.allowedCudaVersions),
  };
}

/** The parts of a comma-separated list; undefined where there are none. */
export function splitList(
  text: string | null | undefined,
): string[] | undefined {
  const parts = (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.length > 0 ? parts : undefined;
}

function saveOwnTemplate(
  state: AccountState,
  template: EndpointTemplateInput | null | undefined,
): string | undefined {
  if (!template) return undefined;
  const body = validBody("POST /templates", {
    ...containerFields(template),
    name: template.name,
    isServerless: true,
  });
  return createTemplate(state, body).id;
}

/** The GPU types of a pool. A name that is not a pool is the id of a GPU type. */
function gpuTypesOf(poolOrType: string): string[] {
  const types = gpus
    .filter(({ pool }) => pool === poolOrType)
    .map(({ id }) => id);
  return types.length > 0 ? types : [poolOrType];
}
