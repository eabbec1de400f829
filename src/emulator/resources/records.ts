import type { components } from "../../../generated/rest/types.js";

/** The bodies and answers of the REST API. */
export type Schemas = components["schemas"];

// What the account owns, as the emulator keeps it. Times are milliseconds since 1970.

export interface Pod {
  readonly id: string;
  readonly computeType: "GPU" | "CPU";
  readonly cloudType: "SECURE" | "COMMUNITY";
  readonly interruptible: boolean;
  readonly gpuTypeId: string | undefined;
  readonly cpuFlavorId: string | undefined;
  readonly vcpuCount: number;
  readonly memoryInGb: number;
  readonly dataCenterId: string;
  readonly machineId: string;
  readonly publicIp: string;
  readonly templateId: string | undefined;
  readonly networkVolumeId: string | undefined;
  readonly createdAt: number;
  gpuCount: number;
  costPerHr: number;
  name: string;
  image: string;
  desiredStatus: "RUNNING" | "EXITED";
  lastStartedAt: number;
  lastStatusChange: number;
  locked: boolean;
  containerDiskInGb: number;
  containerRegistryAuthId: string | undefined;
  dockerEntrypoint: readonly string[];
  dockerStartCmd: readonly string[];
  env: Readonly<Record<string, string>>;
  ports: readonly string[];
  volumeInGb: number;
  volumeMountPath: string;
}

export type Volume = Required<Schemas["NetworkVolume"]>;

/** The password is checked by nothing and shown to nobody, so it is not kept. */
export interface RegistryAuth {
  readonly id: string;
  readonly name: string;
  username: string;
}

export interface Template {
  readonly id: string;
  readonly owned: boolean;
  readonly isOfficial: boolean;
  readonly isServerless: boolean;
  readonly category: string;
  name: string;
  imageName: string;
  isPublic: boolean;
  readme: string;
  containerDiskInGb: number;
  containerRegistryAuthId: string | undefined;
  dockerEntrypoint: readonly string[];
  dockerStartCmd: readonly string[];
  env: Readonly<Record<string, string>>;
  ports: readonly string[];
  volumeInGb: number;
  volumeMountPath: string;
}

export interface Endpoint {
  readonly id: string;
  readonly createdAt: number;
  readonly settings: EndpointSettings;
  readonly version: number;
}

export type EndpointSettings = Omit<
  Schemas["EndpointCreateInput"],
  "computeType"
> & {
  readonly computeType: "GPU" | "CPU";
  readonly templateId: string;
  readonly name: string;
  readonly dataCenterIds: readonly string[];
  readonly gpuTypeIds: readonly string[];
  readonly gpuCount: number;
  readonly idleTimeout: number;
  readonly scalerType: "QUEUE_DELAY" | "REQUEST_COUNT";
  readonly scalerValue: number;
  readonly workersMin: number;
  readonly workersMax: number;
  readonly executionTimeoutMs: number;
};

/** Something billed by time, from one moment to another (`Infinity` while it lasts). */
export interface Charge {
  readonly kind: "pods" | "endpoints" | "networkvolumes";
  readonly labels: Readonly<Record<string, string | undefined>>;
  readonly usdPerHour: number;
  readonly sizeInGb: number;
  readonly from: number;
  to: number;
}
