import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import { type CallOptions } from "../options.js";
import type { Settings } from "../settings.js";
/** Internal controls of one call. They never travel in public options. */
export interface SendControls {
    /** Once the request has left, an abort no longer ends the call: its response must not be lost. */
    readonly finishAfterSend?: boolean;
    /** Awaited before each retry, with the milliseconds that remain of the call. */
    readonly beforeRetry?: (remainingMs: number) => Promise<void>;
    /** Appended to the message of an error if the call may have been carried out. */
    readonly lostNote?: string;
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
    /** Whether the body of a success is left unread, as a stream. */
    readonly streamResponse?: boolean;
    readonly options: CallOptions;
    readonly controls?: SendControls;
}
/** Writes the address and the `init` for `fetch`. This is the only function that puts the key into a request. */
export declare function writeRequest(settings: Settings, request: TransportRequest, key: string, signal: AbortSignal): [url: string, init: RequestInit];
//# sourceMappingURL=request.d.ts.map