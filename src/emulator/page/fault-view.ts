import type { ActiveFault } from "../server/apply-fault-rules.js";
import type { FaultView } from "./view.js";

/** A fault rule as JSON. */
export function faultView(fault: ActiveFault): FaultView {
  const { id, route, rule, remaining, toSkip } = fault;
  return {
    id,
    route,
    rule,
    remaining: remaining === Infinity ? null : remaining,
    toSkip,
  };
}
