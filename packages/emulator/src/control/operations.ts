import type { EmulatorAccount } from "../account-controls.js";
import { checkNames, isRecord } from "../check-arguments.js";
import { ApiError } from "../http/api-error.js";
import { faultRules, type ActiveFault } from "../http/fault-rule.js";
import type { RecordedRequest } from "../http/recorded-request.js";
import { keyRule } from "../options.js";
import { MAX_LOG_ENTRIES } from "../requests/request-log.js";
import type { EmulatorClock } from "../time/clock.js";

/** The members of an emulator that the control API calls. They check what they are given. */
interface ControlledEmulator {
  readonly clock: EmulatorClock;
  readonly account: EmulatorAccount;
  readonly requests: readonly RecordedRequest[];
  readonly jobs: () => readonly unknown[];
  readonly fail: (route: never, rule: never) => void;
  readonly revoke: (key: string) => void;
  readonly seed: (data: never) => void;
  readonly snapshot: () => unknown;
  readonly restore: (snapshot: never) => void;
  readonly reset: () => void;
}

/** What the control API acts on. */
export interface Controls {
  readonly emulator: ControlledEmulator;
  readonly faults: {
    readonly list: () => readonly ActiveFault[];
    readonly remove: (id: number) => boolean;
    readonly clear: () => void;
  };
  readonly clearRequests: () => void;
  readonly acceptKey: (key: string) => void;
  readonly speed: number;
  /** The file in which the state is kept, if it is. */
  readonly stateFile: () => string | undefined;
}

interface ControlCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON of the body; undefined without one. */
  readonly body: unknown;
}

/** Carries out an operation, and returns the answer. */
type Run = (controls: Controls, call: ControlCall) => unknown;

/** Every operation of the control API, which the guide of the emulator lists, below `/_emulator`. */
export const operations: Readonly<Record<string, Run>> = {
  "GET /faults": ({ faults }) => faults.list(),
  "POST /faults": ({ emulator, faults }, { body }) => {
    refuseOutside(body);
    const { route, rule } = members("POST /faults", body, ["route", "rule"]);
    emulator.fail(route as never, withInfinity(rule) as never);
    return faults.list().slice(-1)[0];
  },
  "DELETE /faults": ({ faults }) => {
    faults.clear();
    return {};
  },
  "DELETE /faults/{id}": ({ faults }, { params }) => {
    const { id = "" } = params;
    if (faults.remove(Number(id))) return {};
    throw new ApiError(404, `there is no fault rule with the id ${id}`);
  },
  "GET /time": readTime,
  "POST /time": async (controls, { body }) => {
    const { advanceMs } = members("POST /time", body, ["advanceMs"]);
    if (typeof advanceMs !== "number")
      throw new ApiError(400, "advanceMs must be a number of milliseconds");
    await controls.emulator.clock.advance(advanceMs);
    return readTime(controls);
  },
  "POST /seed": ({ emulator }, { body }) => {
    emulator.seed(body as never);
    return {};
  },
  "POST /reset": ({ emulator }, { body }) => {
    if (Object.keys(Object(body) as object).length > 0)
      throw new ApiError(400, "POST /reset takes no properties");
    emulator.reset();
    return {};
  },
  "GET /snapshot": ({ emulator }) => emulator.snapshot(),
  "PUT /snapshot": ({ emulator }, { body }) => {
    emulator.restore(body as never);
    return {};
  },
  "GET /account": readAccount,
  "PATCH /account": (controls, { body }) => {
    const { account } = controls.emulator;
    const setters: Readonly<Record<string, (value: never) => void>> = {
      balance: account.setBalance,
      stock: account.setStock,
      workersQuota: account.setWorkersQuota,
      missingImages: account.setMissingImages,
      pods: (pods) => account.setPods(withoutNulls(pods) as never),
      workers: (workers) => {
        if (!isRecord(workers))
          throw new ApiError(400, "workers must be an object with slugs");
        for (const [slug, conditions] of Object.entries(workers))
          account.setWorkers(slug, withoutNulls(conditions) as never);
      },
    };
    const given = members("PATCH /account", body, Object.keys(setters));
    for (const [name, set] of Object.entries(setters))
      if (given[name] !== undefined) set(given[name] as never);
    return readAccount(controls);
  },
  "POST /keys": ({ emulator, acceptKey }, { body }) => {
    const { key, state } = members("POST /keys", body, ["key", "state"]);
    const [isKey, expected] = keyRule;
    if (typeof key !== "string" || !isKey(key))
      throw new ApiError(400, `key must be ${expected}`);
    if (state === "valid") acceptKey(key);
    else if (state === "revoked") emulator.revoke(key);
    else throw new ApiError(400, 'state must be "valid" or "revoked"');
    return {};
  },
  "GET /requests": ({ emulator }, { query }) => {
    const wanted = query.get("route");
    const limit = Number(query.get("limit") ?? MAX_LOG_ENTRIES);
    if (!Number.isInteger(limit) || limit < 1)
      throw new ApiError(400, "limit must be a whole number, 1 or above");
    return emulator.requests
      .filter((each) => wanted === null || each.route === wanted)
      .slice(-limit);
  },
  "DELETE /requests": ({ clearRequests }) => {
    clearRequests();
    return {};
  },
  "GET /jobs": ({ emulator }) => emulator.jobs(),
};

/** A fault rule from JSON, which has no Infinity. */
function withInfinity(rule: unknown): unknown {
  if (!isRecord(rule) || rule["times"] !== null) return rule;
  return { ...rule, times: Infinity };
}

/** The conditions that stay as they are where they are left out: null would not reset them. */
const KEPT: readonly string[] = ["external", "port"];

/** Conditions from JSON, which has no undefined: null stands for it. */
function withoutNulls(conditions: unknown): unknown {
  if (!isRecord(conditions)) return conditions;
  const given = Object.entries(conditions).filter(
    ([name, value]) => value !== null || KEPT.includes(name),
  );
  return Object.fromEntries(given);
}

function readTime({ emulator, speed }: Controls) {
  return { now: emulator.clock.now(), speed };
}

function readAccount({ emulator: { account } }: Controls) {
  return {
    balance: account.balance(),
    spendPerHour: account.spendPerHour(),
    stock: account.stock(),
  };
}

/** The members of a body. An unknown one is refused with the nearest name. */
function members(
  operation: string,
  body: unknown,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  checkNames(operation, body, names);
  return body;
}

/** A member of a fault rule that stands beside the rule would have no effect. */
function refuseOutside(body: unknown): void {
  const name = Object.keys(Object(body) as object).find((each) =>
    Object.hasOwn(faultRules, each),
  );
  if (name === undefined) return;
  const hint = `did you mean rule.${name}?`;
  throw new ApiError(400, `POST /faults: unknown property "${name}"; ${hint}`);
}
