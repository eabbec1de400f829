import type { Environment } from "./environment.js";

/** How important a line of the log is. */
export type LineLevel = "DEBUG" | "INFO" | "WARN" | "ERROR";

/** Writes a line about a job, or about the worker where there is no job. */
export type WorkerLog = (
  level: LineLevel,
  message: string,
  jobId?: string,
) => void;

/** In the order of the numbers that the service uses: NOTSET is 0. */
const LEVELS = ["NOTSET", "TRACE", "DEBUG", "INFO", "WARN", "ERROR"];

/** Creates the log of a worker: lines of JSON on the service, which shows the lines of each job, and readable lines elsewhere. */
export function createLog(
  environment: Environment,
  write: (line: string) => void,
): WorkerLog {
  const isOnService = environment["RUNPOD_ENDPOINT_ID"] !== undefined;
  const lowest = readLevel(
    environment["RUNPOD_LOG_LEVEL"] ?? environment["RUNPOD_DEBUG_LEVEL"],
  );
  return (level, message, jobId) => {
    if (LEVELS.indexOf(level) < lowest) return;
    write(
      isOnService
        ? JSON.stringify({ requestId: jobId ?? null, message, level })
        : [level.padEnd(5), jobId, message].filter(Boolean).join("  "),
    );
  };
}

/** The number of a level, which is given by its name or by its number. */
function readLevel(level = "DEBUG"): number {
  const named = LEVELS.indexOf(level.toUpperCase());
  return named < 0 ? Number(level) || 0 : named;
}
