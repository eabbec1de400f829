import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import { type CallOptions } from "../options.js";
import type { Settings } from "../settings.js";
/** Internal controls of one call. They never travel in public options. */
export interface SendControls {
    /** Once the request has left, an abort no longer ends the call: its response must not be lost. */
    readonly finishAfterSend?: boolean;
    /** Awaited before each retry, with the milliseconds that remain of the call. */
    readonly beforeRetry?: (remainingMs: number) => Promise<void>;
    /** Whether the call is a poll of a wait. */
    readonly isPoll?: boolean;
    /** Appended to the message of an error if the call may have been carried out. */
    readonly lostNote?: string;
    /**
     * Awaited before each attempt, after everything else that is awaited: `fetch` is called as soon as it resolves, even if
     * the signal has aborted meanwhile. So it is for calls with `finishAfterSend` only. A rejection stops the call, which
     * rejects with the same reason.
     */
    readonly beforeSend?: () => Promise<void>;
    /** Awaited after each attempt for which `beforeSend` has resolved. A rejection ends the call with the same reason. */
    readonly afterSend?: (ended: AttemptEnd) => Promise<void>;
}
/** How one attempt ended. */
export interface AttemptEnd {
    /** The status of the response; undefined without a response. */
    readonly status: number | undefined;
    /** Whether the service may have carried this attempt out. */
    readonly maybeSent: boolean;
    /** The parsed body of a success; undefined otherwise. */
    readonly value: unknown;
    /** The time of the service by the `Date` header of its response, in milliseconds since 1970; NaN if there is none. */
    readonly serviceTime: number;
}
/** Bytes in a buffer of their own. TypeScript below 5.7 has no generic `Uint8Array` and needs this spelling. */
export type Bytes = ReturnType<Uint8Array["slice"]>;
/** The call that a request belongs to, as hooks and errors name it. */
export interface CallInfo {
    readonly surface: SurfaceName;
    /** The name of the call in the client: `pods.update`. */
    readonly operation: string;
    /** The route as a template: `PATCH /pods/{podId}`. */
    readonly route: string;
    /** What is probably wrong with the configured address; empty when the address looks right. */
    readonly hint: string;
}
/** The options of a call, whose headers have been read. */
export interface SendOptions extends Omit<CallOptions, "headers"> {
    readonly headers?: Readonly<Record<string, string>>;
}
/** One request that the transport can send as often as the retry policy allows. */
export interface TransportRequest {
    readonly call: CallInfo;
    readonly method: string;
    /** The whole address, without the key. */
    readonly url: string;
    /** A stream can be read once: it is sent in one attempt only. */
    readonly body?: string | Bytes | ReadableStream | undefined;
    /** Whether the request only reads: a GET, a HEAD, or a GraphQL query. */
    readonly safe: boolean;
    /**
     * The form in which the response holds the body of a success: as text, as bytes, or unread as a stream.
     * @default "text"
     */
    readonly responseAs?: "text" | "bytes" | "stream";
    /** What a GraphQL document is sent with: its variables, and the literals within it. */
    readonly variables?: unknown;
    readonly options: SendOptions;
    readonly controls?: SendControls;
}
/** Writes the address and the `init` for `fetch`. This is the only function that puts the key into a request. */
export declare function writeRequest(settings: Settings, request: TransportRequest, key: string, signal: AbortSignal): [url: string, init: RequestInit];
//# sourceMappingURL=request.d.ts.map