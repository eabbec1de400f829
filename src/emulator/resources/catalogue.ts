/** A GPU type that the service offers. Prices are USD per GPU and hour. */
export interface Gpu {
  readonly id: string;
  readonly displayName: string;
  readonly manufacturer: string;
  readonly memoryInGb: number;
  readonly securePrice: number;
  readonly communityPrice: number;
  readonly pool: string;
  readonly stockStatus: string;
}

export const gpus: readonly Gpu[] = [
  gpu("NVIDIA GeForce RTX 4090", 24, 0.69, 0.34, "ADA_24"),
  gpu("NVIDIA RTX A4000", 16, 0.25, 0.17, "AMPERE_16"),
  gpu("NVIDIA GeForce RTX 3090", 24, 0.46, 0.22, "AMPERE_24"),
  gpu("NVIDIA L4", 24, 0.43, 0.39, "AMPERE_24"),
  gpu("NVIDIA A40", 48, 0.4, 0.35, "AMPERE_48"),
  gpu("NVIDIA L40S", 48, 0.86, 0.79, "ADA_48_PRO"),
  gpu("NVIDIA A100 80GB PCIe", 80, 1.64, 1.19, "AMPERE_80"),
  gpu("NVIDIA H100 80GB HBM3", 80, 2.99, 2.69, "ADA_80_PRO"),
];

export const dataCenters = [
  { id: "EU-RO-1", name: "EU-RO-1", location: "Romania", storageSupport: true },
  { id: "EU-SE-1", name: "EU-SE-1", location: "Sweden", storageSupport: true },
  { id: "EU-CZ-1", name: "EU-CZ-1", location: "Czechia", storageSupport: true },
  {
    id: "US-KS-2",
    name: "US-KS-2",
    location: "United States",
    storageSupport: true,
  },
  {
    id: "US-TX-3",
    name: "US-TX-3",
    location: "United States",
    storageSupport: true,
  },
  {
    id: "CA-MTL-1",
    name: "CA-MTL-1",
    location: "Canada",
    storageSupport: true,
  },
] as const;

export const cpuFlavors = [
  flavor("cpu3c", "Compute-Optimized", 2),
  flavor("cpu3g", "General Purpose", 4),
  flavor("cpu5c", "Compute-Optimized", 2),
  flavor("cpu5g", "General Purpose", 4),
];

export const cpuTypes = [
  {
    id: "AMD EPYC 7763 64-Core Processor",
    displayName: "AMD EPYC 7763",
    manufacturer: "AMD",
    cores: 64,
    threadsPerCore: 2,
    groupId: "cpu3g",
  },
];

/** USD per vCPU and hour of a CPU Pod. */
export const CPU_PRICE_PER_VCPU = 0.03;

/** A GPU type by its id. The service adds types faster than this list follows: an unknown id gets a medium price. */
export function gpuTypeById(id: string): Gpu {
  const known = gpus.find((candidate) => candidate.id === id);
  return known ?? gpu(id, 24, 0.5, 0.4, "AMPERE_24");
}

/** The two prices of a GPU type, and those that follow from them. */
export function gpuPrices({ securePrice, communityPrice }: Gpu) {
  return {
    securePrice,
    communityPrice,
    oneWeekPrice: cents(securePrice * 0.95),
    oneMonthPrice: cents(securePrice * 0.9),
    threeMonthPrice: cents(securePrice * 0.85),
    sixMonthPrice: cents(securePrice * 0.8),
    secureSpotPrice: cents(securePrice * 0.5),
    communitySpotPrice: cents(communityPrice * 0.5),
  };
}

function cents(usd: number): number {
  return Math.round(usd * 100) / 100;
}

function gpu(
  id: string,
  memoryInGb: number,
  securePrice: number,
  communityPrice: number,
  pool: string,
): Gpu {
  return {
    id,
    displayName: id.replace(/^NVIDIA +(GeForce )?/, ""),
    manufacturer: id.startsWith("AMD") ? "AMD" : "Nvidia",
    memoryInGb,
    securePrice,
    communityPrice,
    pool,
    stockStatus: stockStatusAt(securePrice),
  };
}

/** More expensive types are scarcer. */
function stockStatusAt(price: number): string {
  if (price < 0.5) return "High";
  return price < 2 ? "Medium" : "Low";
}

function flavor(id: string, displayName: string, ramMultiplier: number) {
  const group = id.slice(0, 4);
  return {
    id,
    displayName,
    ramMultiplier,
    groupId: group,
    groupName: group.toUpperCase(),
    minVcpu: 2,
    maxVcpu: 32,
    vcpuBurstable: false,
    diskLimitPerVcpu: 10,
  };
}
