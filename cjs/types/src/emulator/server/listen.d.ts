import type { AnswerRequest } from "./connection.js";
/** The three addresses of the service, under the names of the client's options. */
export interface Urls {
    readonly baseUrl: string;
    readonly publicBaseUrl: string;
    readonly graphqlUrl: string;
}
/** An option that is `undefined` counts as not given. */
export interface ListenOptions {
    /** The TCP port; 0 takes a free one. @default 0 */
    readonly port?: number | undefined;
    /** @default "127.0.0.1" */
    readonly host?: string | undefined;
}
/** A server that listens on a socket. */
export interface Listener {
    readonly urls: Urls;
    readonly port: number;
    /** Stops the server and ends its open connections. */
    readonly close: () => Promise<void>;
}
/** The listening servers of one emulator. */
export declare class Listeners {
    #private;
    constructor(answer: AnswerRequest);
    listen(options: ListenOptions): Promise<Listener>;
    closeAll(): Promise<void>;
}
export declare function urlsAt(origin: string): Urls;
//# sourceMappingURL=listen.d.ts.map