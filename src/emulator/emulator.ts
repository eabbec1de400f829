import { createApp } from "./server/app.js";
import type { PublicClock } from "./time/clock.js";
import type { Listen } from "./server/events.js";
import type { Fault } from "./server/fault-rule.js";
import { createFaults } from "./server/fault-rules.js";
import { createFetch } from "./server/fetch.js";
import { reportOf, type JobReport } from "./jobs/job-view.js";
import type { JournalEntry } from "./server/journal.js";
import { createKeys } from "./server/api-keys.js";
import { staff } from "./jobs/job-lifecycle.js";
import { createLimits } from "./jobs/rate-limits.js";
import {
  createListen,
  urlsAt,
  type Listener,
  type ListenOptions,
  type Urls,
} from "./server/listen.js";
import { settle, type EmulatorOptions } from "./options.js";
import {
  registeredModel,
  type ModelOptions,
  type ModelWork,
} from "./jobs/registered-models.js";
import type { RecordedRequest } from "./server/request-log.js";
import type { Route } from "./server/route.js";
import {
  restoreState,
  snapshotOf,
  type Snapshot,
} from "./resources/snapshot.js";
import { sow, type SeedData } from "./resources/seed.js";
import { changed, clearState, createState } from "./resources/state.js";
import { addSharedTemplates } from "./resources/templates.js";
import type { Wire } from "./server/connection.js";

/**
 * An account of the service that lives in this process: Pods, volumes, templates, endpoints, jobs, GraphQL.
 * Jobs run at the slugs `flux-dev`, `flux-schnell`, `video-demo`, `speech-demo`, `text-demo`, at those of models of
 * one's own, and at the id of any endpoint, which answers with its input. A prompt with the word "fail" fails; an
 * endpoint whose `workersMax` is 0 leaves its jobs in the queue; one with a short `executionTimeoutMs` times them out.
 */
export interface Emulator {
  readonly apiKey: string;
  /** Addresses for `fetch` below; a listener has its own. */
  readonly urls: Urls;
  /** Answers without a socket. Aborts as `fetch` does, with the signal's own reason. */
  readonly fetch: typeof fetch;
  readonly clock: PublicClock;
  /** Every request in order of arrival, those of the listeners too; the last 10 000 of them. Keys are redacted. */
  readonly requests: readonly RecordedRequest[];
  /** Every job that is still kept, in order of submit. */
  readonly jobs: () => readonly JobReport[];
  /**
   * Answers the jobs of a slug, or of an endpoint's id, from now on. What it throws fails the job. Throws a TypeError for
   * work that is no function, a slug that is none and an unknown option, a RangeError for an impossible one.
   */
  readonly model: <Input = Readonly<Record<string, unknown>>>(
    slug: string,
    work: ModelWork<Input>,
    options?: ModelOptions,
  ) => void;
  /**
   * Makes the next requests of a route go wrong; a fault on an update hits both its spellings. Throws a TypeError for a
   * route that the emulator does not answer and for an unknown member of the fault, a RangeError for an impossible value.
   */
  readonly fail: (route: Route, fault?: Fault) => void;
  /** Takes a key from the account: 401 from now on. */
  readonly revoke: (key: string) => void;
  /**
   * Adds to what the account owns, under the rules of the API. Throws a TypeError that names the first thing which they do
   * not allow, or which is unknown; what comes before that stays.
   */
  readonly seed: (data: SeedData) => void;
  /** All that the account owns, and the moment of its clock, as JSON; no models, faults, keys and requests. */
  readonly snapshot: () => Snapshot;
  /**
   * Puts a snapshot in the place of what the account owns; time goes on from its moment. Throws a TypeError for what
   * is none, and leaves everything as it was.
   */
  readonly restore: (snapshot: Snapshot) => void;
  /** Leaves everything as it was after `createEmulator`, but the listeners and who is subscribed. */
  readonly reset: () => void;
  /**
   * Tells of each request when it is answered, and of each change of the account when it comes about. An answer waits
   * for what the listeners return. Returns the act that ends it.
   */
  readonly subscribe: (listener: Listen) => () => void;
  /**
   * Serves the same account on a socket. Rejects with a TypeError for an unknown option, with a RangeError for an
   * impossible one, and where the port cannot be had.
   */
  readonly listen: (options?: ListenOptions) => Promise<Listener>;
  /** Closes every listener it opened. */
  readonly close: () => Promise<void>;
}

/**
 * Creates an account with nothing in it. Accounts share nothing. Throws a RangeError for an impossible option, a TypeError
 * for an unknown one.
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const settings = settle(options);
  const { apiKey, seed } = settings;
  const state = createState(settings);
  addSharedTemplates(state);
  const [faults, limits] = [createFaults(seed), createLimits()];
  const keys = createKeys(settings);
  const journal: JournalEntry[] = [];
  const { isKey, revoke } = keys;
  const app = createApp({ settings, state, faults, limits, journal, isKey });
  const answer = async (request: Request, wire: Wire) =>
    app.fetch(request, wire);
  return {
    ...{ apiKey, urls: urlsAt("https://emulator.invalid"), requests: journal },
    fetch: createFetch(answer),
    clock: { now: state.clock.now, advance: state.clock.advance },
    jobs: () => {
      state.clock.settle();
      return [...state.jobs.values()].map(reportOf);
    },
    model: (slug, work, options) => {
      const model = registeredModel(slug, work, options);
      state.clock.settle();
      state.models.set(slug, model);
      staff(state, slug);
    },
    fail: (route, fault = {}) => faults.add(route, fault),
    revoke,
    seed: (data) => sow(state, data),
    snapshot: () => snapshotOf(state),
    restore: (snapshot) => restoreState(state, snapshot),
    reset: () => {
      state.clock.restart();
      clearState(state, seed);
      addSharedTemplates(state);
      for (const arranged of [faults, limits, keys]) arranged.clear();
      journal.length = 0;
      changed(state);
    },
    subscribe: state.events.subscribe,
    ...createListen(answer),
  };
}
