import type { ActiveFault } from "../../src/http/fault-rule.js";
import type { FaultView } from "./view.js";

/** A fault rule as JSON, which has no Infinity. */
export function faultView(fault: ActiveFault): FaultView {
  const { rule, remaining } = fault;
  if (remaining !== Infinity) return { ...fault, remaining };
  return { ...fault, rule: { ...rule, times: null }, remaining: null };
}
