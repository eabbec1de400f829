import { later } from "../later.js";

/** What not every program needs of jobs, loaded as one file with its first use. */
export function loadLate(
  operation: string,
  signal: AbortSignal | undefined,
): Promise<typeof import("./late.js")> {
  return later(operation, signal, () => import("./late.js"));
}
