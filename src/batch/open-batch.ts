import type { JobPolicy, JobS3Config } from "../../generated/jobs/resources.js";
import type { Client } from "../client.js";
import type { ModelContract } from "../jobs/contract.js";
import type { Model } from "../jobs/model.js";
import type { Webhooks } from "../webhooks/index.js";
import type { Item, LedgerBatch } from "./ledger.js";
import type { ItemPolicy, RetryPolicy } from "./types.js";

/** What a submit needs of its batch. */
export interface SubmitSource {
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
  readonly onDoubt: "keep" | "resubmit-after-ttl";
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
