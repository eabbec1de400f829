/** The parts of jobs that not every program needs. They are loaded together, when a program first uses one of them. */
export { openFile, saveFile } from "./download-file.js";
export { chooseIntervalMs, MAX_FAILED_POLLS, weighFailure } from "./poll.js";
export { runSync } from "./run-sync.js";
export { streamPieces } from "./stream.js";
export { waitUntilCompleted, watchStatus } from "./wait.js";
