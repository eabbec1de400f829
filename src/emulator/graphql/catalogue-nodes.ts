import {
  dataCenters,
  gpuPrices,
  gpus,
  type Gpu,
} from "../resources/catalogue.js";

// What the GraphQL types show of the catalogue.

export function dataCenterNode(dataCenter: DataCenter) {
  return {
    ...dataCenter,
    listed: true,
    compliance: [],
    gpuAvailability: () => gpus.map(availabilityNode),
  };
}

type DataCenter = (typeof dataCenters)[number];

export function gpuNode(gpu: Gpu) {
  return {
    ...{
      ...gpu,
      ...gpuPrices(gpu),
      secureCloud: true,
      communityCloud: true,
      minPodGpuCount: 1,
    },
    ...{
      maxGpuCount: 8,
      maxGpuCountSecureCloud: 8,
      maxGpuCountCommunityCloud: 8,
    },
    lowestPrice: ({ input }: { readonly input?: PriceInput | null }) =>
      lowestPriceNode(gpu, input ?? {}),
  };
}

interface PriceInput {
  readonly gpuCount?: number;
  readonly secureCloud?: boolean | null;
}

/** Prices per GPU: the secure cloud's where it is asked for, else the lower one. */
function lowestPriceNode(gpu: Gpu, { gpuCount = 1, secureCloud }: PriceInput) {
  const prices = gpuPrices(gpu);
  return {
    ...{
      gpuName: gpu.displayName,
      gpuTypeId: gpu.id,
      stockStatus: gpu.stockStatus,
    },
    minimumBidPrice: secureCloud
      ? prices.secureSpotPrice
      : prices.communitySpotPrice,
    uninterruptablePrice: secureCloud ? gpu.securePrice : gpu.communityPrice,
    ...{
      minVcpu: 8 * gpuCount,
      minMemory: 32 * gpuCount,
      totalCount: 64,
      rentedCount: 16,
    },
    ...{
      rentalPercentage: 0.25,
      availableGpuCounts: [1, 2, 4, 8],
      supportPublicIp: true,
    },
  };
}

function availabilityNode(gpu: Gpu) {
  return {
    ...{
      id: gpu.id,
      gpuTypeId: gpu.id,
      displayName: gpu.displayName,
      gpuTypeDisplayName: gpu.displayName,
    },
    ...{
      available: true,
      stockStatus: gpu.stockStatus,
      gpuType: () => gpuNode(gpu),
    },
  };
}
