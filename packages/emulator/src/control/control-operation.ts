import type { EmulatorAccount } from "../account-controls.js";
import type { AccountState } from "../state/account-state.js";
import type { ActiveFault } from "../http/fault-rule.js";
import type { RecordedRequest } from "../http/recorded-request.js";
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
  readonly state: AccountState;
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

export type JsonSchema = Readonly<Record<string, unknown>>;

/** One operation of the control API, and how its OpenAPI document describes the operation. */
export interface ControlOperation {
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/_emulator`. */
  readonly path: string;
  readonly summary: string;
  readonly query?: Readonly<Record<string, JsonSchema>>;
  readonly body?: JsonSchema;
  readonly answer: JsonSchema;
  readonly run: (controls: Controls, call: ControlCall) => unknown;
}
