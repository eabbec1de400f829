/** Replaces keys in a text, or in every text of a JSON value. */
export type Redact = <T>(value: T) => T;
/** The keys that a client has used recently. They are kept for redaction alone. */
export declare class KeyRing {
    #private;
    /** Remembers a key. Forgets the oldest keys where all together are longer than `MAX_CHARACTERS`. */
    learn(key: string): void;
    /** Redacts every key that the client remembers. */
    readonly redact: Redact;
    /** Redacts the keys of one call as well, even if many other calls have used other keys since. */
    redactWith(callKeys: ReadonlySet<string>): Redact;
}
/** A copy of headers with their values redacted. A name that contains a key cannot be shown: its header is left out. */
export declare function redactHeaders(headers: Headers, redact: Redact): Headers;
/** Redacts in a text what a request has sent: the whole body, and each longer text or number in it. */
export declare function redactBody(text: string, body: unknown): string;
/** Parses a JSON text; returns undefined when the text is no JSON. */
export declare function parse(text: string | undefined, reviver?: (name: string, value: unknown) => unknown): unknown;
/**
 * Makes an error of `fetch` fit to be the `cause` of ours. Returns the same object when it holds plain values only and
 * `redact` changes none of them, else a copy without what is not plain.
 */
export declare function safeCause(value: unknown, redact: (text: string) => string, depth?: number): unknown;
//# sourceMappingURL=redact.d.ts.map