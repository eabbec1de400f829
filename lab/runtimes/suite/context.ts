import { createClient, type Client } from "cloud-compute-sdk";
import type { FaultRule, Route } from "cloud-compute-emulator";
import type { ChangeRequest, Environment } from "./environment.js";

/** What a case can use. */
export interface Context {
  readonly environment: Environment;
  /** A client of the emulator. */
  readonly cloud: Client;
  /** A client of the server that breaks connections. */
  readonly breaking: (how: "reset" | "closed") => Client;
  /** A client of an address at which nobody listens. */
  readonly absent: Client;
  /** Makes requests of a route fail at the emulator. */
  readonly fail: (route: Route, rule: FaultRule) => Promise<void>;
  /** How often the emulator received a route while `act` ran; by default, any route. */
  readonly count: (
    act: () => Promise<unknown>,
    route?: Route,
  ) => Promise<number>;
  /** The changes that reached the breaking server while `act` ran. */
  readonly changes: (act: () => Promise<unknown>) => Promise<ChangeRequest[]>;
  /** What a promise rejects with; kept in `rejections`, which the last case searches for the key. */
  readonly rejection: (promise: Promise<unknown>) => Promise<unknown>;
  readonly rejections: readonly unknown[];
}

/** A behaviour that every platform must show. */
export interface Case {
  readonly name: string;
  readonly run: (context: Context) => Promise<void>;
}

export function createContext(environment: Environment): Context {
  const { apiKey, urls } = environment;
  const rejections: unknown[] = [];
  const routes = () => send<(string | undefined)[]>(environment, "routes");
  const changes = () => send<ChangeRequest[]>(environment, "changes");
  return {
    environment,
    rejections,
    cloud: createClient({ apiKey, ...urls }),
    breaking: (how) =>
      createClient({ apiKey, baseUrl: `${environment.breaking}/${how}/v1` }),
    absent: createClient({
      apiKey,
      retries: 0,
      baseUrl: `${environment.absent}/v1`,
      graphqlUrl: `${environment.absent}/graphql`,
    }),
    fail: (route, rule) => send(environment, "fail", { route, rule }),
    count: async (act, route) => {
      const before = (await routes()).length;
      await act();
      const since = (await routes()).slice(before);
      return since.filter((sent) => !route || sent === route).length;
    },
    changes: async (act) => {
      const before = (await changes()).length;
      await act();
      return (await changes()).slice(before);
    },
    rejection: async (promise) => {
      try {
        await promise;
      } catch (reason) {
        rejections.push(reason);
        return reason;
      }
      throw new Error("a call succeeded that should have failed");
    },
  };
}

/** Sends a command to the control server. */
async function send<Answer>(
  { control }: Environment,
  command: string,
  body: object = {},
): Promise<Answer> {
  const init = { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${control}/${command}`, init);
  if (!response.ok)
    throw new Error(`the control server responded ${response.status}`);
  return (await response.json()) as Answer;
}

/** Fails the case unless both values are equal as JSON. */
export function assertEqual(actual: unknown, expected: unknown): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) throw new Error(`expected ${wanted}, got ${found}`);
}

/** Fails the case, with this statement, unless the condition is true. */
export function assert(
  condition: boolean,
  statement: string,
): asserts condition {
  if (!condition) throw new Error(`not true: ${statement}`);
}
