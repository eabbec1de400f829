import { ResponseError } from "../errors.js";
import type { Settings } from "../settings.js";
import { type Body } from "./body.js";
import type { Disclosure } from "./disclosure.js";
import type { Bytes, CallInfo, TransportRequest } from "./request.js";
/**
 * A response of the service. It has the members that openapi-fetch and graphql-request read, without the cost of a
 * platform `Response`. Its body is read to the end, unless the request asked for a stream.
 */
export declare class LightResponse {
    #private;
    readonly status: number;
    readonly ok: boolean;
    /** The headers; those about the body describe it as it is held here: decoded, and of this length. */
    readonly headers: Headers;
    /** The body as text; undefined when the body has another form or is longer than is ever read. In a failure, the key is redacted. */
    readonly content: string | undefined;
    /** The body of a success whose request asked for bytes. */
    readonly bytes: Bytes | undefined;
    /** The unread body of a success whose request asked for a stream; null when there is no body. */
    readonly stream: ReadableStream<Bytes> | null | undefined;
    /** What a valid Retry-After asks for, in milliseconds. */
    readonly retryAfterMs: number | undefined;
    /** Whether the service may have carried the call out, in this attempt or an earlier one. */
    maybeSent: boolean;
    /** What an error may show of this response. */
    readonly disclosure: Disclosure;
    /** Wraps a response and its `body`. */
    constructor(response: Response, { text, bytes, stream }: Body, { method }: TransportRequest, disclosure: Disclosure);
    /** The body as JSON where it is JSON; parsed once. */
    get parsed(): ParsedBody;
    text(): Promise<string>;
    json(): Promise<unknown>;
}
/** A body that has been parsed. */
interface ParsedBody {
    readonly isJson: boolean;
    /** The JSON value; the text when the body is no JSON. */
    readonly value: unknown;
}
/** What a caller needs of a success: JSON, nothing, JSON if there is a body, or any body. */
export type Expectation = "json" | "nothing" | "json if any" | "anything";
/** Passes a response to the drift watcher, and throws a `ResponseError` unless a success holds what is needed. */
export declare function acceptResponse(settings: Settings, response: LightResponse, call: CallInfo, expects: Expectation): void;
/** Passes a response to the drift watcher; its body only where the call reads the body. */
export declare function notifyDriftWatcher({ drift, warn }: Settings, response: LightResponse, { surface, operation, route }: CallInfo, expects: Expectation): void;
/** Throws a `ResponseError` for a success that does not hold what the caller needs. */
export declare function checkContent(response: LightResponse, call: CallInfo, expects: Expectation): void;
/** The error for a response that is no success, or for a success that holds something else: its `problem`. */
export declare function responseError(response: LightResponse, call: CallInfo, problem?: string): ResponseError;
/** Takes the place of a reason that may repeat what was sent. */
export declare const HIDDEN_REASON = "see `body` for the reason";
/** The service's reason: a `message`, `error`, `detail` or `title` member, or a short text that is no markup. */
export declare function reasonOf(value: unknown, depth?: number): string;
export {};
//# sourceMappingURL=response.d.ts.map