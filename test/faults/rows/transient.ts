import { failsWith, timedOut, cut, lost, success, type Row } from "../row.js";
import {
  responseText,
  begin,
  close,
  withBody,
  once,
  reset,
  silence,
  status,
  type Behaviour,
} from "../behaviours.js";

/** A failure of the first request only: the next attempt of a read succeeds; a change is not retried. */
const passing = (
  name: string,
  behaviour: Behaviour,
  change: Row["change"],
): Row => ({
  name: `once: ${name}`,
  behaviour: once(behaviour),
  read: success(2),
  change,
});

/** Nothing was carried out: a change is retried too, succeeds, and is carried out once. */
const turnedAway = (retryAfter: string): Row => ({
  name: `once: 429, Retry-After ${retryAfter}`,
  behaviour: once(status(429, { "retry-after": retryAfter })),
  notCarriedOut: true,
  read: success(2),
  change: success(2),
});

/** Failures of the first request only. */
export const transientRows: readonly Row[] = [
  {
    name: "once: connection refused",
    absent: "refused once",
    behaviour: ({ reply }, { good }) => reply(good),
    read: { ...success(1), fetches: 2 },
    change: { ...success(1), fetches: 2 },
  },
  passing("reset after it is read", reset, lost.change),
  {
    ...passing("closed, reused connection", close, lost.change),
    reused: true,
  },
  passing("never answered", silence, timedOut.change),
  passing(
    "cut inside the body",
    begin(({ body }) => responseText(200, body).slice(0, -1), close),
    cut.change,
  ),
  passing("408", status(408), failsWith(408, 1, true)),
  passing(
    "502 with HTML",
    withBody(502, "<p>Bad gateway", "text/html"),
    failsWith(502, 1, true),
  ),
  passing(
    "503, Retry-After 1",
    status(503, { "retry-after": "1" }),
    failsWith(503, 1, true),
  ),
  turnedAway("1"),
];
