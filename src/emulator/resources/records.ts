import type { components } from "../../../generated/rest/types.js";

/** The bodies of the REST API, as its document describes them. */
export type Schemas = components["schemas"];

// What the account owns, as the emulator stores it. Times are milliseconds since 1970.

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
  /** The endpoint that the Pod works for. */
  readonly endpointId?: string;
  gpuCount: number;
  costPerHr: number;
  name: string;
  image: string;
  desiredStatus: "RUNNING" | "EXITED";
  lastStartedAt: number;
  lastStatusChange: number;
  /** Since when the container runs: its image was pulled. */
  upAt?: number | undefined;
  /** Since when the ports answer. */
  portsOpenAt?: number | undefined;
  /** Why the Pod ended without being stopped. */
  exitReason?: string | undefined;
  /** When the container exits by itself. */
  exitsAt?: number | undefined;
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

export type NetworkVolume = Required<Schemas["NetworkVolume"]>;

/** Nothing checks or returns the password, so it is not stored. */
export interface RegistryAuth {
  readonly id: string;
  readonly name: string;
  username: string;
}

export interface Template {
  readonly id: string;
  /** Whether the template belongs to this account. */
  readonly owned: boolean;
  /** Whether the template belongs to the service. */
  readonly isOfficial: boolean;
  readonly isServerless: boolean;
  readonly category: string;
  readonly name: string;
  readonly imageName: string;
  readonly isPublic: boolean;
  readonly readme: string;
  readonly containerDiskInGb: number;
  readonly containerRegistryAuthId: string | undefined;
  readonly dockerEntrypoint: readonly string[];
  readonly dockerStartCmd: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly ports: readonly string[];
  readonly volumeInGb: number;
  readonly volumeMountPath: string;
}

export interface Endpoint {
  readonly id: string;
  readonly createdAt: number;
  readonly settings: EndpointSettings;
  readonly version: number;
}

type EndpointFields = Schemas["EndpointCreateInput"];

/** The fields of the create body; those with a default are always present. */
export type EndpointSettings = EndpointFields &
  Required<
    Pick<
      EndpointFields,
      | "name"
      | "templateId"
      | "computeType"
      | "dataCenterIds"
      | "gpuTypeIds"
      | "gpuCount"
      | "scalerType"
      | "scalerValue"
      | "idleTimeout"
      | "workersMin"
      | "workersMax"
      | "executionTimeoutMs"
    >
  >;

/** Something billed by time, from one moment to another. */
export interface Charge {
  readonly kind: "pods" | "endpoints" | "networkvolumes";
  /** What the charge can be filtered and grouped by, such as `podId`. */
  readonly labels: Readonly<Record<string, string | undefined>>;
  readonly usdPerHour: number;
  readonly sizeInGb: number;
  readonly from: number;
  /** `Infinity` while the charge lasts. */
  to: number;
  /** What is charged for, while the charge lasts. */
  readonly id?: string;
  /** The billed time of several charges that were merged; else it is that from `from` to `to`. */
  readonly billedMs?: number;
}

/** Nothing returns the value of a secret, so the value is not stored. */
export interface Secret {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: number;
}

/** What the user can set about the account. */
export interface UserSettings {
  /** The public SSH keys, one on each line. */
  readonly pubKey: string;
  readonly notifyPodsStale: boolean;
  readonly notifyPodsGeneral: boolean;
  readonly notifyLowBalance: boolean;
  readonly notifyOther: boolean;
}

export const DEFAULT_USER_SETTINGS: UserSettings = {
  pubKey: "",
  notifyPodsStale: true,
  notifyPodsGeneral: true,
  notifyLowBalance: true,
  notifyOther: true,
};
