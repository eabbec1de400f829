import {
  ATTEMPT_TIMEOUT_MS,
  failsWith,
  timedOut,
  TIMEOUT_MS,
  cut,
  lost,
  type Row,
} from "../row.js";
import { turns } from "../../support/work-clock.js";
import {
  responseText,
  begin,
  close,
  halfClose,
  mislabelled,
  reset,
  silence,
  trickle,
} from "../behaviours.js";

const unsent = {
  requests: 0,
  fetches: 4,
  ends: "ConnectionError",
  maybeSent: false,
} as const;
// The client cannot know that nobody read what it wrote.
const unread = {
  read: { ...lost.read, requests: 0, fetches: 4, connections: 4 },
  change: { ...lost.change, requests: 0, fetches: 1, connections: 1 },
};
const halfOf = (text: string) => text.slice(0, text.length >> 1);
const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/** Failures of the connection. */
export const connectionRows: readonly Row[] = [
  {
    name: "connection refused",
    absent: "refused",
    behaviour: silence,
    read: unsent,
    change: unsent,
  },
  {
    name: "name not found",
    absent: "unknown host",
    behaviour: silence,
    read: unsent,
    change: unsent,
  },
  {
    name: "reset at once",
    onConnect: (socket) => socket.resetAndDestroy(),
    behaviour: silence,
    ...unread,
  },
  {
    name: "reset before it is read",
    onConnect: (socket) => void turns(6).then(() => socket.resetAndDestroy()),
    behaviour: silence,
    ...unread,
  },
  { name: "reset after it is read", behaviour: reset, ...lost },
  { name: "reset, reused connection", reused: true, behaviour: reset, ...lost },
  { name: "closed after it is read", behaviour: close, ...lost },
  {
    name: "closed, reused connection",
    reused: true,
    behaviour: close,
    ...lost,
  },
  { name: "half-closed after it is read", behaviour: halfClose, ...lost },
  {
    name: "half-closed, reused connection",
    reused: true,
    behaviour: halfClose,
    ...lost,
  },
  {
    name: "reset inside the headers",
    behaviour: begin(() => halfOf(head), reset),
    ...lost,
  },
  {
    name: "reset inside the body",
    behaviour: begin(({ body }) => responseText(200, body).slice(0, -1), reset),
    ...cut,
  },
  { name: "accepted, never answered", behaviour: silence, ...timedOut },
  {
    name: "never answered, reused",
    reused: true,
    behaviour: silence,
    ...timedOut,
  },
  {
    name: "half the headers, then silence",
    behaviour: begin(() => halfOf(head), silence),
    ...timedOut,
  },
  {
    name: "headers, then silence",
    behaviour: begin(
      ({ body }) => responseText(200, body).slice(0, -body.length),
      silence,
    ),
    ...timedOut,
  },
  {
    name: "500, then silence",
    behaviour: begin(
      () => responseText(500, "", { "content-length": "9" }),
      silence,
    ),
    // The status is known: the call ends with it at its timeout.
    read: failsWith(500, 4, true, { atLeast: 4 * ATTEMPT_TIMEOUT_MS }),
    change: failsWith(500, 1, true, { atLeast: TIMEOUT_MS }),
  },
  {
    name: "401, then silence",
    behaviour: begin(
      () => responseText(401, "", { "content-length": "9" }),
      silence,
    ),
    read: failsWith(401, 1, true, { atLeast: ATTEMPT_TIMEOUT_MS }),
    change: failsWith(401, 1, true, { atLeast: TIMEOUT_MS }),
  },
  { name: "one byte a second", behaviour: trickle, ...timedOut },
  {
    name: "content-length too long",
    behaviour: begin(
      ({ body }) => responseText(200, body, { "content-length": "999" }),
      close,
    ),
    ...cut,
  },
  {
    name: "content-length too short",
    behaviour: mislabelled({ "content-length": "9" }),
    read: failsWith(200, 1, true),
    change: failsWith(200, 1, true),
  },
  {
    name: "chunked and cut",
    behaviour: begin(
      () => `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"id"\r\n`,
      close,
    ),
    ...cut,
  },
  {
    name: "bytes that are not HTTP",
    behaviour: begin(() => "SSH-2.0-OpenSSH_9.7\r\n", silence),
    ...lost,
  },
  {
    name: "broken gzip body",
    behaviour: mislabelled({ "content-encoding": "gzip" }),
    ...cut,
  },
];
