/** The entry point `cloud-compute-sdk/batch`: jobs by the hundred thousand that survive their process. */
export { openBatch } from "./batch.js";
export { once, settleOnce, type OnceOptions, type OnceResult } from "./once.js";
export {
  BatchError,
  InDoubtError,
  type BatchErrorCode,
  type ItemError,
  type UnsavedJob,
} from "./errors.js";
export type { AdoptOptions, ItemState, Ledger, Metadatum } from "./ledger.js";
export type {
  AddOptions,
  AddSummary,
  Batch,
  BatchItem,
  BatchOptions,
  BatchProgress,
  BatchResult,
  BatchSettings,
  KeptSettings,
  DeleteOptions,
  InvalidItem,
  ItemInDoubt,
  ItemPolicy,
  ItemSelection,
  Metadata,
  OnDoubt,
  ResultsOptions,
  ResultState,
  RetryOptions,
  RetryPolicy,
  RetrySummary,
  Settlement,
  WorkEnd,
  WorkOptions,
} from "./types.js";
