export { createEmulator } from "./emulator.js";
export type { Emulator } from "./emulator.js";
export type { EmulatorAccount } from "./account-controls.js";
export type {
  PodConditions,
  Stock,
  StockLevels,
  WorkerConditions,
} from "./conditions.js";
export type {
  ModelContext,
  ModelHandler,
  ModelOptions,
} from "./state/custom-models.js";
export type { JobReport } from "./jobs/job-view.js";
export type { EmulatorOptions } from "./options.js";
export type { Quirks } from "./quirks.js";
export type { SeedData } from "./seed.js";
export type { EmulatorEvent, EmulatorEventListener } from "./http/events.js";
export type { ActiveFault, FaultRule } from "./http/fault-rule.js";
export type { Listener, ListenOptions, S3Options } from "./server/listen.js";
export type { Urls } from "./server/urls.js";
export type { Route, StatusSyncRoute } from "./http/operations.js";
export type { RecordedRequest } from "./http/recorded-request.js";
export type { Snapshot } from "./snapshot-format.js";
export type { EmulatorClock } from "./time/clock.js";
