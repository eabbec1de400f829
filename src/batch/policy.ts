import { check, checkObject, checkWhole } from "../checks.js";
import type { CallContext } from "../errors.js";
import { checkSubmitOptions } from "../jobs/written-submit.js";
import { checkOptionNames } from "../option-names.js";
import type { ItemPolicy, RetryPolicy } from "./types.js";

/** Throws an `InputError` for a policy of an item that is not valid. */
export function checkItemPolicy(
  policy: ItemPolicy | undefined,
  call: CallContext,
): void {
  if (policy === undefined) return;
  checkObject("policy", policy, call);
  const { retry, ...submit } = policy;
  checkSubmitOptions({ policy: submit }, call);
  checkRetryPolicy(retry, call);
}

/** Throws an `InputError` for a retry policy that is not valid. */
export function checkRetryPolicy(
  retry: RetryPolicy | undefined,
  call: CallContext,
): void {
  if (retry === undefined) return;
  checkObject("retry", retry, call);
  checkOptionNames<RetryPolicy>(retry, { attempts: true, backoff: true }, call);
  const { attempts, backoff = 0 } = retry;
  checkWhole("retry.attempts", attempts, 1, call);
  check(
    Number.isFinite(backoff) && backoff >= 0,
    "retry.backoff",
    "must be milliseconds, 0 or more",
    call,
  );
}
