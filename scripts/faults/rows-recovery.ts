import { answered, late, cut, lost, success, type Row } from "./row.js";
import {
  answer,
  begin,
  close,
  holding,
  mislabelled,
  once,
  reset,
  silence,
  status,
  type Act,
} from "./wire.js";

/** A fault that passes: the next try of a read succeeds; a change is not tried again. */
const passing = (name: string, act: Act, change: Row["change"]): Row => ({
  name: `once: ${name}`,
  act: once(act),
  read: success(2),
  change,
});

/** Nothing was carried out: also a change is sent again, succeeds, and is carried out once. */
const turnedAway = (code: number, retryAfter: string): Row => ({
  name: `once: ${code}, Retry-After ${retryAfter}`,
  act: once(status(code, { "retry-after": retryAfter })),
  turnsAway: true,
  read: success(2),
  change: success(2),
});

/** Faults that pass. */
export const recoveryRows: readonly Row[] = [
  {
    name: "once: connection refused",
    absent: "refused once",
    act: ({ reply }, { good }) => reply(good),
    read: { ...success(1), tries: 2 },
    change: { ...success(1), tries: 2 },
  },
  passing("reset after it is read", reset, lost.change),
  {
    ...passing("closed, reused connection", close, lost.change),
    reused: true,
  },
  passing("never answered", silence, late.change),
  passing(
    "cut inside the body",
    begin(({ body }) => answer(200, body).slice(0, -1), close),
    cut.change,
  ),
  passing(
    "bytes that are not HTTP",
    begin(() => "SSH-2.0-OpenSSH_9.7\r\n", close),
    lost.change,
  ),
  passing(
    "broken gzip body",
    mislabelled({ "content-encoding": "gzip" }),
    cut.change,
  ),
  passing("408", status(408), answered(408, 1, true)),
  passing("425", status(425), answered(425, 1, false)),
  passing("500", status(500), answered(500, 1, true)),
  passing(
    "502 with HTML",
    holding(502, "<p>Bad gateway", "text/html"),
    answered(502, 1, true),
  ),
  passing("503", status(503), answered(503, 1, true)),
  passing("504", status(504), answered(504, 1, true)),
  turnedAway(429, "0"),
  turnedAway(429, "1"),
  turnedAway(503, "0"),
  turnedAway(503, "1"),
];
