import type { RestComponents as components } from "cloud-compute-sdk";

/** The bodies of the REST API, as its document describes them. */
export type Schemas = components["schemas"];

/** Where the TCP ports of a Pod answer. */
export interface PodAddress {
  readonly host: string;
  readonly ports: Readonly<Record<string, number>>;
}

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
  /** What an interruptible Pod pays for each GPU, in USD per hour. */
  bidPerGpu?: number | undefined;
  /** What only GraphQL shows, under GraphQL's names. */
  graphql?: GraphqlMembers | undefined;
  /** The endpoint that the Pod works for. */
  readonly endpointId?: string;
  /** The cluster that the Pod belongs to, and its number there. */
  readonly cluster?: { readonly id: string; readonly rank: number } | undefined;
  /** Whether the Pod is part of the private network of the account. */
  globalNetworking?: boolean | undefined;
  /** What the container and the machine have written; lines of a start that is under way lie in the future. */
  log?: readonly LogEntry[] | undefined;
  gpuCount: number;
  costPerHr: number;
  name: string;
  image: string;
  desiredStatus: "RUNNING" | "EXITED";
  lastStartedAt: number;
  lastStatusChange: number;
  /** Since when the Pod has a machine. */
  placedAt?: number | undefined;
  /** Since when the container runs: its image was pulled. */
  upAt?: number | undefined;
  /** Since when the ports answer. */
  portsOpenAt?: number | undefined;
  /** How often the Pod was started after a stop. */
  starts?: number | undefined;
  /** The address from before the last stop, and until when it is shown after the next start. */
  oldAddress?: (PodAddress & { readonly until: number }) | undefined;
  /** Why the Pod ended without being stopped. */
  exitReason?: string | undefined;
  /** When the command of the container ends, so that the container starts again. */
  exitsAt?: number | undefined;
  /** When the service stops the Pod. */
  stopsAt?: number | undefined;
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

/** Members that the emulator stores as GraphQL received them, and shows in GraphQL again. */
type GraphqlMembers = Readonly<Record<string, unknown>>;

/** A line of a log. Only version 2 shows logs. */
export interface LogEntry {
  readonly at: number;
  readonly source: "container" | "system";
  readonly line: string;
}

export type NetworkVolume = Required<Schemas["NetworkVolume"]> & {
  /** The storage class, which only version 2 shows. @default "STANDARD" */
  readonly type?: "STANDARD" | "HIGH_PERFORMANCE" | undefined;
};

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
  /** Whether this is the copy that an endpoint of version 2 keeps of its container settings. */
  readonly isCopy?: boolean | undefined;
  /** What only version 2 shows. */
  readonly startJupyter?: boolean | undefined;
  readonly startSsh?: boolean | undefined;
  readonly allowedCudaVersions?: readonly string[] | undefined;
  /** What only GraphQL shows, under GraphQL's names. */
  readonly graphql?: GraphqlMembers | undefined;
}

/** The settings of an endpoint that version 0.1.0 does not have. */
export interface EndpointExtras {
  readonly type: "QUEUE" | "LOAD_BALANCER";
  readonly flashboot: "OFF" | "FLASHBOOT" | "PRIORITY_FLASHBOOT";
  readonly pools: readonly string[];
  readonly excludedTypes: readonly string[];
  /** What only GraphQL shows, under GraphQL's names. */
  readonly graphql?: GraphqlMembers | undefined;
}

/** A version of the settings of an endpoint. */
export interface Release {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  readonly diff: readonly {
    readonly field: string;
    readonly old: unknown;
    readonly new: unknown;
  }[];
}

export const BUILD_STATUSES = [
  "PENDING",
  "BUILDING",
  "UPLOADING",
  "TESTING",
  "COMPLETED",
  "FAILED",
  "CANCELLED",
  "TEST_FAILED",
] as const;

/** A build of the image of an endpoint, which only version 2 shows. The emulator builds nothing: a seed adds builds. */
export interface Build {
  readonly id: string;
  readonly status: (typeof BUILD_STATUSES)[number];
  readonly commitHash?: string;
  readonly commitMessage?: string;
  readonly branch?: string;
  /** As an ISO date. */
  readonly commitDate?: string;
  readonly imageName?: string;
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly error?: string;
}

/** A group of equal Pods, which 0.1.0 does not have. The Pods name their cluster. */
export interface Cluster {
  readonly id: string;
  readonly name: string;
  readonly type: "APPLICATION" | "TRAINING" | "SLURM" | "RAY";
  readonly compute: {
    readonly gpuTypeId: string;
    readonly gpuCountPerPod: number;
    readonly podCount: number;
  };
  readonly createdAt: number;
}

/** The permission to pull from a repository of Amazon's registry. */
export interface Delegation {
  readonly id: string;
  readonly name: string | null;
  readonly resource: string;
  readonly createdAt: number;
}

export interface Endpoint {
  readonly id: string;
  readonly createdAt: number;
  readonly settings: EndpointSettings;
  readonly version: number;
  /** Absent where the endpoint was made by 0.1.0. */
  readonly extras?: EndpointExtras | undefined;
  /** The changes of the settings since the endpoint was made, oldest first. */
  readonly releases?: readonly Release[] | undefined;
  /** Oldest first. */
  readonly builds?: readonly Build[] | undefined;
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
  readonly kind: "pods" | "endpoints" | "networkvolumes" | "models";
  /** What the charge can be filtered and grouped by, such as `podId`. */
  readonly labels: Readonly<Record<string, string | undefined>>;
  readonly usdPerHour: number;
  readonly sizeInGb: number;
  readonly from: number;
  /** `Infinity` while the charge lasts. */
  to: number;
  /** What is charged for, while the charge lasts. */
  readonly id?: string;
  /** The billed time of merged charges, in milliseconds; undefined if the time from `from` to `to` is billed. */
  readonly billedMs?: number;
}

/** Nothing returns the value of a secret, so the value is not stored. */
export interface Secret {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: number;
  /** When version 2 last replaced the value. */
  readonly valueChangedAt?: number | undefined;
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
