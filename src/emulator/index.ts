export { createEmulator } from "./emulator.js";
export type { Emulator, EmulatorOptions } from "./emulator.js";
export type { Fault, Route } from "./faults.js";
export type { RecordedRequest } from "./journal.js";
export type { Listener, ListenOptions, Urls } from "./listen.js";
