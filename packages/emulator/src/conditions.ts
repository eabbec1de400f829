// What a test can set about an account, and what follows from it.

/**
 * How many GPUs are free, by GPU type: in all data centers together, or in each named one. A GPU type or data center
 * that is not named is never out of stock.
 */
export type Stock = Readonly<
  Record<string, number | Readonly<Record<string, number>>>
>;

/** A stock to set: `null` lifts the limit of a GPU type, or of a data center. */
export type StockLevels = Readonly<
  Record<
    string,
    | number
    | Readonly<Record<string, number | null | undefined>>
    | null
    | undefined
  >
>;

/** How Pods start and end. Milliseconds on the emulator's clock. */
export interface PodConditions {
  /**
   * How long a new Pod has no machine. Until then version 2 shows the status PROVISIONING and no data center.
   * @default 1000
   */
  readonly provisionMs?: number | undefined;
  /**
   * How long the image is pulled, at each start. Until then the Pod has no public address and no runtime: version 2 shows
   * the status STARTING, and 0.1.0 shows `desiredStatus` RUNNING.
   * @default 1500
   */
  readonly imagePullMs?: number | undefined;
  /** How long the ports refuse connections, and the proxy answers 502, after the image was pulled. @default 1000 */
  readonly portsOpenMs?: number | undefined;
  /**
   * How long a Pod that was stopped and started again is said to run at its old public address, where nothing answers: a start
   * gives each TCP port another public port. The running service was seen to take about 90 seconds. @default 90000
   */
  readonly oldAddressMs?: number | undefined;
  /** How long the SSH port stays silent after a connection was accepted: real milliseconds. @default 0 */
  readonly bannerMs?: number | undefined;
  /**
   * When the command of the container ends, each time after the container has started. As in the service, the container starts
   * again, and the Pod stays RUNNING and costs money. @default never
   */
  readonly exitAfterMs?: number | undefined;
  /** When the service stops the Pod, as it does to an interrupted spot Pod, after its image was pulled. @default never */
  readonly stopAfterMs?: number | undefined;
}

/** How long Pods and workers take to start, where no condition says so. */
export interface StartTimes {
  readonly provisionMs: number;
  readonly imagePullMs: number;
  readonly portsOpenMs: number;
  /** A worker of a public model, and one of an endpoint with a GPU or without. */
  readonly publicModelMs: number;
  readonly gpuWorkerMs: number;
  readonly cpuWorkerMs: number;
  /** Whether the workers of a program or of a handler that a test brings take this time, too. Otherwise they are ready at once. */
  readonly delaysOwnWorkers: boolean;
}

/** A program that polls each second sees every status of a Pod, and a test does not become slow. */
export const SHORT_TIMES: StartTimes = {
  provisionMs: 1000,
  imagePullMs: 1500,
  portsOpenMs: 1000,
  publicModelMs: 300,
  gpuWorkerMs: 300,
  cpuWorkerMs: 300,
  delaysOwnWorkers: false,
};

/** As the running service was seen to take. */
export const SERVICE_TIMES: StartTimes = {
  provisionMs: 20_000,
  imagePullMs: 60_000,
  portsOpenMs: 40_000,
  publicModelMs: 44_000,
  gpuWorkerMs: 80_000,
  cpuWorkerMs: 12_000,
  delaysOwnWorkers: true,
};

/** How long a Pod shows its old address after a stop and a start. */
export const DEFAULT_OLD_ADDRESS_MS = 90_000;

/** How the workers of a slug start and end. */
export interface WorkerConditions {
  /** Whether no machine is given to new workers, so that they wait as throttled. @default false */
  readonly throttled?: boolean | undefined;
  /**
   * How long a new worker takes until its first job, or its first request to a load balancing endpoint, in milliseconds on the
   * emulator's clock. @default that of the model, and none for a load balancing endpoint unless `serviceTimes` is set
   */
  readonly coldStartMs?: number | undefined;
  /** Whether every worker exits when its cold start ends, and starts again after ten seconds. @default false */
  readonly crash?: boolean | undefined;
  /**
   * Whether the jobs wait for workers that take them over HTTP, and the emulator runs none of them. The first request of
   * such a worker sets this as well. Where the conditions leave it out, it stays as it is. @default false
   */
  readonly external?: boolean | undefined;
  /**
   * The port of this machine at which a worker answers the requests to a load balancing endpoint. Where the conditions
   * leave it out, it stays as it is. @default none
   */
  readonly port?: number | undefined;
  /**
   * How long a request to a load balancing endpoint waits for a worker that is ready, in milliseconds on the emulator's clock.
   * @default 120000, as in the service, and 2000 for an endpoint whose program the emulator does not know, unless
   * `serviceTimes` is set
   */
  readonly readyTimeoutMs?: number | undefined;
}

/** What an account has paid in, and what was settled of it. USD. */
export interface Ledger {
  /** What was paid in. */
  credit: number;
  /** What ended charges and finished jobs of public models cost. */
  settled: number;
  /** Whether an empty balance stops Pods and refuses what costs money. */
  isLimited: boolean;
}

/**
 * The credit in USD of an account whose balance is not set. The balance goes down, but an empty balance has no effect.
 */
const DEFAULT_CREDIT = 100;

export function createLedger(balance: number | undefined): Ledger {
  return {
    credit: balance ?? DEFAULT_CREDIT,
    settled: 0,
    isLimited: balance !== undefined,
  };
}
