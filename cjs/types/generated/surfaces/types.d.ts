/** The surfaces beside those that the facade is written for. */
export interface Surfaces {
}
//# sourceMappingURL=types.d.ts.map