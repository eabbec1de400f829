/** Tests a value; the text completes "must be …". */
export type Rule = readonly [
    isValid: (value: unknown) => boolean,
    expected: string
];
/** The rule of each member. */
export type Rules<T> = Readonly<Record<keyof T, Rule>>;
/** The same members, none of them optional. */
export type WithDefaults<T> = {
    readonly [Name in keyof T]-?: NonNullable<T[Name]>;
};
/**
 * Checks an argument object. Throws a TypeError for what is not an object and for an unknown member, a RangeError for an
 * invalid value. A member that is undefined counts as not given. `caller` is named in the message.
 */
export declare function checkMembers<T>(caller: string, members: unknown, rules: Rules<T>): asserts members is T;
/** Throws a TypeError for what is not an object, and for a member whose name is not in the list. */
export declare function checkNames(caller: string, members: unknown, names: readonly string[]): asserts members is Readonly<Record<string, unknown>>;
/** Whether a value is an object of named members: not a list, a Map or a Headers. */
export declare function isRecord(value: unknown): value is Readonly<Record<string, unknown>>;
/** A delay that a platform timer can hold. */
export declare const delayRule: Rule;
/** A whole number from `min` to `max`. */
export declare function integer(min: number, max?: number): Rule;
/** One of these texts. */
export declare function oneOf(...values: readonly string[]): Rule;
//# sourceMappingURL=check-arguments.d.ts.map