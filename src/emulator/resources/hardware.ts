import { gpuById, gpus, vcpuPrice } from "./catalogue.js";
import type { Pod, Schemas } from "./records.js";

type HardwareField =
  | "computeType"
  | "cloudType"
  | "interruptible"
  | "gpuTypeId"
  | "gpuCount"
  | "cpuFlavorId"
  | "vcpuCount"
  | "memoryInGb";

/** What a Pod runs on, and on which terms. */
type Hardware = Pick<Pod, HardwareField>;

/** The first GPU type or CPU flavor asked for, at the sizes the service gives with it. */
export function hardwareOf(input: Schemas["PodCreateInput"]): Hardware {
  const terms = {
    computeType: input.computeType ?? "GPU",
    cloudType: input.cloudType ?? "SECURE",
    interruptible: input.interruptible ?? false,
  };
  const cpuFlavorId = input.cpuFlavorIds?.[0] ?? "cpu3g";
  const vcpuCount = input.vcpuCount ?? 2;
  if (terms.computeType === "CPU") {
    const size = { vcpuCount, memoryInGb: vcpuCount * 4 };
    return {
      ...terms,
      ...size,
      cpuFlavorId,
      gpuTypeId: undefined,
      gpuCount: 0,
    };
  }
  const gpuCount = input.gpuCount ?? 1;
  const size = {
    vcpuCount: gpuCount * Math.max(8, input.minVCPUPerGPU ?? 0),
    memoryInGb: gpuCount * Math.max(32, input.minRAMPerGPU ?? 0),
  };
  const gpuTypeId = input.gpuTypeIds?.[0] ?? gpus[0]?.id;
  return { ...terms, ...size, gpuTypeId, gpuCount, cpuFlavorId: undefined };
}

/** USD an hour for what the Pod runs on. An interruptible Pod costs half. */
export function priceOf(pod: Hardware): number {
  const gpu = gpuById(pod.gpuTypeId ?? "");
  const gpuPrice =
    pod.cloudType === "SECURE" ? gpu.securePrice : gpu.communityPrice;
  const price =
    pod.computeType === "CPU"
      ? vcpuPrice * pod.vcpuCount
      : gpuPrice * pod.gpuCount;
  return Number((pod.interruptible ? price / 2 : price).toFixed(4));
}
