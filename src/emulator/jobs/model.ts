import { echo, publicModel, type BuiltIn } from "./public-models.js";
import { Refusal } from "../server/refused-error.js";
import type { State } from "../resources/state.js";

/** What answers at a slug of the job API, and how long it takes. */
interface Model {
  readonly coldStartMs: number;
  readonly executionMs: number;
  /** The most jobs it works on at once; at an endpoint its settings say so. */
  readonly workers: number;
}

/** What answers at a slug: a model of the user's own, an endpoint, a public model. 404 where nothing does. */
export function modelAt(state: State, slug: string): Model {
  const registered = state.models.get(slug);
  if (!registered) return builtInAt(state, slug);
  const { coldStart, executionTime, workers } = registered;
  return { coldStartMs: coldStart, executionMs: executionTime, workers };
}

/** Whether anything answers at the slug. */
export function isServed({ models, endpoints }: State, slug: string): boolean {
  return (
    models.has(slug) || endpoints.has(slug) || publicModel(slug) !== undefined
  );
}

export function builtInAt({ endpoints }: State, slug: string): BuiltIn {
  if (endpoints.has(slug)) return echo;
  const model = publicModel(slug);
  if (model) return model;
  throw new Refusal(404, `there is no model or endpoint "${slug}"`);
}
