import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import type { SendOptions } from "../checks.js";
import type { Bytes } from "./body.js";
import type { Redact } from "./redact.js";

/** A request as the transport takes it: without the key, and in a form that can be sent again. */
export interface TransportRequest {
  readonly method: string;
  /** The whole address, without the key. */
  readonly url: string;
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** A stream can be read once: it is sent in one attempt only. */
  readonly body?: string | Bytes | ReadableStream | undefined;
}

/** What the transport needs to know of a call besides its request. */
export interface RequestContext {
  readonly call: CallInfo;
  readonly options: SendOptions;
  /** Whether the request is a GraphQL query, which only reads. */
  readonly isQuery?: boolean;
  /**
   * Whether the body of a success is left unread. The deadline then ends at the headers, and an abort ends the stream.
   * @default false
   */
  readonly isStreamed?: boolean;
  /** Whether one attempt may take the whole `timeout`, however short `attemptTimeout` is. */
  readonly hasLongAttempts?: boolean;
  /** What may hold a wrong name, if the request is refused. */
  readonly named?: NamedParts;
  readonly controls?: CallControls | undefined;
}

/** The parts of a request that may hold a wrong name. */
export interface NamedParts {
  /** The values in the path of the address, by the names in the route. */
  path?: Readonly<Record<string, unknown>>;
  /** The body, or the variables of GraphQL. */
  body?: unknown;
}

/** The call that a request belongs to, as hooks and errors name it. */
export interface CallInfo {
  readonly surface: SurfaceName;
  /** The name of the call in the client: `pods.update`. */
  readonly operation: string;
  /** The route as a template: `PATCH /pods/{podId}`. */
  readonly route: string;
  /** The call that shows whether this one was carried out: `pods.get` for `pods.update`. */
  readonly shownBy?: string;
}

/** The route of every call of the GraphQL API, as errors show it. */
export const GRAPHQL_ROUTE = "POST /graphql";

/** Controls of one call that only this package sets. */
export interface CallControls {
  /** The function that waits and polls with this call, such as `job.wait`. Tracing leaves polls out. */
  readonly pollOf?: string;
  /**
   * Awaited as the last step before each attempt: `fetch` is called as soon as the promise resolves. `remainingMs` is
   * what is left of the call's time. A rejection ends the call with the same reason.
   */
  readonly before?: (attempt: number, remainingMs: number) => Promise<void>;
  /** Awaited after each attempt for which `before` has resolved. A rejection ends the call with the same reason. */
  readonly after?: (end: AttemptEnd) => Promise<void>;
  /** What only submits of jobs need. */
  readonly submit?: SubmitControls | undefined;
}

/** How a submit differs from other calls. */
interface SubmitControls {
  /** Whether an abort no longer ends the call once its request has left: the id of the job must not be lost. */
  readonly finishesOnceSent: boolean;
  /** Reads the id of the job from the body of a response, also from one that broke off. */
  readonly readJobId: (body: unknown) => string | undefined;
}

/** How one attempt ended. */
export interface AttemptEnd {
  /** The status of the response; undefined without a response. */
  readonly status: number | undefined;
  /** Whether the service may have carried this attempt out. */
  readonly maybeSent: boolean;
  /**
   * The body of the response: as JSON, or as text where it is no JSON. Of a response that broke off, the text that has
   * come. It may hold the key: never show it.
   */
  readonly body: unknown;
  /** The time of the service by the `Date` header of its response, in milliseconds since 1970; NaN if there is none. */
  readonly serviceTime: number;
}

/** A response, and what the transport knows of its call. A middleware may have made the response without any request. */
export interface ServiceResponse {
  readonly response: Response;
  readonly metadata: ResponseMetadata | undefined;
}

/** What the transport knows of a call beyond its response. */
export interface ResponseMetadata {
  readonly context: RequestContext;
  /** Whether the service may have carried the call out, in any of its attempts. */
  readonly maybeSent: boolean;
  /** The address that the surface is configured with. */
  readonly address: { readonly base: string; readonly hint: string };
  /** Redacts the keys of the client, and the secrets of the request. */
  readonly redact: Redact;
}
