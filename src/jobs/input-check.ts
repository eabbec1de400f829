import { models } from "../../generated/models/data.js";
import { check } from "../checks.js";
import type { CallContext } from "../errors.js";
import { checkInputOf } from "../models/check-input.js";
import type { ModelInfo } from "../models/info.js";

/** Throws an `InputError` unless the input fits the public model with this slug. */
export function checkInputOfSlug(
  slug: string,
  input: unknown,
  call: CallContext,
): void {
  const model = findModel(slug);
  check(
    model,
    "checkInput",
    "needs a public model that this version of the package knows; leave the option out for any other slug",
    call,
  );
  checkInputOf(model, input, call);
}

/** What is known of the public model with this slug; undefined if this version of the package does not know the model. */
export function findModel(slug: string): ModelInfo | undefined {
  const known: Readonly<Record<string, ModelInfo>> = models;
  return Object.hasOwn(known, slug) ? known[slug] : undefined;
}
