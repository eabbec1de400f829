import { ResponseError } from "../errors.js";
import type { Settings } from "../settings.js";
import { type Redact } from "./redact.js";
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
    /** The body; undefined when the body is a stream or longer than is ever read. In a failure, the key is redacted. */
    readonly content: string | undefined;
    /** The unread body of a success whose request asked for a stream; null when there is no body. */
    readonly stream: ReadableStream<Bytes> | null | undefined;
    /** What a valid Retry-After asks for, in milliseconds. */
    readonly retryAfterMs: number | undefined;
    /** Whether the service may have carried the call out, in this attempt or an earlier one. */
    maybeSent: boolean;
    /** Redacts the key. */
    readonly redact: Redact;
    /** Wraps a response whose body has been read as `content`, or is left unread. */
    constructor(response: Response, content: string | undefined, request: TransportRequest, redact: Redact);
    /** The body as JSON where it is JSON; parsed once. */
    get parsed(): ParsedBody;
    text(): Promise<string>;
    json(): Promise<unknown>;
    /** Redacts the key, and what the request has sent. */
    redactAll(text: string): string;
}
/** A body that has been parsed. */
interface ParsedBody {
    readonly isJson: boolean;
    /** The JSON value; the text when the body is no JSON. */
    readonly value: unknown;
}
/**
 * Reads the body of a response. The body of a failure is cut where it is long, slow or broken. The body of a success
 * has to be whole: reading rejects when the connection breaks, and resolves with undefined when the body is too long.
 */
export declare function readText(response: Response, signal: AbortSignal): Promise<string | undefined>;
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
/** The service's reason: a `message`, `error`, `detail` or `title` member, or a short text that is no markup. */
export declare function reasonOf(value: unknown, depth?: number): string;
export {};
//# sourceMappingURL=response.d.ts.map