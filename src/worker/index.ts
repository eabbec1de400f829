export type { Environment } from "./environment.js";
export { implement, type Handler, type JobContext } from "./handler.js";
export type { LineLevel } from "./log.js";
export {
  startWorker,
  type Concurrency,
  type RunningWorker,
  type WorkerOptions,
} from "./start-worker.js";
