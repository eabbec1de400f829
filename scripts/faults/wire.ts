import type { Line } from "./server.js";

/** What a misbehaviour knows of its cell. */
export interface Stage {
  /** The body of the right answer. */
  readonly body: string;
  /** The right answer as a whole. */
  readonly good: string;
  /** Origin of a second server, which must receive nothing. */
  readonly elsewhere: string;
  /** How many requests misbehaved so far, this one included. */
  readonly count: number;
  /** When the first one came, in milliseconds since 1970. */
  readonly since: number;
}

/** What the server does with a request. */
export type Act = (line: Line, stage: Stage) => void;

/** An answer on the wire; `content-length` is right unless `headers` says otherwise. */
export function answer(
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
  return `HTTP/1.1 ${status} Bench\r\n${lines.join("")}\r\n${body}`;
}

export const reset: Act = ({ socket }) => socket.resetAndDestroy();

export const close: Act = ({ socket }) => socket.destroy();

/** Ends its own side and goes on reading. */
export const halfClose: Act = ({ socket }) => socket.end();

export const silence: Act = () => undefined;

/** Writes the beginning of an answer; once that has arrived, goes on with `then`. */
export function begin(text: (stage: Stage) => string, then: Act): Act {
  return (line, stage) => {
    line.socket.write(text(stage), "latin1");
    setTimeout(() => then(line, stage), 20);
  };
}

/** The right answer, one byte a second. */
export const trickle: Act = ({ socket }, { good }) => {
  let sent = 0;
  const send = () => socket.write(good.charAt(sent++), "latin1");
  send();
  const timer = setInterval(send, 1000);
  socket.on("close", () => clearInterval(timer));
};

/** An answer that goes on for as long as anyone reads it. */
export function endless(code: number): Act {
  return ({ socket }) => {
    socket.write(answer(code, "", { "content-length": "99999999999" }));
    const pour = () => socket.write("x".repeat(2 ** 16));
    const timer = setInterval(pour, 1);
    socket.on("close", () => clearInterval(timer));
  };
}

/** A whole answer with this status, and with these headers. */
export function status(
  code: number,
  headers: Readonly<Record<string, string>> = {},
): Act {
  return ({ reply }) => reply(answer(code, '{"error":"a fault"}', headers));
}

/** The right body, framed or named wrongly by these headers. */
export function mislabelled(headers: Readonly<Record<string, string>>): Act {
  return ({ reply }, { body }) => reply(answer(200, body, headers));
}

/** A whole answer with this body. */
export function holding(code: number, body: string, type: string): Act {
  return ({ reply }) => reply(answer(code, body, { "content-type": type }));
}

/** Away to another path; there, as everywhere else, the right answer is waiting. */
export function redirect(code: number, whither: "same" | "other"): Act {
  return ({ reply, path }, { good, elsewhere }) => {
    const origin = whither === "same" ? "" : elsewhere;
    const away = answer(code, "", { location: `${origin}/moved` });
    reply(path === "/moved" ? good : away);
  };
}

/** Turns away with a date to come back at: the same one each time, one to two seconds after the first. */
export function comeBackLater(code: number): Act {
  return ({ reply }, { since }) => {
    const date = new Date((Math.floor(since / 1000) + 2) * 1000);
    reply(answer(code, "{}", { "retry-after": date.toUTCString() }));
  };
}

/** Misbehaves once; from then on all is well. */
export function once(act: Act): Act {
  return (line, stage) => {
    if (stage.count === 1) act(line, stage);
    else line.reply(stage.good);
  };
}
