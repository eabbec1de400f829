import { CloudComputeError } from "../../src/index.js";
import type { Contestant, Seen } from "./cell.js";
import type { Column } from "./columns.js";
import { MARGIN, TIMEOUT, type Expected, type Row } from "./row.js";

/** The expectation of a cell, as the rows state it. */
function expectedOf(row: Row, column: Column): Expected {
  return row.but?.[column.name] ?? (column.changes ? row.change : row.read);
}

/** Whether what changes something reached the server again although it might have been carried out before. */
export function sentTwice({ changes }: Column, { repeats }: Seen): boolean {
  return changes && repeats > 0;
}

/** All that is wrong with a cell; nothing when it is held. The naive client has no errors of its own to be judged. */
export function complaints(
  row: Row,
  column: Column,
  seen: Seen,
  contestant: Contestant,
): readonly string[] {
  const expected = expectedOf(row, column);
  const found = [
    ...(sentTwice(column, seen) ? ["SENT TWICE"] : []),
    ...differ("requests", seen.requests, expected.requests),
    ...differ("requests at the other origin", seen.strayed, 0),
    ...differ("reused connection", seen.reused, row.reused ?? false),
    ...time(expected, seen.elapsed),
  ];
  if (contestant === "naive")
    return [
      ...found,
      ...differ("success", seen.error === undefined, succeeds(expected)),
    ];
  const { tries = expected.requests, connections = seen.connections } =
    expected;
  return [
    ...found,
    ...differ("calls of fetch", seen.tries, tries),
    ...differ("connections", seen.connections, connections),
    ...outcome(expected, column, seen),
    ...differ("secrets shown", seen.leaks, false),
    ...differ("listeners left", seen.listeners, 0),
    ...differ("timers left", seen.timers, 0),
    ...differ("busy sockets left", seen.busy, 0),
  ];
}

const succeeds = ({ ends }: Expected) => ends === "success";

function differ(
  what: string,
  seen: unknown,
  expected: unknown,
): readonly string[] {
  return seen === expected
    ? []
    : [`${what}: ${String(seen)}, expected ${String(expected)}`];
}

function time(expected: Expected, elapsed: number): readonly string[] {
  const { atLeast = 0, atMost = TIMEOUT } = expected;
  // A timer may fire a little before its time by another clock.
  const held = elapsed >= atLeast - 10 && elapsed <= atMost + MARGIN;
  const bounds = `${atLeast} to ${atMost} ms (+ ${MARGIN})`;
  return held ? [] : [`lasted ${Math.round(elapsed)} ms, expected ${bounds}`];
}

function outcome(
  expected: Expected,
  { route }: Column,
  { error }: Seen,
): readonly string[] {
  if (succeeds(expected)) return differ("error", error, undefined);
  if (!(error instanceof CloudComputeError))
    return differ("ended with", error ?? "success", expected.ends);
  const status = "status" in error ? error.status : undefined;
  return [
    ...differ("ended with", error.name, expected.ends),
    ...differ("route", error.route, route),
    ...differ("status", status, expected.status),
    ...differ("maybeSent", error.maybeSent, expected.maybeSent),
  ];
}
