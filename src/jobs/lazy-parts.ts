/** The parts of jobs that not every program needs. They are loaded together, when a program first uses one of them. */
export { openFile, saveFile } from "./download-file.js";
export { runSync } from "./run-sync.js";
export { streamPieces } from "./stream.js";
export { checkSubmitOptions } from "./submit-checks.js";
export {
  checkCallbacks,
  checkSharedOptions,
  waitUntilCompleted,
  watchStatus,
} from "./wait.js";
