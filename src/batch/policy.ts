import type { JobPolicy } from "../../generated/jobs/resources.js";
import type { CallContext } from "../errors.js";
import { checkSubmitOptions } from "../jobs/written-submit.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";

const MEMBERS: OptionNames<JobPolicy> = {
  ttl: true,
  executionTimeout: true,
  lowPriority: true,
};

/** Throws an `InputError` for a policy that the service would refuse, and for a member that a policy does not have. */
export function checkPolicy(
  policy: JobPolicy | undefined,
  call: CallContext,
): void {
  checkSubmitOptions({ policy }, call);
  if (policy !== undefined) checkOptionNames(policy, MEMBERS, call);
}
