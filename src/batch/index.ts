/** The entry point `cloud-compute-sdk/batch`: jobs by the hundred thousand that survive their process. */
export { openBatch } from "./batch.js";
export { fileSpendStore } from "./file-spend-store.js";
export { fileStore } from "./file-store.js";
export type {
  AddOutcome,
  BatchStore,
  ChangeResult,
  DeleteCounts,
  ItemChange,
  ItemQuery,
  ItemRecord,
  ItemState,
  ItemWithoutInput,
  Membership,
  NewItem,
  OpenStore,
  Totals,
} from "./store.js";
export { BatchError } from "./types.js";
export type {
  AddOptions,
  AddSummary,
  Batch,
  BatchErrorCode,
  BatchItem,
  BatchOptions,
  BatchProgress,
  BatchResult,
  DeleteOptions,
  ItemError,
  ItemInDoubt,
  ResultsOptions,
  ResultState,
  RetryFailedOptions,
  RetrySummary,
  Settlement,
  UnsavedJob,
  WorkEnd,
  WorkOptions,
} from "./types.js";
