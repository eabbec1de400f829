export type { PublicClock } from "./time/clock.js";
export { createEmulator } from "./emulator.js";
export type { Emulator } from "./emulator.js";
export type { EmulatorEvent, Listen } from "./server/events.js";
export type { Fault } from "./server/fault-rule.js";
export type { JobReport } from "./jobs/job-view.js";
export type { Listener, ListenOptions, Urls } from "./server/listen.js";
export type { EmulatorOptions } from "./options.js";
export type {
  ModelContext,
  ModelOptions,
  ModelWork,
} from "./jobs/registered-models.js";
export type { RecordedRequest } from "./server/request-log.js";
export type { Route, StatusSyncRoute } from "./server/route.js";
export type { Snapshot } from "./resources/snapshot.js";
export type { SeedData } from "./resources/seed.js";
