import { createIds } from "./random.js";
import type {
  Charge,
  Endpoint,
  Job,
  Pod,
  RegistryAuth,
  Template,
  Volume,
} from "./records.js";
import { Refusal } from "./refusal.js";

/** Everything the account owns. */
export interface State {
  readonly seed: number;
  readonly speed: number;
  readonly pods: Map<string, Pod>;
  readonly endpoints: Map<string, Endpoint>;
  readonly templates: Map<string, Template>;
  readonly volumes: Map<string, Volume>;
  readonly auths: Map<string, RegistryAuth>;
  readonly jobs: Map<string, Job>;
  readonly ledger: Charge[];
  readonly account: { readonly id: string; readonly email: string };
  readonly newId: () => string;
}

export function createState(seed: number, speed: number): State {
  return {
    seed,
    speed,
    pods: new Map(),
    endpoints: new Map(),
    templates: new Map(),
    volumes: new Map(),
    auths: new Map(),
    jobs: new Map(),
    ledger: [],
    account: { id: "user_emulator", email: "emulator@example.com" },
    newId: createIds(seed),
  };
}

/** The thing a path names, or 404. */
export function find<T>(
  things: ReadonlyMap<string, T>,
  kind: string,
  id: string,
): T {
  const thing = things.get(id);
  if (thing === undefined)
    throw new Refusal(404, `there is no ${kind} with the id "${id}"`);
  return thing;
}

/** The thing a field of a body names: undefined where the field is not given, 400 where it names nothing. */
export function refer<T>(
  things: ReadonlyMap<string, T>,
  field: string,
  id: string | undefined,
): T | undefined {
  if (id === undefined) return undefined;
  const thing = things.get(id);
  if (thing === undefined)
    throw new Refusal(400, `${field} names nothing you own: "${id}"`);
  return thing;
}
