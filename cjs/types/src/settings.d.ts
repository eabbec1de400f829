import { type SurfaceName } from "../generated/surfaces/addresses.js";
import { KeyRing } from "./http/redact.js";
import { type Address } from "./http/url.js";
import type { ClientOptions, DriftWatch, RequestEvent, ResponseEvent, RetryEvent, UpdateMethod } from "./options.js";
import type { Tracing } from "./tracing.js";
/** The options of a client with every default filled in. */
export interface Settings {
    readonly apiKey: () => string | Promise<string>;
    readonly addresses: Readonly<Record<SurfaceName, Address>>;
    readonly timeout: number;
    readonly attemptTimeout: number;
    readonly retries: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly updateMethod: UpdateMethod;
    readonly fetch: typeof globalThis.fetch;
    readonly onRequest: (event: RequestEvent) => void;
    readonly onResponse: (event: ResponseEvent) => void;
    readonly onRetry: (event: RetryEvent) => void;
    readonly drift: DriftWatch | undefined;
    readonly tracing: Tracing | undefined;
    readonly warn: (message: string) => void;
    readonly keys: KeyRing;
}
/** Fills in environment variables and defaults. Throws an `InputError` for an option that cannot be right. */
export declare function resolveOptions(options: ClientOptions): Settings;
//# sourceMappingURL=settings.d.ts.map