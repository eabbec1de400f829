import type { CallContext } from "../errors.js";
import { lazy } from "../http/lazy.js";
import { checkSubmitOptions } from "./submit-checks.js";
import type { WrittenSubmit } from "./written-submit.js";

/** Loads the check of inputs, and with it what is known of every public model. */
export const loadInputCheck = /* @__PURE__ */ lazy(
  () => import("./input-check.js"),
);

/** Whether there is anything to check before a submit. */
export function needsCheck({ options, checkedInput }: WrittenSubmit): boolean {
  return options !== undefined || checkedInput !== undefined;
}

/** Throws an `InputError` for options and, if the caller asks for that, an input that cannot be right. */
export async function checkWritten(
  slug: string,
  { options, checkedInput }: WrittenSubmit,
  call: CallContext,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { operation = "" } = call;
  if (options) checkSubmitOptions(options, call);
  if (checkedInput) {
    const { checkInputOfSlug } = await loadInputCheck(operation, signal);
    checkInputOfSlug(slug, checkedInput, call);
  }
}
