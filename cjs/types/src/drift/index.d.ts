export { watchDrift, type DriftOptions, type DriftWatcher } from "./watch.js";
export type { DriftFinding, DriftKind } from "./findings.js";
export type { DriftWatch, ObservedResponse } from "../options.js";
//# sourceMappingURL=index.d.ts.map