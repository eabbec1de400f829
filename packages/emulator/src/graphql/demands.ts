import {
  CUDA_VERSION,
  isCompliant,
  MACHINE,
  MACHINE_DISK_GB,
} from "../machines/catalog.js";

/** What an input asks of one machine. Amounts are for the whole machine, not for each GPU. */
export interface MachineDemands {
  readonly gpuCount?: number | null | undefined;
  readonly minVcpuCount?: number | null | undefined;
  readonly minMemoryInGb?: number | null | undefined;
  readonly minDisk?: number | null | undefined;
  readonly minDownload?: number | null | undefined;
  readonly minUpload?: number | null | undefined;
  readonly totalDisk?: number | null | undefined;
  readonly cudaVersion?: string | null | undefined;
  readonly minCudaVersion?: string | null | undefined;
  readonly allowedCudaVersions?:
    | readonly (string | null | undefined)[]
    | null
    | undefined;
  readonly compliance?:
    | readonly (string | null | undefined)[]
    | null
    | undefined;
}

/** The most that any machine offers of what is counted. */
const OFFERED = {
  gpuCount: () => MACHINE.gpuCount,
  minVcpuCount: (gpuCount: number) => gpuCount * MACHINE.minVCPUPerGPU,
  minMemoryInGb: (gpuCount: number) => gpuCount * MACHINE.minRAMPerGPU,
  minDisk: () => MACHINE.minDiskBandwidthMBps,
  minDownload: () => MACHINE.minDownloadMbps,
  minUpload: () => MACHINE.minUploadMbps,
  totalDisk: () => MACHINE_DISK_GB,
} as const;

const COUNTED = Object.keys(OFFERED) as (keyof typeof OFFERED)[];

/** Why no machine of the service meets the demands, in GraphQL's names; undefined where one does. */
export function unmetDemand(demands: MachineDemands): string | undefined {
  const gpuCount = Math.max(1, demands.gpuCount ?? 1);
  for (const name of COUNTED) {
    const offered = OFFERED[name](gpuCount);
    if ((demands[name] ?? 0) > offered)
      return `${name} is above the ${offered} of any machine`;
  }
  for (const name of ["cudaVersion", "minCudaVersion"] as const)
    if (Number(demands[name] ?? 0) > CUDA_VERSION)
      return `no driver supports this ${name}`;
  const allowed = demands.allowedCudaVersions?.map(Number) ?? [];
  if (allowed.length > 0 && Math.min(...allowed) > CUDA_VERSION)
    return "no driver supports these allowedCudaVersions";
  const compliance = demands.compliance?.map(String) ?? [];
  return isCompliant(compliance)
    ? undefined
    : "no data center has all of this compliance";
}
