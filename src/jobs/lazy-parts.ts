/** The parts of jobs that not every program needs. They are loaded together, when a program first uses one of them. */
export { openFile } from "./download-file.js";
export { createUnguardedJobs, getJobs } from "./job-resources.js";
export { fetchOpenAI } from "./openai.js";
export { outputsOf } from "./outputs.js";
export {
  askForInterval,
  boundIntervalMs,
  checkPollOptions,
  DEFAULT_OUTAGE_TIMEOUT_MS,
  isAnswer,
  isFinalFailure,
  LAST_POLL_TIMEOUT_MS,
  POLL_TIMEOUT_MS,
} from "./poll.js";
export { checkRunOptions, runModel } from "./run-model.js";
export { runSync } from "./run-sync.js";
export { saveFile } from "./save-file.js";
export { streamPieces } from "./stream.js";
export { TrackedJob } from "./tracked-job.js";
export {
  checkSharedOptions,
  checkWaitOptions,
  waitUntilCompleted,
  watchStatus,
} from "./wait.js";
