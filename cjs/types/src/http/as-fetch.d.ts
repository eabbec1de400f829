import type { RequestHeaders } from "../options.js";
import type { Settings } from "../settings.js";
import type { Bytes, TransportRequest } from "./request.js";
import type { LightResponse } from "./response.js";
import type { Send } from "./transport.js";
/** The second argument of `cloud.fetch`. Other members that the platform's `fetch` knows are ignored. */
export interface FetchInit {
    readonly method?: string | undefined;
    readonly headers?: RequestHeaders | RequestInit["headers"] | undefined;
    /** Whatever the platform's `fetch` takes. A stream is sent once, without retries. */
    readonly body?: RequestInit["body"] | undefined;
    /** Aborts the call, and the body of its response; both reject with the signal's own reason. */
    readonly signal?: AbortSignal | null | undefined;
    /**
     * Bound of the call in milliseconds, up to the headers of a success.
     * @default the client's `timeout`
     */
    readonly timeout?: number | undefined;
    /**
     * How often the call may be retried where that is safe; 0 for never.
     * @default the client's `retries`
     */
    readonly retries?: number | undefined;
}
/** The transport with the signature of `fetch`. */
export type CloudFetch = (input: string | URL | Request, init?: FetchInit) => Promise<Response>;
/** How hooks and errors name the calls of a `fetch`. */
interface FetchName {
    readonly operation: string;
    /** The path of the route, as a template. */
    readonly path?: string;
}
/** Gives the transport the signature of `fetch`, for addresses of the configured surfaces. */
export declare function createFetch(settings: Settings, send: Send, name?: FetchName): CloudFetch;
/**
 * The body of a platform request, as bytes that can be sent again. The body may be a stream that stalls: the timeout of
 * the call bounds its reading.
 */
export declare function readBody(request: Request, options: Pick<FetchInit, "signal" | "timeout">, settings: Settings, operation: string): Promise<Bytes | undefined>;
/**
 * A platform `Response` that shows neither the key nor the address. While its body is a stream, an abort of the request
 * ends the stream.
 */
export declare function toResponse(response: LightResponse, request: TransportRequest): Response;
export {};
//# sourceMappingURL=as-fetch.d.ts.map