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
  gpu("NVIDIA RTX A2000", 6, 0.12, 0.11, "AMPERE_16"),
  gpu("NVIDIA RTX A4500", 20, 0.25, 0.19, "AMPERE_16"),
  gpu("NVIDIA RTX A5000", 24, 0.27, 0.16, "AMPERE_24"),
  gpu("NVIDIA RTX A6000", 48, 0.49, 0.33, "AMPERE_48"),
  gpu("NVIDIA A30", 24, 0.35, 0.22, "AMPERE_24"),
  gpu("NVIDIA L40", 48, 0.99, 0.69, "ADA_48_PRO"),
  gpu("NVIDIA RTX 2000 Ada Generation", 16, 0.24, 0.2, "AMPERE_16"),
  gpu("NVIDIA RTX 4000 Ada Generation", 20, 0.26, 0.2, "AMPERE_16"),
  gpu("NVIDIA RTX 4000 SFF Ada Generation", 20, 0.26, 0.18, "AMPERE_16"),
  gpu("NVIDIA RTX 5000 Ada Generation", 32, 0.6, 0.44, "ADA_32_PRO"),
  gpu("NVIDIA RTX 6000 Ada Generation", 48, 0.77, 0.74, "ADA_48_PRO"),
  gpu("NVIDIA A5000 Ada", 32, 0.6, 0.44, "ADA_32_PRO"),
  gpu("NVIDIA A100-SXM4-80GB", 80, 1.74, 1.39, "AMPERE_80"),
  gpu("NVIDIA H100 PCIe", 80, 2.39, 1.99, "ADA_80_PRO"),
  gpu("NVIDIA H100 NVL", 94, 3.07, 2.59, "HOPPER_141"),
  gpu("NVIDIA H200", 141, 3.99, 3.59, "HOPPER_141"),
  gpu("NVIDIA H200 NVL", 143, 3.79, 3.39, "HOPPER_141"),
  gpu("NVIDIA B200", 180, 5.98, 4.99, "BLACKWELL_180"),
  gpu(
    "NVIDIA RTX PRO 6000 Blackwell Server Edition",
    96,
    1.79,
    1.69,
    "BLACKWELL_96",
  ),
  gpu(
    "NVIDIA RTX PRO 6000 Blackwell Workstation Edition",
    96,
    1.79,
    1.69,
    "BLACKWELL_96",
  ),
  gpu(
    "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition",
    96,
    1.79,
    1.69,
    "BLACKWELL_96",
  ),
  gpu("NVIDIA GeForce RTX 5090", 32, 0.89, 0.69, "ADA_32_PRO"),
  gpu("NVIDIA GeForce RTX 5080", 16, 0.49, 0.39, "AMPERE_16"),
  gpu("NVIDIA GeForce RTX 4080", 16, 0.5, 0.27, "AMPERE_16"),
  gpu("NVIDIA GeForce RTX 4080 SUPER", 16, 0.5, 0.28, "AMPERE_16"),
  gpu("NVIDIA GeForce RTX 4070 Ti", 12, 0.31, 0.19, "AMPERE_16"),
  gpu("NVIDIA GeForce RTX 3090 Ti", 24, 0.46, 0.27, "AMPERE_24"),
  gpu("NVIDIA GeForce RTX 3080", 10, 0.23, 0.17, "AMPERE_16"),
  gpu("NVIDIA GeForce RTX 3080 Ti", 12, 0.24, 0.18, "AMPERE_16"),
  gpu("NVIDIA GeForce RTX 3070", 8, 0.2, 0.13, "AMPERE_16"),
  gpu("Tesla T4", 16, 0.2, 0.17, "AMPERE_16"),
  gpu("Tesla V100-PCIE-16GB", 16, 0.23, 0.19, "AMPERE_16"),
  gpu("Tesla V100-FHHL-16GB", 16, 0.23, 0.19, "AMPERE_16"),
  gpu("Tesla V100-SXM2-16GB", 16, 0.23, 0.19, "AMPERE_16"),
  gpu("Tesla V100-PCIE-32GB", 32, 0.29, 0.23, "AMPERE_24"),
  gpu("Tesla V100-SXM2-32GB", 32, 0.29, 0.23, "AMPERE_24"),
  gpu("AMD Instinct MI300X OAM", 192, 2.49, 2.19, "MI300X_192"),
];

/** Further spellings of GPU types that the service accepts. */
const GPU_ALIASES = [
  "NVIDIA  RTX A4500",
  "NVIDIA  A30",
  "NVIDIA RTX A30",
  "NVIDIA GeForce RTX 3080TI",
];

const COUNTRIES: Readonly<Record<string, string>> = {
  AU: "Australia",
  CA: "Canada",
  CZ: "Czechia",
  FR: "France",
  IS: "Iceland",
  JP: "Japan",
  NL: "Netherlands",
  NO: "Norway",
  RO: "Romania",
  SE: "Sweden",
  US: "United States",
};

/** The data centers whose network volumes have an S3-compatible API, as the service listed them in August 2026. */
const S3_DATA_CENTERS: readonly string[] = [
  "EU-CZ-1",
  "EU-RO-1",
  "EUR-IS-1",
  "EUR-NO-1",
  "US-CA-2",
  "US-GA-2",
  "US-IL-1",
  "US-KS-2",
  "US-MD-1",
  "US-MO-1",
  "US-MO-2",
  "US-NC-1",
  "US-NC-2",
  "US-NE-1",
  "US-WA-1",
];

