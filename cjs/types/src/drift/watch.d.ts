import type { DriftWatch } from "../options.js";
import { type DriftFinding } from "./findings.js";
/** The options of `watchDrift`. A member that is `undefined` counts as not set. */
export interface DriftOptions {
    /**
     * Called once for each kind of difference at each path of a shape, such as a Pod, after the response that shows it
     * first. An error that the callback throws is ignored.
     * @default prints one line through the client's `warn`
     */
    readonly onDrift?: ((finding: DriftFinding) => void) | undefined;
    /**
     * The share of responses to compare, from 0 to 1.
     * @default 1
     */
    readonly sample?: number | undefined;
}
/** A watcher for the client's option `drift`. Several clients may share one watcher. */
export interface DriftWatcher extends DriftWatch {
    /** Every finding so far, at most 1000, each with its count. */
    readonly findings: () => DriftFinding[];
}
/**
 * Creates a watcher that compares responses with their documentation, and reports unknown fields, missing fields, wrong
 * types, new values of enumerations and undocumented statuses. A shape that several operations return, such as a Pod, is
 * reported once. Responses with 429 or a status from 500 on are not compared, because any service may send these. The
 * watcher changes no response, fails no call and keeps no value. For GraphQL documents of your own it compares the status only, because the selected fields are known for
 * the shipped documents only. It compares the first million values of a response.
 *
 * @throws RangeError when `sample` is not from 0 to 1
 */
export declare function watchDrift(options?: DriftOptions): DriftWatcher;
//# sourceMappingURL=watch.d.ts.map