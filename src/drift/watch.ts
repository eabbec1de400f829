import type { DriftWatch, ObservedResponse } from "../options.js";
import { compare } from "./compare.js";
import {
  createFindings,
  type DriftFinding,
  type Findings,
} from "./findings.js";
import { statusesOf, type Statuses } from "./shapes.js";
import type { Report } from "./walk.js";

/** What `watchDrift` takes. A member that is `undefined` counts as not given. */
export interface DriftOptions {
  /**
   * Called once for each kind of difference at each place, after the answer that first shows it. What it throws is
   * ignored.
   * @default one line through the client's `warn`
   */
  readonly onDrift?: ((finding: DriftFinding) => void) | undefined;
  /**
   * The share of answers that is compared, from 0 to 1.
   * @default 1
   */
  readonly sample?: number | undefined;
}

/** A watcher for the client's option `drift`; several clients may share one. */
export interface DriftWatcher extends DriftWatch {
  /** Everything found so far, at most 1000 places, each with its count. */
  readonly findings: () => DriftFinding[];
}

/**
 * Compares what the service answers with what it documents, and tells of unknown and missing fields, wrong types, new
 * values of enumerations and undocumented statuses. It changes no answer, fails no call and keeps no value. Of a GraphQL
 * document of your own it sees the status alone: what is selected is known for the shipped documents only. What comes
 * after the first million values of an answer is not compared.
 *
 * @throws RangeError when `sample` is not from 0 to 1
 */
export function watchDrift(options: DriftOptions = {}): DriftWatcher {
  const { onDrift, sample = 1 } = options;
  if (typeof sample !== "number" || !(sample >= 0 && sample <= 1))
    throw new RangeError("watchDrift: sample must be a number from 0 to 1");
  const findings = createFindings();
  const watch = (seen: ObservedResponse) => {
    if (sample < 1 && Math.random() >= sample) return;
    for (const finding of look(seen, findings))
      quietly(() => (onDrift ? onDrift(finding) : seen.warn(lineOf(finding))));
  };
  return Object.assign(watch, { findings: findings.list });
}

/** The findings that this answer is the first to show. */
function look(seen: ObservedResponse, findings: Findings): DriftFinding[] {
  const { surface, operation, route, status, value, isEmpty } = seen;
  const fresh: DriftFinding[] = [];
  const add: Report = (...difference) => {
    const finding = findings.add(seen, ...difference);
    if (finding) fresh.push(finding);
  };
  const statuses = statusesOf(surface, operation, route);
  if (!statuses) return fresh;
  const listed = listedAs(statuses, status);
  const shape = statuses.get(listed ?? "");
  if (listed === undefined)
    add("undocumented status", "", wordsOf(statuses), String(status));
  else if (shape && isEmpty) add("wrong type", "", shape.said, "nothing");
  else if (shape && value !== undefined) compare(value, shape, add);
  return fresh;
}

/** How a document lists a status: by itself, by its first digit, or with all others. */
function listedAs(statuses: Statuses, status: number): string | undefined {
  const text = String(status);
  return [text, `${text.charAt(0)}XX`, "DEFAULT"].find((each) =>
    statuses.has(each),
  );
}

function wordsOf(statuses: Statuses): string {
  return [...statuses.keys()].join(", ");
}

/** Runs what is not ours: it must not decide over a call, now or later. */
function quietly(act: () => unknown): void {
  try {
    Promise.resolve(act()).catch(() => undefined);
  } catch {
    // The call it tells of has been answered.
  }
}

function lineOf(finding: DriftFinding): string {
  const { kind, operation, route, path, expected, found, count } = finding;
  const at = path === "" ? "" : ` at ${path}`;
  const times = count === 1 ? "" : ` (${count} times)`;
  return `cloud-compute-sdk: drift in ${operation} (${route}): ${kind}${at}: expected ${expected}, found ${found}${times}`;
}
