import { turns } from "../support/work-clock.js";
import type { ServerRequest } from "./server.js";

/** What a behaviour knows of the cell it runs in. */
export interface CellContext {
  /** The body of the right response. */
  readonly body: string;
  /** The right response as a whole, as text on the wire. */
  readonly good: string;
  /** Origin of a second server, which must receive nothing. */
  readonly otherOrigin: string;
  /** How many requests have reached the behaviour, this one included. */
  readonly count: number;
  /** When the call began, in milliseconds since 1970, on the clock of the call. */
  readonly since: number;
  /** Reports to the clock of the call that the request gets no response, or a response that never ends. */
  readonly fallSilent: () => void;
}

/** What the server does with a request. */
export type Behaviour = (request: ServerRequest, context: CellContext) => void;

/** A response on the wire; `content-length` is right unless `headers` sets another. */
export function responseText(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const all = {
    "content-type": "application/json",
    ...(status === 204 ? {} : { "content-length": String(body.length) }),
    ...headers,
  };
  const lines = Object.entries(all).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} Test\r\n${lines.join("")}\r\n${body}`;
}

export const reset: Behaviour = ({ socket }) => socket.resetAndDestroy();

export const close: Behaviour = ({ socket }) => socket.destroy();

/** Ends the server's side of the connection and goes on reading. */
export const halfClose: Behaviour = ({ socket }) => socket.end();

export const silence: Behaviour = (_, { fallSilent }) => fallSilent();

/** How many turns of the event loop bring the beginning of a response to the client. */
const BEGINNING_TURNS = 6;

/** Writes the beginning of a response. When the beginning has arrived, runs `then`. */
export function begin(
  text: (context: CellContext) => string,
  then: Behaviour,
): Behaviour {
  return (request, context) => {
    request.socket.write(text(context), "latin1");
    void turns(BEGINNING_TURNS).then(() => then(request, context));
  };
}

/** Sends the right response at one byte a second. */
export const trickle: Behaviour = ({ socket }, { good, fallSilent }) => {
  fallSilent();
  let sent = 0;
  const send = () => socket.write(good.charAt(sent++), "latin1");
  send();
  const timer = setInterval(send, 1000);
  socket.on("close", () => clearInterval(timer));
};

/** Sends a body that goes on for as long as anyone reads it. */
export function unlimitedBody(code: number): Behaviour {
  return ({ socket }) => {
    socket.write(responseText(code, "", { "content-length": "99999999999" }));
    const send = () => socket.write("x".repeat(2 ** 16));
    const timer = setInterval(send, 1);
    socket.on("close", () => clearInterval(timer));
  };
}

/** Sends a whole response with this status and these headers. */
export function status(
  code: number,
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  return ({ reply }) =>
    reply(responseText(code, '{"error":"the service refuses"}', headers));
}

/** Sends the right body under headers that do not fit it. */
export function mislabelled(
  headers: Readonly<Record<string, string>>,
): Behaviour {
  return ({ reply }, { body }) => reply(responseText(200, body, headers));
}

/** Sends a whole response with this body. */
export function withBody(code: number, body: string, type: string): Behaviour {
  return ({ reply }) =>
    reply(responseText(code, body, { "content-type": type }));
}

/** Redirects to another path; the right response is there, as on every other path. */
export function redirect(code: number, target: "same" | "other"): Behaviour {
  return ({ reply, path }, { good, otherOrigin }) => {
    const origin = target === "same" ? "" : otherOrigin;
    const redirection = responseText(code, "", { location: `${origin}/moved` });
    reply(path === "/moved" ? good : redirection);
  };
}

/** Refuses with a date in Retry-After: the same date each time, one to two seconds after the call began. */
export function retryAfterDate(code: number): Behaviour {
  return ({ reply }, { since }) => {
    const date = new Date((Math.floor(since / 1000) + 2) * 1000);
    reply(responseText(code, "{}", { "retry-after": date.toUTCString() }));
  };
}

/** Runs the behaviour for the first request only; every other request gets the right response. */
export function once(behaviour: Behaviour): Behaviour {
  return (request, context) => {
    if (context.count === 1) behaviour(request, context);
    else request.reply(context.good);
  };
}
