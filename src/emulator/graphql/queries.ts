import type {
  GpuTypeFilter,
  PodFilter,
} from "../../../generated/graphql/types.js";
import type { AccountState } from "../account-state.js";
import { balanceOf, spendPerHour } from "../resources/balance.js";
import {
  countryCodes,
  CPU_PRICE_PER_VCPU,
  cpuFlavors,
  cpuTypes,
  dataCenters,
  gpus,
} from "../resources/catalog.js";
import type { Template } from "../resources/records.js";
import { registryAuthView } from "../resources/registry-auths.js";
import {
  dataCenterNode,
  endpointNode,
  gpuNode,
  podNode,
  secretNode,
  templateNode,
  volumeNode,
} from "./nodes.js";
import type { Context, InputArgs } from "./resolver.js";

/** The resolver of each field of Query. */
export const queries = {
  gpuTypes: ({ input }: InputArgs<GpuTypeFilter>, { state }: Context) =>
    gpus
      .filter(({ id }) => (input?.id ?? id) === id)
      .filter(({ id }) => input?.ids?.includes(id) ?? true)
      .map((gpu) => gpuNode(state, gpu)),

  dataCenters: (_: unknown, { state }: Context) =>
    dataCenters.map((each) => dataCenterNode(state, each)),

  cpuTypes: () => cpuTypes,

  countryCodes: () => countryCodes,

  // The account has nothing in the hub and in the model store.
  listings: () => [],
  listing: () => null,
  listingFromRepo: () => null,
  myModels: () => [],
  myModel: () => null,

  cpuFlavors: ({ input }: InputArgs<{ readonly id?: string | null }>) =>
    cpuFlavors
      .filter(({ id }) => (input?.id ?? id) === id)
      .map((flavor) => ({ ...flavor, specifics: cpuFlavorSpecifics })),

  serverlessGpuPools: () => {
    const pools = new Set(gpus.map(({ pool }) => pool));
    return [...pools].map((id) => ({
      id,
      gpuTypeIds: gpus.filter(({ pool }) => pool === id).map((gpu) => gpu.id),
    }));
  },

  myself: (_: unknown, { state, hasKey }: Context) =>
    hasKey ? accountNode(state) : null,

  pod: ({ input }: InputArgs<PodFilter>, { state, hasKey }: Context) => {
    const pod = hasKey ? state.pods.get(input?.podId ?? "") : undefined;
    return pod ? podNode(state, pod) : null;
  },

  podTemplates: (
    { input }: InputArgs<{ readonly isRunpod?: boolean | null }>,
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

export function accountNode(state: AccountState) {
  const pods = [...state.pods.values()];
  return {
    ...state.account,
    ...state.userSettings,
    authId: state.account.id,
    signedTermsOfService: true,
    machineQuota: 0,
    referralEarned: 0,
    templateEarned: 0,
    hostBalance: 0,
    hostStripeLinked: false,
    creditAlertThreshold: 0,
    serverlessDiscount: null,
    backgroundPods: [],
    datacenters: [],
    secrets: () => [...state.secrets.values()].map(secretNode),
    isTeam: false,
    multiFactorEnabled: false,
    savingsPlans: [],
    clientBalance: balanceOf(state),
    minBalance: 0,
    underBalance: balanceOf(state) <= 0,
    spendLimit: 80,
    clientLifetimeSpend: Number(
      (state.ledger.credit - balanceOf(state)).toFixed(10),
    ),
    maxServerlessConcurrency: 10,
    currentSpendPerHr: spendPerHour(state),
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
    networkVolumes: () =>
      [...state.networkVolumes.values()].map((volume) =>
        volumeNode(state, volume),
      ),
    containerRegistryCreds: () =>
      [...state.registryAuths.values()].map(registryAuthView),
  };
}

function templateNodes(
  state: AccountState,
  isWanted: (template: Template) => boolean,
) {
  const wanted = [...state.templates.values()].filter(isWanted);
  return wanted.map((template) => templateNode(state, template));
}

/** The id of an instance consists of flavor, vCPUs and GB of memory, such as `cpu3g-2-8`. */
function cpuFlavorSpecifics({
  input,
}: InputArgs<{ readonly instanceId?: string | null }>) {
  const vcpus = Number(input?.instanceId?.split("-")[1] ?? 2);
  return {
    stockStatus: "High",
    securePrice: vcpus * CPU_PRICE_PER_VCPU,
    slsPrice: vcpus * CPU_PRICE_PER_VCPU * 1.5,
  };
}
