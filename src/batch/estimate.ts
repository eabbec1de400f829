import type { ModelSlug } from "../../generated/models/types.js";
import { check } from "../checks.js";
import { estimateCost } from "../models/estimate.js";
import { InputError } from "../errors.js";
import { findMeantSlug } from "../models/slugs.js";
import { isPublicModel } from "../models/output.js";
import type { BatchOptions } from "./types.js";

const CALL = { operation: "batch.add" };

/**
 * Returns the function that estimates what the job of an input costs: the option `estimate`, or else the published
 * price of the model. If neither is known, the function returns undefined, or throws an `InputError` if the option
 * `maxCost` is given.
 *
 * @throws InputError if `estimate` is not valid
 */
export function createEstimate({
  model,
  maxCost,
  estimate,
}: BatchOptions<never>): (input: object) => number | undefined {
  if (typeof estimate === "function")
    return (input) => checkEstimate(estimate(input as never));
  if (estimate !== undefined) {
    checkEstimate(estimate);
    return () => estimate;
  }
  if (maxCost === undefined && !isPublicModel(model)) return () => undefined;
  return (input) => {
    try {
      return estimateCost(model as ModelSlug, input);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      check(
        maxCost === undefined,
        "estimate",
        `is needed with maxCost, because the cost of an input of ${model} is not known: ${error.message}`,
        CALL,
      );
      return undefined;
    }
  };
}

/** Names the public model that a slug was probably meant to be. */
export function adviceOn(slug: string): string {
  const meant = findMeantSlug(slug);
  return meant === undefined ? "" : ` (did you mean ${meant}?)`;
}

function checkEstimate(value: unknown): number {
  // Nobody else would hear of the rejection of a promise.
  Promise.resolve(value).catch(() => undefined);
  check(
    typeof value === "number" && value >= 0 && Number.isFinite(value),
    "estimate",
    "must be a number, 0 or more",
    CALL,
  );
  return value;
}
