import type { JobPolicy, JobS3Config } from "../../generated/jobs/resources.js";
import type { Client } from "../client.js";
import type { ModelContract } from "../jobs/contract.js";
import type { Model } from "../jobs/model.js";
import { DEFAULT_TTL_MS } from "../jobs/service-times.js";
import type { Webhooks } from "../webhooks/index.js";
import type { Item, LedgerBatch } from "./ledger.js";
import type { OnDoubt } from "./types.js";

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
