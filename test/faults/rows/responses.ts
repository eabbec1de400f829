import {
  ATTEMPT_TIMEOUT_MS,
  failsWith,
  success,
  TIMEOUT_MS,
  type Expected,
  type Row,
} from "../row.js";
import {
  responseText,
  begin,
  retryAfterDate,
  unlimitedBody,
  withBody,
  mislabelled,
  redirect,
  reset,
  status,
} from "../behaviours.js";

const PAGE = "<!doctype html><title>Bad gateway</title>";
/** The body of a gateway that gave up waiting and cannot know what was carried out. */
const ERRORS = '{"errors":[{"message":"upstream request timed out"}]}';
/** The pauses between four attempts: a tenth of 500, 1000 and 2000, less rounding. */
const BACKOFF_MS = 349;
/** Two pauses of a second fit into the deadline, three do not. */
const ONE_SECOND_PAUSES = { atLeast: 1990, atMost: TIMEOUT_MS };

/** A read is retried; a change is not, because the service may have carried it out. */
const uncertain = (code: number, retryAfter?: string): Row => ({
  name: nameOf(code, retryAfter),
  behaviour: status(code, retryAfterHeader(retryAfter)),
  read: failsWith(code, 4, true, { atLeast: BACKOFF_MS }),
  change: failsWith(code, 1, true, { atMost: ATTEMPT_TIMEOUT_MS }),
});

/** Turned away with 429 before anything was carried out: reads and changes are retried. */
const turnedAway = (
  retryAfter: string | undefined,
  requests: number,
  time: Pick<Expected, "atLeast" | "atMost">,
): Row => ({
  name: nameOf(429, retryAfter),
  behaviour: status(429, retryAfterHeader(retryAfter)),
  notCarriedOut: true,
  read: failsWith(429, requests, false, time),
  change: failsWith(429, requests, false, time),
});

const nameOf = (code: number, retryAfter: string | undefined): string =>
  retryAfter === undefined
    ? String(code)
    : `${code}, Retry-After ${retryAfter}`;

const retryAfterHeader = (retryAfter: string | undefined) =>
  retryAfter === undefined ? {} : { "retry-after": retryAfter };

const redirected = (code: number): readonly Row[] => {
  const unchanged = failsWith(code, 1, true, { atMost: ATTEMPT_TIMEOUT_MS });
  return [
    {
      name: `${code} to the same origin`,
      behaviour: redirect(code, "same"),
      read: unchanged,
      change: unchanged,
      except: { GET: success(2), poll: success(2) },
    },
    {
      name: `${code} to another origin`,
      behaviour: redirect(code, "other"),
      read: unchanged,
      change: unchanged,
    },
  ];
};

/** A 200 whose body is not the promised JSON: an error with its status, and no retry. */
const unreadable = {
  read: failsWith(200, 1, true),
  change: failsWith(200, 1, true),
};

/** Responses that are no success, or only seem to be. */
export const responseRows: readonly Row[] = [
  {
    ...uncertain(502),
    name: "502 with HTML",
    behaviour: withBody(502, PAGE, "text/html"),
  },
  {
    ...uncertain(504),
    name: "504 with errors in JSON",
    behaviour: withBody(504, ERRORS, "application/json"),
    except: {
      query: { ...uncertain(504).read, ends: "GraphQLError" },
      mutation: { ...uncertain(504).change, ends: "GraphQLError" },
    },
  },
  {
    name: "200 with HTML",
    behaviour: withBody(200, PAGE, "text/html"),
    ...unreadable,
  },
  {
    name: "200, empty",
    behaviour: withBody(200, "", "application/json"),
    ...unreadable,
  },
  {
    name: "200, broken JSON",
    behaviour: withBody(200, '{"id":', "application/json"),
    ...unreadable,
  },
  {
    name: "200, JSON as text/plain",
    behaviour: mislabelled({ "content-type": "text/plain" }),
    ...unreadable,
  },
  {
    name: "204 for a body",
    behaviour: ({ reply }) => reply(responseText(204, "")),
    read: failsWith(204, 1, true),
    change: failsWith(204, 1, true),
    except: { DELETE: success(1) },
  },
  uncertain(408),
  {
    name: "409",
    behaviour: status(409),
    notCarriedOut: true,
    read: failsWith(409, 1, false),
    change: failsWith(409, 1, false),
  },
  uncertain(425),
  turnedAway("1", 3, ONE_SECOND_PAUSES),
  {
    ...turnedAway("a date", 4, { atLeast: 990, atMost: TIMEOUT_MS }),
    behaviour: retryAfterDate(429),
  },
  turnedAway("0", 4, { atMost: ATTEMPT_TIMEOUT_MS }),
  turnedAway("soon", 4, { atLeast: BACKOFF_MS }),
  turnedAway("3600", 1, { atMost: ATTEMPT_TIMEOUT_MS }),
  turnedAway(undefined, 4, { atLeast: BACKOFF_MS }),
  uncertain(500),
  {
    ...uncertain(500),
    name: "500, cut inside the body",
    behaviour: begin(
      () => responseText(500, "{", { "content-length": "9" }),
      reset,
    ),
  },
  {
    ...uncertain(500),
    name: "500 with an unlimited body",
    behaviour: unlimitedBody(500),
  },
  uncertain(503),
  // A read obeys Retry-After. A gateway may write the header after the service has accepted the request.
  {
    ...uncertain(503, "1"),
    read: failsWith(503, 3, true, ONE_SECOND_PAUSES),
  },
  {
    ...uncertain(503, "a date"),
    behaviour: retryAfterDate(503),
    read: failsWith(503, 4, true, { atLeast: 990, atMost: TIMEOUT_MS }),
  },
  {
    ...uncertain(503, "3600"),
    read: failsWith(503, 1, true, { atMost: ATTEMPT_TIMEOUT_MS }),
  },
  uncertain(504),
  ...[301, 302, 307, 308].flatMap(redirected),
  {
    name: "302 in a loop",
    behaviour: ({ reply, path }) =>
      reply(responseText(302, "", { location: path })),
    read: failsWith(302, 1, true),
    change: failsWith(302, 1, true),
    except: { GET: failsWith(302, 6, true), poll: failsWith(302, 6, true) },
  },
];
