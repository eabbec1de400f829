import { isRecord } from "../check-arguments.js";

/**
 * What the output of a public model says that the job has cost. The cost of a list is the sum of its elements' costs.
 * Undefined where the output names no cost.
 */
export function costOfOutput(output: unknown): number | undefined {
  if (Array.isArray(output)) {
    const costs = output.map(costOfOutput).filter((cost) => cost !== undefined);
    return costs.length === 0
      ? undefined
      : costs.reduce((sum, cost) => sum + cost, 0);
  }
  if (!isRecord(output)) return undefined;
  const { cost, usage, result } = output;
  if (typeof cost === "number" && cost >= 0) return cost;
  return costOfOutput(usage) ?? costOfOutput(result);
}
