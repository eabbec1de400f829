import type { AccountState } from "../state/account-state.js";
import { Refusal } from "../refusals/refusal.js";
import { echoModel, type BuiltInModel } from "./built-in-models.js";
import { demoModels } from "./demo-models.js";
import { publicModels } from "./public-models.js";

/** How many workers run the jobs of a slug, and how long a worker takes to start. */
interface WorkerTimes {
  readonly coldStartMs: number;
  readonly workers: number;
}

/** The model of a slug: one that the user registered, an endpoint, or a public model. Throws 404 where there is none. */
export function findModel(state: AccountState, slug: string): WorkerTimes {
  if (isExternal(state, slug)) return EXTERNAL_WORKERS;
  const isProgram = hasPort(state, slug) && !state.endpoints.has(slug);
  if (isProgram)
    return { coldStartMs: coldStartOf(state, slug), workers: Infinity };
  const custom = state.customModels.get(slug);
  if (!custom) {
    const { workers } = findBuiltInModel(state, slug);
    return { coldStartMs: coldStartOf(state, slug), workers };
  }
  const defaultMs = state.startTimes.delaysOwnWorkers
    ? coldStartOf(state, slug)
    : 0;
  const { coldStart = defaultMs, workers } = custom;
  return { coldStartMs: coldStart, workers };
}

/** How long a worker takes to start that runs a model of the emulator. */
function coldStartOf(state: AccountState, slug: string): number {
  const { endpoints, startTimes } = state;
  const isProgram = isLoadBalanced(state, slug);
  if (isProgram && !startTimes.delaysOwnWorkers) return 0;
  const endpoint = endpoints.get(slug);
  if (!endpoint && !isProgram) return startTimes.publicModelMs;
  return endpoint?.settings.computeType === "CPU"
    ? startTimes.cpuWorkerMs
    : startTimes.gpuWorkerMs;
}

/** Whether a slug is that of a load balancing endpoint. */
export function isLoadBalanced(state: AccountState, slug: string): boolean {
  const { type } = state.endpoints.get(slug)?.extras ?? {};
  return type === "LOAD_BALANCER" || hasPort(state, slug);
}

/** Whether a slug has a model. */
export function hasModel(state: AccountState, slug: string): boolean {
  return (
    isExternal(state, slug) ||
    hasPort(state, slug) ||
    state.customModels.has(slug) ||
    state.endpoints.has(slug) ||
    publicModel(slug) !== undefined
  );
}

/** Whether the workers of a slug are those of the service, and not of the account. */
export function isOfPublicModel(state: AccountState, slug: string): boolean {
  const { customModels, endpoints } = state;
  const isOwn =
    isExternal(state, slug) ||
    hasPort(state, slug) ||
    customModels.has(slug) ||
    endpoints.has(slug);
  return !isOwn && publicModel(slug) !== undefined;
}

/** Whether the jobs of a slug wait for workers that take them over HTTP. */
export function isExternal(
  { workerConditions }: AccountState,
  slug: string,
): boolean {
  return workerConditions.get(slug)?.external ?? false;
}

/** Whether a program of the user's answers the requests to a slug, as to a load balancing endpoint. */
function hasPort({ workerConditions }: AccountState, slug: string): boolean {
  return workerConditions.get(slug)?.port !== undefined;
}

/** The emulator neither starts these workers nor limits them; an endpoint does the latter. */
const EXTERNAL_WORKERS: WorkerTimes = { coldStartMs: 0, workers: Infinity };

/** The built-in model of a slug. Throws 404 where there is none. */
export function findBuiltInModel(
  { endpoints }: AccountState,
  slug: string,
): BuiltInModel {
  const model = endpoints.has(slug) ? echoModel : publicModel(slug);
  if (model) return model;
  throw new Refusal("unknownSlug", { slug });
}

/** The slugs of the models that the emulator brings along: those of the service, and then the short names of its own. */
export const builtInSlugs: readonly string[] = [
  ...Object.keys(publicModels),
  ...Object.keys(demoModels),
];

function publicModel(slug: string): BuiltInModel | undefined {
  if (Object.hasOwn(publicModels, slug)) return publicModels[slug];
  return Object.hasOwn(demoModels, slug) ? demoModels[slug] : undefined;
}
