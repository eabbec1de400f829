import { ATTEMPT, answered, success, TIMEOUT, type Row } from "./row.js";
import {
  answer,
  begin,
  comeBackLater,
  endless,
  holding,
  mislabelled,
  redirect,
  reset,
  status,
} from "./wire.js";

const PAST = "Sun, 06 Nov 1994 08:49:37 GMT";
const PAGE = "<!doctype html><title>Bad gateway</title>";
/** What a gateway says that gave up waiting; it cannot tell what was carried out. */
const ERRORS = '{"errors":[{"message":"upstream request timed out"}]}';
/** The pauses between four tries, in milliseconds: a tenth of 500, 1000 and 2000. */
const BACKED_OFF = 349;

/** A read comes again, a change does not: the service may have carried it out. */
const open = (code: number) => ({
  name: String(code),
  act: status(code),
  read: answered(code, 4, true, { atLeast: BACKED_OFF }),
  change: answered(code, 1, true, { atMost: ATTEMPT }),
});

/** Turned away before anything was carried out: everything comes again. */
const away = (
  code: number,
  retryAfter: string | undefined,
  requests: number,
  time: { atLeast?: number; atMost?: number },
  name?: string,
): Row => ({
  name: `${code}, Retry-After ${name ?? retryAfter ?? "absent"}`,
  act: status(
    code,
    retryAfter === undefined ? {} : { "retry-after": retryAfter },
  ),
  turnsAway: true,
  read: answered(code, requests, false, time),
  change: answered(code, requests, false, time),
});

const dated = (code: number): Row => ({
  ...away(code, "a date", 4, { atLeast: 990, atMost: TIMEOUT }),
  act: comeBackLater(code),
});

const redirected = (code: number): readonly Row[] => {
  const stays = answered(code, 1, true, { atMost: ATTEMPT });
  return [
    {
      name: `${code} to the same origin`,
      act: redirect(code, "same"),
      read: stays,
      change: stays,
      but: { GET: success(2) },
    },
    {
      name: `${code} to another origin`,
      act: redirect(code, "other"),
      read: stays,
      change: stays,
    },
  ];
};

/** A 200 that is no answer: an error with its status; no use in asking again. */
const unreadable = {
  read: answered(200, 1, true),
  change: answered(200, 1, true),
};

/** Answers that are no success, or only seem to be. */
export const answerRows: readonly Row[] = [
  { ...open(502), name: "502 with HTML", act: holding(502, PAGE, "text/html") },
  {
    ...open(504),
    name: "504 with errors in JSON",
    act: holding(504, ERRORS, "application/json"),
    but: {
      query: { ...open(504).read, ends: "GraphQLError" },
      mutation: { ...open(504).change, ends: "GraphQLError" },
    },
  },
  {
    name: "200 with HTML",
    act: holding(200, PAGE, "text/html"),
    ...unreadable,
  },
  {
    name: "200, empty",
    act: holding(200, "", "application/json"),
    ...unreadable,
    but: { DELETE: success(1) },
  },
  {
    name: "200, empty, called text/html",
    act: holding(200, "", "text/html"),
    ...unreadable,
    but: { DELETE: success(1) },
  },
  {
    name: "200, broken JSON",
    act: holding(200, '{"id":', "application/json"),
    ...unreadable,
    but: { DELETE: success(1) },
  },
  {
    name: "200, JSON as text/plain",
    act: mislabelled({ "content-type": "text/plain" }),
    ...unreadable,
    but: { DELETE: success(1) },
  },
  {
    name: "204 for a body",
    act: ({ reply }) => reply(answer(204, "")),
    read: answered(204, 1, true),
    change: answered(204, 1, true),
    but: { DELETE: success(1) },
  },
  open(408),
  {
    name: "409",
    act: status(409),
    turnsAway: true,
    read: answered(409, 1, false),
    change: answered(409, 1, false),
  },
  {
    name: "425",
    act: status(425),
    turnsAway: true,
    read: answered(425, 4, false),
    change: answered(425, 1, false),
  },
  away(429, "1", 3, { atLeast: 1990, atMost: TIMEOUT }),
  dated(429),
  away(429, PAST, 4, { atMost: ATTEMPT }, "a date long past"),
  away(429, "0", 4, { atMost: ATTEMPT }),
  away(429, "-1", 4, { atLeast: BACKED_OFF }),
  away(429, "soon", 4, { atLeast: BACKED_OFF }),
  away(429, "3600", 1, { atMost: ATTEMPT }),
  away(429, undefined, 4, { atLeast: BACKED_OFF }),
  open(500),
  {
    ...open(500),
    name: "500, cut inside the body",
    act: begin(() => answer(500, "{", { "content-length": "9" }), reset),
  },
  {
    ...open(500),
    name: "500 with an endless body",
    act: endless(500),
  },
  open(503),
  // What cannot be read as a time promises nothing.
  {
    ...open(503),
    name: "503, Retry-After soon",
    act: status(503, { "retry-after": "soon" }),
  },
  away(503, "1", 3, { atLeast: 1990, atMost: TIMEOUT }),
  dated(503),
  away(503, "3600", 1, { atMost: ATTEMPT }),
  open(504),
  ...[301, 302, 307, 308].flatMap(redirected),
  {
    name: "302 in a circle",
    act: ({ reply, path }) => reply(answer(302, "", { location: path })),
    read: answered(302, 1, true),
    change: answered(302, 1, true),
    but: { GET: answered(302, 6, true) },
  },
];