export const dataCenters: readonly DataCenter[] = [
  dataCenter("EU-RO-1", "RO"),
  dataCenter("EU-SE-1", "SE"),
  dataCenter("EU-CZ-1", "CZ"),
  dataCenter("US-KS-2", "US"),
  dataCenter("US-TX-3", "US"),
  dataCenter("CA-MTL-1", "CA"),
  dataCenter("CA-MTL-2", "CA"),
  dataCenter("CA-MTL-3", "CA"),
  dataCenter("EU-FR-1", "FR"),
  dataCenter("EU-NL-1", "NL"),
  dataCenter("EUR-IS-1", "IS"),
  dataCenter("EUR-IS-2", "IS"),
  dataCenter("EUR-IS-3", "IS"),
  dataCenter("EUR-NO-1", "NO"),
  dataCenter("US-CA-2", "US"),
  dataCenter("US-DE-1", "US"),
  dataCenter("US-GA-1", "US"),
  dataCenter("US-GA-2", "US"),
  dataCenter("US-IL-1", "US"),
  dataCenter("US-KS-3", "US"),
  dataCenter("US-MD-1", "US"),
  dataCenter("US-MO-1", "US"),
  dataCenter("US-MO-2", "US"),
  dataCenter("US-NC-1", "US"),
  dataCenter("US-NC-2", "US"),
  dataCenter("US-NE-1", "US"),
  dataCenter("US-TX-1", "US"),
  dataCenter("US-TX-4", "US"),
  dataCenter("US-WA-1", "US"),
  dataCenter("AP-JP-1", "JP"),
  dataCenter("OC-AU-1", "AU"),
];

/** What every data center has been audited against. */
export const COMPLIANCE = ["GDPR", "SOC_2_TYPE_2"] as const;

/** Whether every data center has been audited against all of these. */
export function isCompliant(wanted: readonly string[]): boolean {
  return wanted.every((each) => COMPLIANCE.some((known) => known === each));
}

/** A place where machines and network volumes are. */
export interface DataCenter {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  /** The two letters of ISO 3166. */
  readonly countryCode: string;
  readonly storageSupport: boolean;
  readonly s3apiEnabled: boolean;
}

function dataCenter(id: string, countryCode: string): DataCenter {
  const location = COUNTRIES[countryCode] ?? countryCode;
  return {
    id,
    name: id,
    location,
    countryCode,
    storageSupport: true,
    s3apiEnabled: S3_DATA_CENTERS.includes(id),
  };
}

/** The countries that data centers are in. */
export const countryCodes: readonly string[] = Object.keys(COUNTRIES);

export function isKnownGpuType(id: string): boolean {
  return GPU_ALIASES.includes(id) || gpus.some((gpu) => gpu.id === id);
}

export function isKnownDataCenter(id: string): boolean {
  return dataCenters.some((each) => each.id === id);
}

/** What one machine offers to a Pod, under the names of the demands. A demand above this finds no machine. */
export const MACHINE = {
  minRAMPerGPU: 256,
  minVCPUPerGPU: 32,
  minDiskBandwidthMBps: 3000,
  minDownloadMbps: 8000,
  minUploadMbps: 8000,
  gpuCount: 8,
} as const;

/** The local storage of a machine. */
export const MACHINE_DISK_GB = 20_000;

/** The newest version of CUDA that the drivers support. */
export const CUDA_VERSION = 13;

/** The versions of CUDA that the drivers of the machines are at. */
export const CUDA_VERSIONS = ["12.4", "12.6", "12.8", "12.9", "13.0"] as const;

/** How large the container disk of a CPU Pod may be, for each vCPU. */
export const CPU_DISK_PER_VCPU_IN_GB = 10;

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

/** The memory in GB that comes with the vCPUs of a CPU flavor. */
export function cpuMemoryInGb(flavorId: string, vcpuCount: number): number {
  const known = cpuFlavors.find(({ id }) => id === flavorId);
  return vcpuCount * (known?.ramMultiplier ?? 4);
}

/** USD per vCPU and hour of a CPU Pod. */
export const CPU_PRICE_PER_VCPU = 0.03;

/** A GPU type by its id. The service adds types faster than this list follows: an unknown id gets a medium price. */
export function gpuTypeById(id: string): Gpu {
  const known = gpus.find((candidate) => candidate.id === id);
  return known ?? gpu(id, 24, 0.5, 0.4, "AMPERE_24");
}

/** The GPU types that are rented as clusters, in the data centers of the list. */
const CLUSTER_GPUS: readonly string[] = [
  "NVIDIA A100-SXM4-80GB",
  "NVIDIA H100 80GB HBM3",
  "NVIDIA H200",
  "NVIDIA B200",
];
export const CLUSTER_DATA_CENTERS: readonly string[] = ["EU-FR-1", "US-KS-2"];

/** Whether a GPU type is rented as clusters of several machines. */
export function isClusterGpu({ id }: Gpu): boolean {
  return CLUSTER_GPUS.includes(id);
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
    diskLimitPerVcpu: CPU_DISK_PER_VCPU_IN_GB,
  };
}
