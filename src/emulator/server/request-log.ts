import type { Route } from "./route.js";

/** A request as it came, with the key redacted. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Undefined where no route fits. */
  readonly route: Route | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; undefined where there is none. */
  readonly body: unknown;
  /** When it came, in milliseconds since 1970 on the emulator's clock. */
  readonly at: number;
  /** Undefined until it is answered, and where the connection was reset. */
  readonly status: number | undefined;
  /** Real milliseconds until it was answered, to a tenth. */
  readonly ms: number | undefined;
}
