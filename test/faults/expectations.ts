import { CloudComputeError } from "../../src/index.js";
import type { CellResult } from "./cell.js";
import type { Column } from "./columns.js";
import { TIMEOUT_MS, type Expected, type Row } from "./row.js";

/** The expectation of a cell, as its row states it. */
function expectedOf(row: Row, column: Column): Expected {
  return row.except?.[column.name] ?? (column.changes ? row.change : row.read);
}

/** Every difference between a cell and its expectation; empty when the cell passes. */
export function problemsOf(
  row: Row,
  column: Column,
  result: CellResult,
): readonly string[] {
  const expected = expectedOf(row, column);
  const { fetches = expected.requests, connections = result.connections } =
    expected;
  // A change must not reach the server again where the service might have carried it out before.
  const isSentTwice = column.changes && result.repeats > 0;
  return [
    ...(isSentTwice ? ["SENT TWICE"] : []),
    ...compare("requests", result.requests, expected.requests),
    ...compare("requests at the other origin", result.strayRequests, 0),
    ...compare("reused connection", result.reused, row.reused ?? false),
    ...compareDuration(expected, result.elapsed),
    ...compare("calls of fetch", result.fetches, fetches),
    ...compare("connections", result.connections, connections),
    ...compareOutcome(expected, column, result),
    ...compare("secrets shown", result.leaks, false),
    ...compare("submits", result.submits, column.submit ? 1 : 0),
    ...compare("listeners left", result.listeners, 0),
    ...compare("timers left", result.timers, 0),
    ...compare("busy sockets left", result.busy, 0),
  ];
}

function compare(
  what: string,
  actual: unknown,
  expected: unknown,
): readonly string[] {
  return actual === expected
    ? []
    : [`${what}: ${String(actual)}, expected ${String(expected)}`];
}

function compareDuration(
  expected: Expected,
  elapsed: number,
): readonly string[] {
  const { atLeast = 0, atMost = TIMEOUT_MS } = expected;
  if (elapsed >= atLeast && elapsed <= atMost) return [];
  return [
    `lasted ${Math.round(elapsed)} ms, expected ${atLeast} to ${atMost} ms`,
  ];
}

function compareOutcome(
  expected: Expected,
  { route }: Column,
  { error }: CellResult,
): readonly string[] {
  if (expected.ends === "success") return compare("error", error, undefined);
  if (!(error instanceof CloudComputeError))
    return compare("ended with", error ?? "success", expected.ends);
  const status = "status" in error ? error.status : undefined;
  return [
    ...compare("ended with", error.name, expected.ends),
    ...compare("route", error.route, route),
    ...compare("status", status, expected.status),
    ...compare("maybeSent", error.maybeSent, expected.maybeSent),
  ];
}
