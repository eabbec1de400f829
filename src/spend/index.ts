export type { SpendSources, SpendSourcesV2 } from "./cost-sources.js";
export { SpendError, type SpendErrorCode, type SpendTotals } from "./errors.js";
export {
  createSpendGuard,
  type SpendGuard,
  type SpendGuardOptions,
  type SpendReservation,
} from "./guard.js";
export type { SubmitToEstimate } from "./job-cost.js";
export type { SpendEntry, SpendStore, SpendSums } from "./store.js";
