import type { Socket } from "node:net";
import type { Behaviour } from "./behaviours.js";

/** Deadline of a whole call. */
export const TIMEOUT_MS = 2900;
/** Deadline of one attempt of a call that may be retried: four attempts and their pauses fit into the whole. */
export const ATTEMPT_TIMEOUT_MS = 400;

/** What a cell must show. */
export interface Expected {
  /** Complete requests that reach the server. */
  readonly requests: number;
  /** Calls of `fetch`; by default as many as requests. */
  readonly fetches?: number;
  /** Connections that reach the server, if the server reads nothing from them. */
  readonly connections?: number;
  readonly ends:
    | "success"
    | "ConnectionError"
    | "TimeoutError"
    | "ResponseError"
    | "GraphQLError";
  readonly status?: number;
  readonly maybeSent?: boolean;
  /** Bounds of the call's duration on its own clock, in milliseconds. */
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** An error of reading a response, as the platform's `fetch` reports it. */
export interface BrokenRead {
  /** The name of the error: `EHOSTUNREACH`. */
  readonly code: string;
  /** The part of the response during which the connection breaks. */
  readonly during: "headers" | "body";
}

/**
 * One failure of the network or the service. The expectations are written by hand: `read` for a GET, a poll and a
 * query, `change` for the other calls.
 */
export interface Row {
  readonly name: string;
  readonly behaviour: Behaviour;
  /** What the server does with a connection instead of reading it. */
  readonly onConnect?: (socket: Socket) => void;
  /** Why there is no server: nobody listens, nobody listens yet, or the host has no address. */
  readonly absent?: "refused" | "refused once" | "unknown host";
  /** The error that the system reports while the right response is under way. */
  readonly breaks?: BrokenRead;
  /** Whether a good response comes first, on a connection that the call then uses again. */
  readonly reused?: true;
  /** Whether the response proves that the service did not carry out the request. */
  readonly notCarriedOut?: true;
  readonly read: Expected;
  readonly change: Expected;
  /** Expectations of single columns that differ. */
  readonly except?: Readonly<Record<string, Expected>>;
}

/** The connection is lost: a read is attempted four times, a change once, and the change may have been carried out. */
export const lost = {
  read: { requests: 4, ends: "ConnectionError", maybeSent: true },
  change: { requests: 1, ends: "ConnectionError", maybeSent: true },
} as const;

/** The connection is lost in the body of a success: the status is known, and a change may have been carried out. */
export const cut = {
  read: { ...lost.read, status: 200 },
  change: { ...lost.change, status: 200 },
} as const;

/** No response comes in time: each attempt of a read has its own deadline, a change has the whole time. */
export const timedOut = {
  read: {
    requests: 4,
    ends: "TimeoutError",
    maybeSent: true,
    atLeast: 4 * ATTEMPT_TIMEOUT_MS,
    atMost: TIMEOUT_MS - 200,
  },
  change: {
    requests: 1,
    ends: "TimeoutError",
    maybeSent: true,
    atLeast: TIMEOUT_MS,
  },
} as const;

/** The call ends with this status after so many requests. */
export function failsWith(
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
