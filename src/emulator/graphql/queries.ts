import {
  cpuFlavors,
  cpuTypes,
  dataCenters,
  gpus,
  vcpuPrice,
} from "../resources/catalogue.js";
import { dataCenterNode, gpuNode } from "./catalogue-nodes.js";
import { endpointNode, templateNode, volumeNode } from "./nodes.js";
import { podNode } from "./pod-node.js";
import { registryAuthView } from "../resources/registry-auths.js";
import type { Template } from "../resources/records.js";
import type { State } from "../resources/state.js";

/** Whose request a GraphQL document is. */
export interface Context {
  readonly state: State;
  /** Without a key only the catalogue answers; what is the account's own is null. */
  readonly hasKey: boolean;
}

interface Filter<T> {
  readonly input?: { readonly [Name in keyof T]?: T[Name] | null } | null;
}

/** What answers each field of Query. */
export const queries = {
  gpuTypes: ({ input }: Filter<{ id: string; ids: string[] }>) =>
    gpus
      .filter(
        ({ id }) =>
          (input?.id ?? id) === id && (input?.ids ?? [id]).includes(id),
      )
      .map(gpuNode),

  dataCenters: () => dataCenters.map(dataCenterNode),

  cpuTypes: () => cpuTypes,

  cpuFlavors: ({ input }: Filter<{ id: string }>) =>
    cpuFlavors
      .filter(({ id }) => (input?.id ?? id) === id)
      .map((flavor) => ({ ...flavor, specifics: specificsNode })),

  serverlessGpuPools: () =>
    [...new Set(gpus.map(({ pool }) => pool))].map((id) => ({
      id,
      gpuTypeIds: gpus.filter(({ pool }) => pool === id).map((gpu) => gpu.id),
    })),

  myself: (_: unknown, { state, hasKey }: Context) =>
    hasKey ? accountNode(state) : null,

  pod: ({ input }: Filter<{ podId: string }>, { state, hasKey }: Context) => {
    const pod = hasKey ? state.pods.get(input?.podId ?? "") : undefined;
    return pod ? podNode(state, pod) : null;
  },

  podTemplates: (
    { input }: Filter<{ isRunpod: boolean }>,
    { state, hasKey }: Context,
  ) => {
    if (!hasKey) return null;
    const wanted = input?.isRunpod ?? undefined;
    return templateNodes(
      state,
      ({ isOfficial }) => wanted === undefined || isOfficial === wanted,
    );
  },

  podTemplate: (
    { id }: { readonly id: string },
    { state, hasKey }: Context,
  ) => {
    const template = hasKey ? state.templates.get(id) : undefined;
    return template ? templateNode(state, template) : null;
  },
};

function accountNode(state: State) {
  const pods = [...state.pods.values()];
  const running = pods.filter(
    ({ desiredStatus }) => desiredStatus === "RUNNING",
  );
  return {
    ...{
      ...state.account,
      isTeam: false,
      multiFactorEnabled: false,
      savingsPlans: [],
    },
    ...{
      clientBalance: 100,
      minBalance: 0,
      underBalance: false,
      spendLimit: 80,
    },
    ...{ clientLifetimeSpend: 0, maxServerlessConcurrency: 10 },
    currentSpendPerHr: running.reduce(
      (sum, { costPerHr }) => sum + costPerHr,
      0,
    ),
    pods: () => pods.map((pod) => podNode(state, pod)),
    podTemplates: () => templateNodes(state, ({ owned }) => owned),
    endpoints: () =>
      [...state.endpoints.values()].map((endpoint) =>
        endpointNode(state, endpoint),
      ),
    endpoint: ({ id }: { readonly id: string }) => {
      const endpoint = state.endpoints.get(id);
      return endpoint ? endpointNode(state, endpoint) : null;
    },
    networkVolumes: () => [...state.volumes.values()].map(volumeNode),
    containerRegistryCreds: () =>
      [...state.auths.values()].map(registryAuthView),
  };
}

function templateNodes(
  state: State,
  isWanted: (template: Template) => boolean,
) {
  const wanted = [...state.templates.values()].filter(isWanted);
  return wanted.map((template) => templateNode(state, template));
}

/** An instance is named by flavor, vCPUs and GB of memory, such as `cpu3g-2-8`. */
function specificsNode({ input }: Filter<{ instanceId: string }>) {
  const vcpus = Number(input?.instanceId?.split("-")[1] ?? 2);
  return {
    stockStatus: "High",
    securePrice: vcpus * vcpuPrice,
    slsPrice: vcpus * vcpuPrice * 1.5,
  };
}
