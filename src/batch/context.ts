import type { JobPolicy, JobS3Config } from "../../generated/jobs/resources.js";
import type { Client } from "../client.js";
import type { ModelContract } from "../jobs/contract.js";
import type { Model } from "../jobs/model.js";
import type { Webhooks } from "../webhooks/index.js";
import type { LedgerCaller } from "./call-ledger.js";
import type { UnsavedJob } from "./errors.js";
import type { Item, LedgerBatch } from "./ledger.js";
import type { Limits } from "./limits.js";
import type { Member } from "./member.js";
import type { Reporter } from "./reporter.js";
import type { ServiceClock } from "./service-clock.js";
import type { TurnedAway } from "./turned-away.js";
import type { ItemPolicy, OnDoubt, RetryPolicy } from "./types.js";
import type { WebhookWatch } from "./webhook-watch.js";

/** What a submit needs of its batch. */
interface SubmitSource {
  readonly name: string;
  /** The model that runs the jobs, which checks inputs and outputs by the contract of the batch. */
  readonly runner: Model<object>;
  readonly policy: JobPolicy | undefined;
  readonly retry: RetryPolicy | undefined;
  readonly s3Config: JobS3Config | undefined;
  readonly webhooks: Webhooks | undefined;
  readonly warn: (message: string) => void;
}

/** What the parts of an open batch share. */
export interface OpenBatch extends SubmitSource {
  readonly cloud: Client;
  readonly model: string;
  readonly ledger: LedgerBatch;
  readonly contract: ModelContract | undefined;
  readonly onDoubt: OnDoubt;
  /** What the submit of an input may cost, in the currency of the account; undefined if that is not known. */
  readonly estimate: (input: object) => number | undefined;
  readonly maxOutputBytes: number;
}

/** The policy of the submit of an item, and its retry policy. */
export function policyOf(
  { policy, retry }: Pick<OpenBatch, "policy" | "retry">,
  item: Pick<Item, "policy">,
): { readonly submit: JobPolicy | undefined; readonly retry?: RetryPolicy } {
  const own = JSON.parse(item.policy ?? "{}") as ItemPolicy;
  const { retry: ownRetry, ...ownSubmit } = own;
  const chosen = ownRetry ?? retry;
  return {
    submit: Object.keys(ownSubmit).length > 0 ? ownSubmit : policy,
    ...(chosen && { retry: chosen }),
  };
}

/** What a submit shares with those of the same process. The signal ends a submit that was not sent. */
export interface SubmitContext extends LedgerCaller {
  readonly batch: SubmitSource;
  readonly member: Member;
  readonly reporter: Reporter;
  readonly limits: Limits;
  readonly turnedAway: TurnedAway;
  readonly serviceClock: ServiceClock;
  /**
   * Warns of the first failure of an outage, and what `work` does about the failure: a wrong address would otherwise pass
   * for a long queue.
   */
  readonly warnOnce: (what: string, error: unknown) => void;
  /** The service has accepted a job, so an outage is over. */
  readonly endOutage: () => void;
  /** An item was turned away too often, and waits from now on. */
  readonly setAside: (item: Item, error: unknown) => void;
  /** The spend guard of the client has refused the submit: nothing was sent. */
  readonly reachCostLimit: (error: unknown) => void;
  /** Records a job that the service has accepted and the ledger could not keep. */
  readonly keepUnsaved: (job: UnsavedJob) => void;
}

/** What the steps of an item share with the `work` that runs them. The signal ends waits and pauses as well. */
export interface WorkContext extends SubmitContext {
  readonly batch: OpenBatch;
  /** Shows which items a webhook has ended; undefined where their jobs are polled at the usual pace. */
  readonly watch: WebhookWatch | undefined;
  /** The poll interval of a wait, in milliseconds. */
  readonly pollInterval: (elapsedMs: number) => number;
  /** Passes on what the running job of an item reports. Never rejects. */
  readonly reportProgress: (progress: unknown, key: string) => Promise<void>;
  /** Makes the next reservations at least as high as this cost, in units. */
  readonly learnCost: (units: number) => void;
}
