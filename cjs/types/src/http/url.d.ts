import type { CallContext } from "../errors.js";
/** The address that one surface is configured with. */
export interface Address {
    /** The address without a trailing slash; empty when none is configured. */
    readonly base: string;
    /** The address; throws an `InputError` that names the option and the environment variable when none is configured. */
    require(operation: string): string;
    /** What is probably wrong with the address when the service answers 404; empty when the address looks right. */
    readonly hint: string;
}
/** Checks a configured address. A missing address is an error of the first call that needs it. */
export declare function resolveAddress(option: string, variable: string, value: string | undefined, allowInsecureHttp: boolean | undefined): Address;
/** The surface that an address belongs to: the one whose own address is the longest that `url` is below. */
export declare function findSurface<Name extends string>(url: URL, addresses: Readonly<Record<Name, Address>>): Name | undefined;
/** Whether the address `url` is `base` or below it. */
export declare function isWithin(url: string, base: string): boolean;
/**
 * Fills the `{parameters}` of a path template. Each value becomes exactly one path segment. An `InputError` names the
 * parameter whose value is missing, empty, `.` or `..`, or cannot be encoded.
 */
export declare function fillPath(template: string, valueOf: (name: string) => unknown, call?: CallContext): string;
/** Encodes a value as one path segment that cannot change where a request goes. */
export declare function segment(name: string, value: unknown, call?: CallContext): string;
//# sourceMappingURL=url.d.ts.map