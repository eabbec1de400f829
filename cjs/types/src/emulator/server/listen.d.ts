import type { AccountState } from "../account-state.js";
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
    /**
     * Whether the TCP ports of running Pods are real listeners on this host, with an SSH banner at port 22 and an HTTP answer
     * at every other: those of up to 64 Pods at once. @default true
     */
    readonly podPorts?: boolean | undefined;
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
    constructor(answer: AnswerRequest, state: AccountState);
    listen(options: ListenOptions): Promise<Listener>;
    closeAll(): Promise<void>;
}
export declare function urlsAt(origin: string): Urls;
//# sourceMappingURL=listen.d.ts.map