/**
 * `up`: has a machine or is given one, which costs money. `stopped`: runs no container, and charges for none. `failed`: does
 * not become ready by itself. `deleted`: is gone for good.
 */
type PodPhase = "up" | "stopped" | "failed" | "deleted";

const PHASES: ReadonlyMap<unknown, PodPhase> = new Map([
  ["PROVISIONING", "up"],
  ["STARTING", "up"],
  ["RUNNING", "up"],
  ["EXITED", "stopped"],
  ["ERROR", "failed"],
  ["TERMINATED", "deleted"],
]);

/**
 * What a status of a Pod means: `status` of version 2, or `desiredStatus` of 0.1.0, which has fewer. Undefined for a status
 * that this version of the package does not know.
 */
export function phaseOf(status: unknown): PodPhase | undefined {
  return PHASES.get(status);
}
