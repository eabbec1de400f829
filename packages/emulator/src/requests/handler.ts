import type { AccountState } from "../state/account-state.js";
import type {
  BodyOf,
  ParamsOf,
  QueryOf,
  ReplyOf,
  Route,
} from "../http/operations.js";

/** What every handler gets beside the request's own data. */
interface CallContext {
  readonly state: AccountState;
  /** Whether the request carries a valid key. Only GraphQL and files also answer without one. */
  readonly hasKey: boolean;
  /** The headers of the request. */
  readonly headers: Headers;
  /** The size of the body. */
  readonly bodyBytes: number;
  /** Where the request was sent to, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Aborts when the caller no longer waits. */
  readonly signal: AbortSignal;
}

/** A request that passed every check: the route is known, the key accepted, query and body are valid. */
export interface Call<R extends Route> extends CallContext {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
}

/** Answers the requests of one route. */
export type Handler<R extends Route> = (
  call: Call<R>,
) => ReplyOf<R> | Promise<ReplyOf<R>>;

/** The handlers of routes. A route without one is answered with 501, and `npm run build` lists it. */
export type Handlers<R extends Route> = {
  readonly [Each in R]?: Handler<Each>;
};

/** A checked request, and a handler, of a route that the compiler does not know. */
export interface UntypedCall extends CallContext {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export type UntypedHandler = (
  call: UntypedCall,
) => UntypedReply | Promise<UntypedReply>;

type UntypedReply =
  | Response
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** A reply with the status 200. */
export function ok<Body>(body: Body): {
  readonly status: 200;
  readonly body: Body;
} {
  return { status: 200, body };
}
