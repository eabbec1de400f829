import { ignoreErrors } from "../ignore-errors.js";
import { isPlainObject } from "../json.js";
import {
  hasPromisedMember,
  promisedMember,
  readModelOutput,
} from "../models/output.js";
import {
  check,
  checkCallbacks,
  checkOptions,
  type OptionNames,
} from "../checks.js";
import type { DriftWatch, ObservedResponse } from "../options.js";
import { compare, typeName } from "./compare.js";
import { documentedStatus, findDocumented, isCompared } from "./documented.js";
import { Findings, type Difference, type DriftFinding } from "./findings.js";

/** The options of `watchDrift`. A member that is `undefined` counts as not set. */
export interface DriftOptions {
  /**
   * Called once for each kind of difference at each path of a shape, such as a Pod, after the response that shows it
   * first. If the callback throws or rejects, the line below is printed instead, so that no difference is lost.
   * @default prints one line through the client's `warn`
   */
  readonly onDrift?: ((finding: DriftFinding) => unknown) | undefined;
  /**
   * The share of responses to compare, from 0 to 1.
   * @default 1
   */
  readonly sample?: number | undefined;
}

/** A watcher for the client's option `drift`. Several clients may share one watcher. */
export interface DriftWatcher extends DriftWatch {
  /** Every finding so far, at most 1000, each with its count. */
  readonly findings: () => DriftFinding[];
}

const OPTIONS: OptionNames<DriftOptions> = {
  onDrift: true,
  sample: true,
};

const CALL = { operation: "watchDrift" };

/**
 * Creates a watcher that compares responses with their documentation, and reports unknown fields, missing fields, wrong
 * types, new values of enumerations and undocumented statuses. A status that the `default` of an operation covers, as
 * for the errors of version 2, counts as documented. A shape that several operations return, such as a Pod, is reported
 * once. Responses with 429 or a status from 500 on are not compared, because any service may send these, and neither
 * are errors without JSON, because a gateway on the way may send these. A 401, and a 404 for an id, are compared only
 * if the document lists the status. The watcher changes no response, fails no call and keeps no value but new ones of
 * enumerations. For GraphQL documents of your own it compares the status only, because the selected fields are known
 * for the shipped documents only. It compares the first million values of a response.
 *
 * @throws InputError if an option is not valid
 */
export function watchDrift(options: DriftOptions = {}): DriftWatcher {
  checkOptions(options, OPTIONS, CALL);
  const { onDrift, sample = 1 } = options;
  checkCallbacks({ onDrift }, CALL);
  const isShare = typeof sample === "number" && sample >= 0 && sample <= 1;
  check(isShare, "sample", "must be a number from 0 to 1", CALL);
  const findings = new Findings();
  const watch = (response: ObservedResponse) => {
    if (sample < 1 && Math.random() >= sample) return;
    const added = differencesOf(response).flatMap(
      (difference) => findings.add(response, difference) ?? [],
    );
    for (const finding of added) void tell(onDrift, finding, response);
  };
  return Object.assign(watch, { findings: () => findings.list() });
}

/** Passes a finding to the user's function. Without one, or where it fails, the client prints a line. */
async function tell(
  onDrift: DriftOptions["onDrift"],
  finding: DriftFinding,
  response: ObservedResponse,
): Promise<void> {
  const warn = (problem = "") =>
    ignoreErrors(() => response.warn(warningOf(finding) + problem));
  if (!onDrift) {
    warn();
    return;
  }
  try {
    await onDrift(finding);
  } catch (error) {
    warn(` (onDrift failed: ${String(error)})`);
  }
}

function differencesOf(response: ObservedResponse): readonly Difference[] {
  const { surface, operation, route, status, value, isEmpty } = response;
  // A gateway on the way answers with a text of its own, or with none.
  const isOfGateway = status >= 400 && (isEmpty || typeof value === "string");
  if (isOfGateway) return [];
  const documented = findDocumented(surface, operation, route);
  if (!documented || !isCompared(documented.statuses, route, status)) return [];
  const { statuses, schemas } = documented;
  const listed = documentedStatus(statuses, status);
  if (listed === undefined)
    return [
      {
        kind: "undocumented status",
        path: "",
        owner: statuses,
        ownPath: `${operation} ${status}`,
        expected: Object.keys(statuses)
          .filter((name) => name !== "DEFAULT")
          .join(", "),
        found: String(status),
      },
    ];
  const schema = statuses[listed];
  const isLeftToCaller = value === undefined && !isEmpty;
  if (!schema || isLeftToCaller) return [];
  return [
    ...compare(isEmpty ? undefined : value, schema, schemas),
    ...differencesOfOutput(response, schema),
  ];
}

/**
 * A public model whose job is COMPLETED, and whose output has no address or text in any form that the client reads. Every
 * form that it reads is as expected.
 */
function differencesOfOutput(
  { surface, slug, value }: ObservedResponse,
  owner: object,
): Difference[] {
  if (surface !== "jobs" || slug === undefined || !isPlainObject(value))
    return [];
  const { status, output } = value;
  const member = promisedMember(slug);
  if (status !== "COMPLETED" || member === undefined) return [];
  const read = readModelOutput(slug, output);
  if (hasPromisedMember(slug, read)) return [];
  const path = `output.${member}`;
  const found = typeName(isPlainObject(read) ? read[member] : read);
  const expected = "string";
  return [
    { kind: "missing field", path, owner, ownPath: path, expected, found },
  ];
}

function warningOf(finding: DriftFinding): string {
  const { kind, operation, route, status, path, expected, found, count } =
    finding;
  const at = path === "" ? "" : ` at ${path}`;
  const times = count === 1 ? "" : ` (${count} times)`;
  return `cloud-compute-sdk: drift in ${operation} (${route}, status ${status}): ${kind}${at}: expected ${expected}, found ${found}${times}`;
}
