/** The parts of jobs that not every program needs. They are loaded together, when a program first uses one of them. */
export { openFile } from "./download-file.js";
export { fetchOpenAI } from "./openai.js";
export { outputsOf } from "./outputs.js";
export { runSync } from "./run-sync.js";
export { saveFile } from "./save-file.js";
export { streamPieces } from "./stream.js";
export { checkSubmitOptions } from "./submit-checks.js";
export {
  checkCallbacks,
  checkSharedOptions,
  checkWaitOptions,
  waitUntilCompleted,
  watchStatus,
} from "./wait.js";
