import type { State } from "../resources/state.js";

/** A request that was let in: known route, accepted key, valid query and body. */
export interface Call {
  readonly state: State;
  /** Whether it speaks for the account: only GraphQL also answers without a key. */
  readonly hasKey: boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Where the request came to, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Aborts when the caller is no longer waiting. */
  readonly signal: AbortSignal;
}

/** An answer. Without a body nothing is sent but the status; a `Response` is sent as it is. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

export type Handler = (
  call: Call,
) => Reply | Response | Promise<Reply | Response>;

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

/** The path parameter of this name. */
export function param({ params }: Call, name: string): string {
  return params[name] ?? "";
}

/** Removes what the path parameter of this name names, and answers with nothing. */
export function removed(
  remove: (state: State, id: string) => void,
  call: Call,
  name: string,
): Reply {
  remove(call.state, param(call, name));
  return { status: 204 };
}
