export { SpendError, type SpendErrorCode, type SpendTotals } from "./errors.js";
export {
  createSpendGuard,
  type SpendGuard,
  type SpendGuardOptions,
  type SpendReservation,
  type SpendSources,
  type SpendSourcesV2,
} from "./guard.js";
export type { SubmitToEstimate } from "./job-cost.js";
export {
  createMemoryStore,
  type SpendEntry,
  type SpendStore,
  type SpendSums,
} from "./store.js";
