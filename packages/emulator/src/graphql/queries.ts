import type { GpuTypeFilter, PodFilter } from "cloud-compute-sdk";
import { models } from "cloud-compute-sdk/models";
import type { AccountState } from "../state/account-state.js";
import { balanceOf, spendPerHour } from "../machines/balance.js";
import {
  countryCodes,
  CPU_PRICE_PER_VCPU,
  cpuFlavors,
  cpuTypes,
  dataCenters,
  gpus,
  isClusterGpu,
  isKnownDataCenter,
} from "../machines/catalog.js";
import type { Template } from "../state/records.js";
import { registryAuthView } from "../resources/registry-auths.js";
import {
  clusterNode,
  dataCenterNode,
  endpointNode,
  flashAuthNode,
  gpuNode,
  podNode,
  publishedAt,
  secretNode,
  templateNode,
  volumeNode,
} from "./nodes.js";
import type { Context, InputArgs } from "./resolver.js";

/** The slugs and names of the public models, as the catalog of GraphQL lists them. */
const publicModelConfigs = Object.values(models).map(
  ({ slug, kind, price }) => ({
    id: `config-${slug}`,
    aiApiId: slug,
    modelName: slug,
    displayName: slug.replaceAll("-", " "),
    description: null,
    metadata: JSON.stringify({ source: kind, price }),
    isLive: true,
  }),
);

/** The resolver of each field of Query. */
export const queries = {
  gpuTypes: ({ input }: InputArgs<GpuTypeFilter>, { state }: Context) =>
    gpus
      .filter(({ id }) => (input?.id ?? id) === id)
      .filter(({ id }) => input?.ids?.includes(id) ?? true)
      .filter((gpu) => !input?.cluster || isClusterGpu(gpu))
      .map((gpu) => gpuNode(state, gpu)),

  dataCenters: (_: unknown, { state }: Context) =>
    dataCenters.map((each) => dataCenterNode(state, each)),

  cpuTypes: () => cpuTypes,

  countryCodes: () => countryCodes,

  // The emulator has no projects in the hub.
  listings: () => [],
  listing: () => null,
  listingFromRepo: () => null,
  allAiApiPublicConfigs: (_: unknown, { state }: Context) =>
    publicModelConfigs.map((config) => ({ ...config, ...publishedAt(state) })),

  flashAuthRequestStatus: (
    { flashAuthRequestId: id }: { readonly flashAuthRequestId: string },
    { state }: Context,
  ) => (state.flashAuthRequests.has(id) ? flashAuthNode(state, id) : null),

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
    clusters: () =>
      [...state.clusters.values()].map((each) => clusterNode(state, each)),
    cluster: ({ input }: InputArgs<{ readonly id?: string | null }>) => {
      const cluster = state.clusters.get(input?.id ?? "");
      return cluster ? clusterNode(state, cluster) : null;
    },
    globalStoreBuckets: [],
    flashApps: [],
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

/**
 * The price and the stock of an instance, whose id consists of flavor, vCPUs and GB of memory, such as `cpu3g-2-8`. A data
 * center that does not exist has no stock.
 */
function cpuFlavorSpecifics({
  input,
}: InputArgs<{
  readonly instanceId?: string | null;
  readonly dataCenterId?: string | null;
}>) {
  const vcpus = Number(input?.instanceId?.split("-")[1] ?? 2);
  const isThere = !input?.dataCenterId || isKnownDataCenter(input.dataCenterId);
  return {
    stockStatus: isThere ? "High" : null,
    securePrice: vcpus * CPU_PRICE_PER_VCPU,
    slsPrice: vcpus * CPU_PRICE_PER_VCPU * 1.5,
  };
}
