import type { Socket } from "node:net";
import type { Act } from "./wire.js";

/** Bound of a whole call, in milliseconds. */
export const TIMEOUT = 2900;
/** Bound of one try of a call that may be repeated, in milliseconds: four of them and their pauses fit into the whole. */
export const ATTEMPT = 400;
/** What a call may take beyond its bound on a busy machine, in milliseconds. */
export const MARGIN = 400;

/** What must be seen of one cell. */
export interface Expected {
  /** Complete requests that reach the server. */
  readonly requests: number;
  /** Calls of `fetch`, where they are not as many as the requests. */
  readonly tries?: number;
  /** Connections that reach the server, where nothing on them is read. */
  readonly connections?: number;
  readonly ends:
    | "success"
    | "ConnectionError"
    | "TimeoutError"
    | "ResponseError"
    | "GraphQLError";
  readonly status?: number;
  readonly maybeSent?: boolean;
  /** How long it lasts, in milliseconds. */
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** One fault. Its expectations are written by hand: `read` for GET and query, `change` for all that changes anything. */
export interface Row {
  readonly name: string;
  readonly act: Act;
  /** What is done with a connection instead of reading it. */
  readonly onConnect?: (socket: Socket) => void;
  /** Where there is no server to be found: nobody listens, not yet, or the host has no address. */
  readonly absent?: "refused" | "refused once" | "unknown host";
  /** Whether a good answer comes first, on a connection that is then used again. */
  readonly reused?: true;
  /** Whether the service says with its fault that nothing was carried out. */
  readonly turnsAway?: true;
  readonly read: Expected;
  readonly change: Expected;
  /** Expectations of single columns that differ. */
  readonly but?: Readonly<Record<string, Expected>>;
}

/** The connection is lost: a read is tried four times; a change once, and its fate is open. */
export const lost = {
  read: { requests: 4, ends: "ConnectionError", maybeSent: true },
  change: { requests: 1, ends: "ConnectionError", maybeSent: true },
} as const;

/** The connection is lost in the body of a success: the status is known, the fate of a change is open. */
export const cut = {
  read: { ...lost.read, status: 200 },
  change: { ...lost.change, status: 200 },
} as const;

/** Nothing comes in time: each try of a read has its own bound; a change gets the whole time. */
export const late = {
  read: {
    requests: 4,
    ends: "TimeoutError",
    maybeSent: true,
    atLeast: 4 * ATTEMPT,
    atMost: TIMEOUT - 200,
  },
  change: {
    requests: 1,
    ends: "TimeoutError",
    maybeSent: true,
    atLeast: TIMEOUT,
  },
} as const;

/** The service answers with this status, `requests` times. */
export function answered(
  status: number,
  requests: number,
  maybeSent: boolean,
  time: Pick<Expected, "atLeast" | "atMost"> = {},
): Expected {
  return { requests, ends: "ResponseError", status, maybeSent, ...time };
}

export function success(requests: number): Expected {
  return { requests, ends: "success" };
}
