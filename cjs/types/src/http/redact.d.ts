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
/** Parses a JSON text; returns undefined when the text is no JSON. */
export declare function parse(text: string | undefined): unknown;
/** Takes the place of a text that may repeat what was sent. */
export declare const HIDDEN = "[hidden]";
/**
 * Makes an error of `fetch` fit to be the `cause` of ours: a copy of plain values, each text as `hide` returns it. An
 * error stays an instance of its class, unless that class has accessors: these could show what the copy hides. What is
 * neither plain nor an error, such as a `Request`, is dropped.
 */
export declare function safeCause(value: unknown, hide: (text: string) => string): unknown;
//# sourceMappingURL=redact.d.ts.map