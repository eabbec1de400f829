import type { JobPolicy, JobS3Config } from "../../generated/jobs/resources.js";
import type { Client } from "../client.js";
import type { ModelContract } from "../jobs/contract.js";
import type { Model } from "../jobs/model.js";
import { DEFAULT_TTL_MS } from "../jobs/service-times.js";
import type { Webhooks } from "../webhooks/index.js";
import type { LedgerCaller } from "./call-ledger.js";
import type { Claims } from "./claims.js";
import type { UnsavedJob } from "./errors.js";
import type { Item, LedgerBatch } from "./ledger.js";
import type { Limits } from "./limits.js";
import type { ServiceClock } from "./recovery.js";
import type { Reporter } from "./reporter.js";
import type { TurnedAway } from "./turned-away.js";
import type { OnDoubt } from "./types.js";
import type { WebhookWatch } from "./webhook-watch.js";
import type { WorkWarnings } from "./work-warnings.js";
import type { BatchWorker } from "./worker.js";

/** What the parts of an open batch share. */
export interface OpenBatch {
  readonly name: string;
  readonly cloud: Client;
  readonly model: string;
  readonly ledger: LedgerBatch;
  readonly contract: ModelContract | undefined;
  /** The model that runs the jobs, which checks inputs and outputs by the contract of the batch. */
  readonly runner: Model<object>;
  readonly policy: JobPolicy | undefined;
  readonly attempts: number;
  readonly s3Config: JobS3Config | undefined;
  readonly webhooks: Webhooks | undefined;
  readonly onDoubt: OnDoubt;
  readonly warn: (message: string) => void;
  /** What the submit of an input may cost, in the currency of the account; undefined if that is not known. */
  readonly estimate: (input: object) => number | undefined;
  readonly maxOutputBytes: number;
}

/** What the steps of an item share with the `work` that runs them. The signal ends waits, pauses and unsent submits. */
export interface WorkContext extends LedgerCaller {
  readonly batch: OpenBatch;
  readonly worker: BatchWorker;
  readonly reporter: Reporter;
  readonly limits: Limits;
  readonly claims: Claims;
  readonly warnings: WorkWarnings;
  readonly turnedAway: TurnedAway;
  readonly serviceClock: ServiceClock;
  /** Shows which items a webhook has ended; undefined where their jobs are polled at the usual pace. */
  readonly watch: WebhookWatch | undefined;
  /** The poll interval of a wait, in milliseconds. */
  readonly pollInterval: (elapsedMs: number) => number;
  /** Whether few enough jobs run that the service may be asked to hold a response for each until the job ends. */
  readonly mayHold: () => boolean;
  /** Passes on what the running job of an item reports. Never rejects. Undefined if nobody listens. */
  readonly reportProgress:
    ((progress: unknown, key: string) => Promise<void>) | undefined;
  /** Records a job that the service has accepted and the ledger could not keep. */
  readonly keepUnsaved: (job: UnsavedJob) => void;
}

/** What an item has of its own, as the ledger keeps it. */
export interface OwnPolicy {
  readonly policy?: JobPolicy | undefined;
  readonly attempts?: number | undefined;
}

/** The policy of the submits of an item, and how many submits its failed jobs allow. */
export function policyOf(
  batch: { readonly policy?: JobPolicy | undefined; readonly attempts: number },
  item: Item,
): { readonly policy: JobPolicy | undefined; readonly attempts: number } {
  const own = JSON.parse(item.policy ?? "{}") as OwnPolicy;
  return {
    policy: own.policy ?? batch.policy,
    attempts: own.attempts ?? batch.attempts,
  };
}

/** The time to live of the job of an item, from its submit on, in milliseconds. */
export function timeToLiveMs(batch: OpenBatch, item: Item): number {
  return policyOf(batch, item).policy?.ttl ?? DEFAULT_TTL_MS;
}
