/** The entry point `cloud-compute-sdk/batch`: jobs by the hundred thousand that survive their process. */
export { openBatch } from "./batch.js";
export {
  BatchError,
  InDoubtError,
  type BatchErrorCode,
  type ItemError,
  type UnsavedJob,
} from "./errors.js";
export type { AdoptOptions, Ledger, Metadatum } from "./ledger.js";
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
  ItemSelection,
  ItemState,
  ItemStatus,
  Metadata,
  OnDoubt,
  ResultsOptions,
  ResultState,
  RetryOptions,
  RetrySummary,
  RunOptions,
  RunResult,
  Settlement,
  UnknownReason,
  WorkEnd,
  WorkOptions,
} from "./types.js";
