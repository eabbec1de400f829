import { submitMembers } from "../../generated/jobs/submit-members.js";
import { InputError, type CallContext } from "../errors.js";
import { findProblem } from "../models/value-rule.js";
import type { SubmitOptions } from "./submit-options.js";

/**
 * Throws an `InputError` unless `webhook`, `policy` and `s3Config` are what the description of the request asks for.
 * Members that the description does not know are sent as they are.
 */
export function checkSubmitOptions(
  { webhook, policy, s3Config }: SubmitOptions,
  call: CallContext,
): void {
  const values = { webhook, policy, s3Config };
  const problem = findProblem(submitMembers, values, "", "accept");
  if (!problem) return;
  const { path, expected } = problem;
  throw new InputError(path, `${path} must be ${expected}`, call);
}
