import { gpus } from "./catalogue.js";
import type { Schemas } from "./records.js";
import type { State } from "./state.js";
import { createTemplate } from "./templates.js";
import { checkedBody } from "../server/validate.js";

// GraphQL inputs in the words of the REST bodies. A member that is null or undefined was not given.

export type Maybe<T> = { readonly [Name in keyof T]?: T[Name] | null };

/** What is said of a container, wherever one is described. */
export type ContainerInput = Maybe<{
  name: string;
  imageName: string;
  dockerArgs: string;
  env: readonly ({ readonly key: string; readonly value: string } | null)[];
  ports: string;
  containerDiskInGb: number;
  volumeInGb: number;
  volumeMountPath: string;
  containerRegistryAuthId: string;
}>;

export type EndpointInput = Maybe<{
  id: string;
  name: string;
  templateId: string;
  template: ContainerInput;
  gpuIds: string;
  gpuCount: number;
  workersMin: number;
  workersMax: number;
  idleTimeout: number;
  executionTimeoutMs: number;
  scalerType: string;
  scalerValue: number;
  flashBootType: string;
  locations: string;
  networkVolumeId: string;
  networkVolumeIds: readonly ({ readonly networkVolumeId?: string } | null)[];
  allowedCudaVersions: string;
  minCudaVersion: string;
}>;

export function containerFields(input: ContainerInput) {
  const pairs = input.env?.flatMap((pair) =>
    pair ? [[pair.key, pair.value]] : [],
  );
  return {
    imageName: input.imageName,
    dockerStartCmd: input.dockerArgs?.split(/\s+/).filter(Boolean),
    env: pairs && (Object.fromEntries(pairs) as Record<string, string>),
    ports: splitList(input.ports),
    containerDiskInGb: input.containerDiskInGb,
    volumeInGb: input.volumeInGb,
    volumeMountPath: input.volumeMountPath,
    containerRegistryAuthId: input.containerRegistryAuthId,
  };
}

/** An endpoint may bring its template along, which is then saved under its own name. */
export function endpointFields(state: State, input: EndpointInput) {
  const { id, template, gpuIds, locations, flashBootType, ...same } = input;
  return {
    ...same,
    templateId: input.templateId ?? bringTemplate(state, template),
    gpuTypeIds: splitList(gpuIds)?.flatMap(gpusOf),
    dataCenterIds: splitList(locations),
    flashboot: flashBootType ? flashBootType !== "OFF" : undefined,
    networkVolumeIds: input.networkVolumeIds?.flatMap(
      (entry) => entry?.networkVolumeId ?? [],
    ),
    allowedCudaVersions: splitList(input.allowedCudaVersions),
  };
}

/** The parts of a comma-separated list; undefined where it is not given or empty. */
export function splitList(
  text: string | null | undefined,
): string[] | undefined {
  const parts =
    text
      ?.split(",")
      .map((part) => part.trim())
      .filter(Boolean) ?? [];
  return parts.length > 0 ? parts : undefined;
}

function bringTemplate(
  state: State,
  template: ContainerInput | null | undefined,
) {
  if (!template) return undefined;
  const { name } = template;
  const body = checkedBody("POST /templates", {
    ...containerFields(template),
    name,
    isServerless: true,
  });
  return createTemplate(state, body as Schemas["TemplateCreateInput"]).id;
}

/** The GPU types of a pool; a name that is no pool is taken for a GPU type. */
function gpusOf(poolOrType: string): string[] {
  const types = gpus
    .filter(({ pool }) => pool === poolOrType)
    .map(({ id }) => id);
  return types.length > 0 ? types : [poolOrType];
}
