import type { Route } from "./operations.js";
/**
 * What goes wrong with the next requests of a route. With `status`, `headers` or `body`, or with none of the members, the
 * emulator responds so and does not carry out the request; the default is a 500. With only `delay`, `truncate` or a
 * `reset` "after", the request is carried out. A member that is `undefined` counts as not given.
 */
export interface FaultRule {
    /** The status of the response, from 200 to 599. */
    readonly status?: number | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /** A string is sent as it is, anything else as JSON. Without a body, the surface's own error shape is sent. */
    readonly body?: unknown;
    /** Milliseconds before the request is processed, below 2^31: real ones, or those of a manual clock. */
    readonly delay?: number | undefined;
    /** Resets the connection without a response, before the request is carried out or after. */
    readonly reset?: "before" | "after" | undefined;
    /** Whether the request is carried out before the emulator responds as this rule says. @default false */
    readonly carriedOut?: boolean | undefined;
    /** Cuts the connection after so many bytes of the body. */
    readonly truncate?: number | undefined;
    /** How many requests the rule applies to: a whole number, or Infinity. @default 1 */
    readonly times?: number | undefined;
    /** How many requests pass before the rule applies. @default 0 */
    readonly after?: number | undefined;
    /** The probability that the rule applies to a request, from 0 to 1, drawn from the emulator's seed. @default 1 */
    readonly probability?: number | undefined;
}
/** Throws a TypeError for a route that the emulator does not have. */
export declare function checkRoute(route: unknown): asserts route is Route;
/** Throws a TypeError for what is not an object and for an unknown member, a RangeError for an invalid value. */
export declare function checkFaultRule(rule: unknown): asserts rule is FaultRule;
//# sourceMappingURL=fault-rule.d.ts.map