import type { Route } from "./operations.js";

/** A request as it arrived, with its key redacted. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Undefined where no route matches. */
  readonly route: Route | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; undefined where there is none. */
  readonly body: unknown;
  /** When the request arrived, in milliseconds since 1970 on the emulator's clock. */
  readonly at: number;
  /** Undefined until the request is answered, and where the connection was reset. */
  readonly status: number | undefined;
  /** Real milliseconds from arrival to response, rounded to a tenth. */
  readonly durationMs: number | undefined;
}
