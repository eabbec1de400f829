import type {
  AccountView,
  FaultView,
  JobCounts,
  JobRow,
  RequestRow,
  ResourcesView,
  Update,
} from "../server/view.js";

/** Whether the page receives updates. */
export type ConnectionStatus = "connecting" | "live" | "not connected";

/** What the shared worker sends to a tab. */
export interface Message {
  readonly status: ConnectionStatus;
  readonly update?: Update | undefined;
}

const EMPTY = { items: [], count: 0 };

/** What is known of the emulator: the sum of all updates. */
export class LiveState {
  readonly jobs = new Map<string, JobRow>();
  /** By number. */
  readonly requests = new Map<number, RequestRow>();
  jobCounts: JobCounts = {};
  account: AccountView = {
    balance: 0,
    isLimited: false,
    spent: 0,
    spendPerHour: 0,
    byKind: { pods: 0, endpoints: 0, networkvolumes: 0 },
  };
  resources: ResourcesView = {
    pods: EMPTY,
    endpoints: EMPTY,
    volumes: EMPTY,
    templates: EMPTY,
    registryAuths: EMPTY,
    secrets: EMPTY,
  };
  faults: readonly FaultView[] = [];
  speed = 1;
  /** Whether any update has arrived. */
  isKnown = false;
  #now = 0;
  #receivedAt = 0;

  apply(update: Update): void {
    if (update.isWhole) {
      this.jobs.clear();
      this.requests.clear();
    }
    for (const job of update.jobs ?? []) this.jobs.set(job.id, job);
    for (const id of update.removedJobs ?? []) this.jobs.delete(id);
    for (const request of update.requests ?? [])
      this.requests.set(request.number, request);
    this.jobCounts = update.jobCounts ?? this.jobCounts;
    this.account = update.account ?? this.account;
    this.resources = update.resources ?? this.resources;
    this.faults = update.faults ?? this.faults;
    this.#dropRequests(update.firstRequest ?? 1);
    this.speed = update.speed;
    this.#now = update.now;
    this.#receivedAt = performance.now();
    this.isKnown = true;
  }

  /** The whole state as one update. */
  toUpdate(): Update {
    return {
      isWhole: true,
      now: this.now(),
      speed: this.speed,
      jobs: [...this.jobs.values()],
      jobCounts: this.jobCounts,
      requests: [...this.requests.values()],
      account: this.account,
      resources: this.resources,
      faults: this.faults,
    };
  }

  /** The present moment of the emulator's clock, in milliseconds since 1970. */
  now(): number {
    return this.#now + this.speed * (performance.now() - this.#receivedAt);
  }

  /** How many jobs there are, shown or not. */
  get jobCount(): number {
    return Object.values(this.jobCounts).reduce((sum, count) => sum + count, 0);
  }

  /** Whether a model was ever given a job, even where all jobs have expired. */
  get hasRunJobs(): boolean {
    const { items } = this.resources.endpoints;
    return (
      this.jobCount > 0 ||
      items.some(({ completed, failed }) => completed + failed > 0)
    );
  }

  /** Drops the requests that the emulator no longer keeps. */
  #dropRequests(first: number): void {
    for (const number of this.requests.keys()) {
      if (number >= first) break;
      this.requests.delete(number);
    }
  }
}
