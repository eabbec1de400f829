import type { AccountState } from "../account-state.js";
import { ApiError } from "../server/api-error.js";
import {
  echoModel,
  publicModel,
  type BuiltInModel,
} from "./built-in-models.js";

/** How many workers run the jobs of a slug, and how long they take. */
type ModelTimes = Pick<BuiltInModel, "coldStartMs" | "executionMs" | "workers">;

/** The model of a slug: one that the user registered, an endpoint, or a public model. Throws 404 where there is none. */
export function findModel(state: AccountState, slug: string): ModelTimes {
  const custom = state.customModels.get(slug);
  if (!custom) return findBuiltInModel(state, slug);
  const { coldStart, executionTime, workers } = custom;
  return { coldStartMs: coldStart, executionMs: executionTime, workers };
}

/** Whether a slug has a model. */
export function hasModel(state: AccountState, slug: string): boolean {
  return (
    state.customModels.has(slug) ||
    state.endpoints.has(slug) ||
    publicModel(slug) !== undefined
  );
}

/** The built-in model of a slug. Throws 404 where there is none. */
export function findBuiltInModel(
  { endpoints }: AccountState,
  slug: string,
): BuiltInModel {
  const model = endpoints.has(slug) ? echoModel : publicModel(slug);
  if (model) return model;
  throw new ApiError(404, `there is no model or endpoint "${slug}"`);
}
