import type { Job } from "../../src/state/job.js";
import type { WorkerState } from "../../src/jobs/worker-state.js";
import type { ActiveFault } from "../../src/http/fault-rule.js";
import type { FaultRule } from "../../src/http/fault-rule.js";
import type { RecordedRequest } from "../../src/http/recorded-request.js";

/** What the page shows. Times are milliseconds since 1970 on the emulator's clock; money is USD. */
export interface View {
  readonly now: number;
  /** Emulated milliseconds for each real millisecond; 0 for a manual clock. */
  readonly speed: number;
  /** The jobs that have not ended, and the newest of the others, in the order of their submit. */
  readonly jobs: readonly JobRow[];
  /** How many jobs there are of each status, shown or not. */
  readonly jobCounts: Readonly<Record<string, number>>;
  /** The newest requests, oldest first. */
  readonly requests: readonly RequestRow[];
  readonly account: AccountView;
  readonly resources: ResourcesView;
  readonly faults: readonly FaultView[];
}

export interface JobRow
  extends
    Pick<
      Job,
      | "id"
      | "slug"
      | "status"
      | "submittedAt"
      | "startedAt"
      | "endedAt"
      | "workerId"
    >,
    Pick<JobCost, "cost"> {
  /** The beginning of the prompt, or of the input as JSON. */
  readonly text: string;
}

export interface RequestRow extends Pick<
  RecordedRequest,
  "at" | "method" | "path" | "route" | "status" | "durationMs"
> {
  readonly number: number;
  /** Such as `?desiredStatus=RUNNING`, with the key redacted; undefined without a query. */
  readonly search?: string | undefined;
  /** What a GraphQL request asks for: the name of its operation, or its first field. */
  readonly operation?: string | undefined;
}

export interface AccountView {
  readonly balance: number;
  /** Whether an empty balance stops Pods and refuses jobs. */
  readonly isLimited: boolean;
  /** What everything together has cost. */
  readonly spent: number;
  readonly spendPerHour: number;
  /** What is spent per hour now, by kind. */
  readonly byKind: {
    readonly pods: number;
    readonly endpoints: number;
    readonly networkvolumes: number;
  };
}

/** Of each kind the newest items first, and how many there are in all. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly count: number;
}

export interface ResourcesView {
  readonly pods: Listed<PodView>;
  readonly endpoints: Listed<EndpointView>;
  readonly volumes: Listed<VolumeView>;
  readonly templates: Listed<TemplateView>;
  readonly registryAuths: Listed<NamedView>;
  readonly secrets: Listed<NamedView>;
}

export interface NamedView {
  readonly id: string;
  readonly name: string;
}

export interface PodView extends NamedView {
  readonly status: string;
  readonly image: string;
  readonly hardware: string;
  readonly dataCenterId: string;
  readonly costPerHr: number;
  readonly createdAt: number;
}

/** An endpoint, or a model that was given jobs or a worker. */
export interface EndpointView extends NamedView {
  /** Whether the account owns the endpoint. */
  readonly isOwned: boolean;
  readonly hardware: string;
  readonly scaling: string;
  readonly usdPerHour: number;
  readonly waiting: number;
  readonly completed: number;
  readonly failed: number;
  readonly workers: readonly WorkerView[];
  /** Where the worker of a load balancing endpoint answers. */
  readonly port?: number | undefined;
}

export interface WorkerView {
  readonly id: string;
  readonly state: WorkerState;
  /** The jobs that the worker runs. */
  readonly jobIds: readonly string[];
  /** Whether the worker takes its jobs over HTTP. */
  readonly isExternal: boolean;
  /** Why a worker is unhealthy, in its own words. */
  readonly problem?: string | undefined;
}

export interface VolumeView extends NamedView {
  readonly size: number;
  readonly dataCenterId: string;
  readonly usdPerHour: number;
}

export interface TemplateView extends NamedView {
  readonly image: string;
  readonly isServerless: boolean;
}

/** A fault rule that still applies, as JSON: null stands for Infinity. */
export interface FaultView extends Omit<ActiveFault, "rule" | "remaining"> {
  readonly rule: FaultRuleView;
  readonly remaining: number | null;
}

type FaultRuleView = Omit<FaultRule, "times"> & {
  readonly times?: number | null | undefined;
};

/** All that the page shows of one job. */
export interface JobDetails
  extends
    Pick<
      Job,
      | "id"
      | "slug"
      | "status"
      | "input"
      | "chunks"
      | "submittedAt"
      | "queuedAt"
      | "startedAt"
      | "endedAt"
      | "timeoutMs"
      | "retries"
      | "webhook"
      | "webhookAttempts"
      | "nextWebhookAt"
    >,
    JobCost {
  readonly output?: unknown;
  readonly error?: string | undefined;
  /** What only a page says against the input, as the answer to the submit warned. */
  readonly warnings: readonly string[];
  /** When the job is removed. */
  readonly keptUntil: number;
  readonly worker?:
    | {
        readonly id: string;
        readonly hardware?: string | undefined;
        readonly dataCenterId?: string | undefined;
      }
    | undefined;
  /** The recorded requests that submitted, read or changed the job, oldest first. */
  readonly requests: readonly RequestRow[];
}

/** What a job costs; nothing while the job runs, and where nothing is charged. */
export interface JobCost {
  readonly cost?: number | undefined;
  /** What the cost was computed from. */
  readonly costSource?: "output" | "worker time" | undefined;
}

/** All that the page shows of one request. Keys are redacted. */
export interface RequestDetails
  extends RequestRow, Pick<RecordedRequest, "query" | "headers" | "body"> {
  readonly answer?: AnswerView | undefined;
  /** The job that the request submitted, read or changed. */
  readonly jobId?: string | undefined;
}

export interface AnswerView {
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the body is no JSON, or where it was too large to be kept. */
  readonly body?: string | undefined;
  /** How many characters the body has, where that is known. */
  readonly length?: number | undefined;
}

/** How a client reaches the emulator. */
export interface SetupView {
  readonly address: string;
  /** The lines that set the variables of a client in a shell, without the key. */
  readonly exports: string;
  readonly stateFile?: string | undefined;
  /** What a job can be submitted to: public models, registered models, and endpoints. */
  readonly slugs: readonly string[];
  /** The routes that a fault can have. */
  readonly routes: readonly string[];
}
