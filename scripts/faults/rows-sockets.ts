import { answered, late, cut, lost, success, type Row } from "./row.js";
import {
  answer,
  begin,
  close,
  halfClose,
  mislabelled,
  reset,
  silence,
  trickle,
} from "./wire.js";

const unsent = {
  requests: 0,
  tries: 4,
  ends: "ConnectionError",
  maybeSent: false,
} as const;
// The client cannot know that nobody read what it wrote.
const unread = {
  read: { ...lost.read, requests: 0, tries: 4, connections: 4 },
  change: { ...lost.change, requests: 0, tries: 1, connections: 1 },
};
const halfOf = (text: string) => text.slice(0, text.length >> 1);
const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/** Faults of the connection. */
export const socketRows: readonly Row[] = [
  {
    name: "connection refused",
    absent: "refused",
    act: silence,
    read: unsent,
    change: unsent,
  },
  {
    name: "name not found",
    absent: "unknown host",
    act: silence,
    read: unsent,
    change: unsent,
  },
  {
    name: "reset at once",
    onConnect: (socket) => socket.resetAndDestroy(),
    act: silence,
    ...unread,
  },
  {
    name: "reset before it is read",
    onConnect: (socket) => setTimeout(() => socket.resetAndDestroy(), 30),
    act: silence,
    ...unread,
  },
  { name: "reset after it is read", act: reset, ...lost },
  { name: "reset, reused connection", reused: true, act: reset, ...lost },
  { name: "closed after it is read", act: close, ...lost },
  { name: "closed, reused connection", reused: true, act: close, ...lost },
  { name: "half-closed after it is read", act: halfClose, ...lost },
  {
    name: "half-closed, reused connection",
    reused: true,
    act: halfClose,
    ...lost,
  },
  {
    name: "reset inside the headers",
    act: begin(() => halfOf(head), reset),
    ...lost,
  },
  {
    name: "reset inside the body",
    act: begin(({ body }) => answer(200, body).slice(0, -1), reset),
    ...cut,
  },
  {
    name: "half-closed inside the body",
    act: begin(({ body }) => answer(200, body).slice(0, -1), halfClose),
    ...cut,
  },
  { name: "accepted, never answered", act: silence, ...late },
  { name: "never answered, reused", reused: true, act: silence, ...late },
  {
    name: "half the headers, then silence",
    act: begin(() => halfOf(head), silence),
    ...late,
  },
  {
    name: "headers, then silence",
    act: begin(({ body }) => answer(200, body).slice(0, -body.length), silence),
    ...late,
  },
  {
    name: "headers without length, silence",
    act: begin(({ body }) => `${head}\r\n${halfOf(body)}`, silence),
    ...late,
  },
  {
    name: "500, then silence",
    act: begin(() => answer(500, "", { "content-length": "9" }), silence),
    ...late,
  },
  { name: "one byte a second", act: trickle, ...late },
  {
    name: "content-length too long",
    act: begin(
      ({ body }) => answer(200, body, { "content-length": "999" }),
      close,
    ),
    ...cut,
  },
  {
    name: "content-length too short",
    act: mislabelled({ "content-length": "9" }),
    read: answered(200, 1, true),
    change: answered(200, 1, true),
    // Nothing is asked of the body of a DELETE that succeeded.
    but: { DELETE: success(1) },
  },
  {
    name: "chunked and cut",
    act: begin(
      () => `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"id"\r\n`,
      close,
    ),
    ...cut,
  },
  {
    name: "chunked, cut inside a chunk",
    act: begin(
      () => `${head}transfer-encoding: chunked\r\n\r\nff\r\n{"id"`,
      halfClose,
    ),
    ...cut,
  },
  {
    name: "bytes that are not HTTP",
    act: begin(() => "SSH-2.0-OpenSSH_9.7\r\n", silence),
    ...lost,
  },
  {
    name: "broken gzip body",
    act: mislabelled({ "content-encoding": "gzip" }),
    ...cut,
  },
];
