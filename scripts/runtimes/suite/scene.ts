import { createClient, type Client } from "cloud-compute-sdk";
import type { FaultRule, Route } from "cloud-compute-sdk/emulator";
import type { Change, Place } from "./place.js";

/** What a case has at hand. */
export interface Scene {
  readonly place: Place;
  /** A client of the emulator. */
  readonly cloud: Client;
  /** A client of the server that breaks connections. */
  readonly breaking: (how: "reset" | "closed") => Client;
  /** A client of an address at which nobody listens. */
  readonly absent: Client;
  /** Arranges a fault at the emulator. */
  readonly fail: (route: Route, fault: FaultRule) => Promise<void>;
  /** How often the emulator was sent a route while `act` ran; every route, where none is named. */
  readonly count: (
    act: () => Promise<unknown>,
    route?: Route,
  ) => Promise<number>;
  /** The changes that reached the breaking server while `act` ran. */
  readonly changes: (act: () => Promise<unknown>) => Promise<Change[]>;
  /** What a promise rejects with; remembered, to be searched for the key. */
  readonly rejection: (promise: Promise<unknown>) => Promise<unknown>;
  readonly rejections: readonly unknown[];
}

/** One thing that holds on every platform. */
export interface Case {
  readonly name: string;
  readonly run: (scene: Scene) => Promise<void>;
}

export function createScene(place: Place): Scene {
  const { apiKey, urls } = place;
  const rejections: unknown[] = [];
  const routes = () => ask<(string | undefined)[]>(place, "routes");
  return {
    place,
    rejections,
    cloud: createClient({ apiKey, ...urls }),
    breaking: (how) =>
      createClient({ apiKey, baseUrl: `${place.breaking}/${how}/v1` }),
    absent: createClient({
      ...{ apiKey, retries: 0, baseUrl: `${place.absent}/v1` },
      graphqlUrl: `${place.absent}/graphql`,
    }),
    fail: (route, fault) => ask(place, "fail", { route, fault }),
    count: async (act, route) => {
      const before = (await routes()).length;
      await act();
      const since = (await routes()).slice(before);
      return since.filter((one) => !route || one === route).length;
    },
    changes: async (act) => {
      const before = (await ask<Change[]>(place, "changes")).length;
      await act();
      return (await ask<Change[]>(place, "changes")).slice(before);
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

async function ask<Answer>(
  { desk }: Place,
  what: string,
  body: object = {},
): Promise<Answer> {
  const init = { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${desk}/${what}`, init);
  if (!response.ok) throw new Error(`the desk answered ${response.status}`);
  return (await response.json()) as Answer;
}

/** Fails the case unless both are the same as JSON. */
export function same(actual: unknown, expected: unknown): void {
  const [is, due] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== due) throw new Error(`expected ${due}, but it is ${is}`);
}

/** Fails the case unless it is so. */
export function must(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(`it is not so that ${what}`);
}
