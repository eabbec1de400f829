import { InputError } from "cloud-compute-sdk";
import {
  clearAccountState,
  createAccountState,
  emitChange,
} from "./state/account-state.js";
import {
  createCustomModel,
  type ModelHandler,
  type ModelOptions,
} from "./state/custom-models.js";
import { jobReport, type JobReport } from "./jobs/job-view.js";
import { assignWorkers } from "./jobs/assign-workers.js";
import { runJobsHere } from "./jobs/lifecycle.js";
import { RateLimits } from "./jobs/rate-limits.js";
import {
  applyConditions,
  createAccountControls,
  type EmulatorAccount,
} from "./account-controls.js";
import { accessKeyOf } from "./s3/signature.js";
import { readOptions, type EmulatorOptions } from "./options.js";
import { seedAccount, type SeedData } from "./seed.js";
import { ApiKeys } from "./server/api-keys.js";
import { createApp } from "./server/app.js";
import { FaultRules } from "./server/apply-fault-rules.js";
import type { AnswerRequest } from "./http/connection.js";
import { addDate } from "./server/date-header.js";
import type { EmulatorEventListener } from "./http/events.js";
import type { ActiveFault, FaultRule } from "./http/fault-rule.js";
import { createFetch } from "./server/fetch.js";
import {
  Listeners,
  type Listener,
  type ListenOptions,
  type S3Options,
} from "./server/listen.js";
import type { Route } from "./http/operations.js";
import type { RecordedRequest } from "./http/recorded-request.js";
import { IdGenerator } from "./random.js";
import { RequestLog } from "./requests/request-log.js";
import { s3EndpointAt, urlsAt, type Urls } from "./server/urls.js";
import type { Snapshot } from "./snapshot-format.js";
import { restoreSnapshot, takeSnapshot } from "./snapshot.js";
import type { EmulatorClock } from "./time/clock.js";
import {
  drainWorkers,
  findWorker,
  removeWorker,
} from "./workers/connections.js";

/**
 * An account of the service that lives in this process: Pods, volumes, templates, endpoints, jobs, GraphQL.
 *
 * Jobs run at the slugs `flux-dev`, `flux-schnell`, `video-demo`, `speech-demo` and `text-demo`, at the slugs of the models
 * that you register, and at the id of every endpoint, whose workers answer with their input until a worker of yours takes
 * the jobs over HTTP. A job whose prompt contains the word "fail" fails. An endpoint whose `workersMax` is 0 leaves its
 * jobs in the queue; an endpoint with a short `executionTimeoutMs` lets its jobs time out.
 */
export interface Emulator {
  readonly apiKey: string;
  /** Addresses for `fetch` of this emulator. A listening server has addresses of its own. */
  readonly urls: Urls;
  /** Responds without a socket. An abort rejects with the signal's own reason, as with the platform's fetch. */
  readonly fetch: typeof fetch;
  /**
   * The options of `openVolume` for the files of network volumes: `openVolume(cloud.v2, id, emulator.s3)`. Files need a
   * runtime with Node's modules.
   */
  readonly s3: S3Options & { readonly fetch: typeof fetch };
  /**
   * The path on this machine of a file of a network volume, which workers and Pods of the emulated service may read and
   * write: `path` is the key of the file, or its path in a worker (`/runpod-volume/in/a.mp4`) or in a Pod
   * (`/workspace/in/a.mp4`). Without a path, the folder of the volume.
   *
   * @throws InputError for a volume that the account does not have, and for a path that leads out of the volume
   */
  readonly volumePath: (volumeId: string, path?: string) => string;
  readonly clock: EmulatorClock;
  /** The last 10 000 requests in order of arrival, those of listening servers included. Keys are redacted. */
  readonly requests: readonly RecordedRequest[];
  /** Every job that was not removed, in order of submit. */
  readonly jobs: () => readonly JobReport[];
  /**
   * Registers the handler that runs the jobs of a slug, or of an endpoint's id, from now on. Under the name of an endpoint
   * that does not exist yet, it runs the jobs of each endpoint that is created with this name. An error that the handler
   * throws fails the job.
   *
   * @throws InputError for an invalid slug, handler or value, and for an unknown option.
   */
  readonly model: <Input = Readonly<Record<string, unknown>>>(
    slug: string,
    handler: ModelHandler<Input>,
    options?: ModelOptions,
  ) => void;
  /**
   * Adds a fault rule: the next requests of the route go wrong. Without a rule, or with an empty one, the next request gets
   * 500, and is not carried out. A rule for an update applies to both of its spellings.
   *
   * @throws InputError for a route that the emulator does not have, an unknown member or an invalid value.
   */
  readonly fail: (route: Route, rule?: FaultRule) => void;
  /** The fault rules that are not used up, oldest first, such as one whose route was never called. */
  readonly faults: () => readonly ActiveFault[];
  /** Reads and sets the balance, the stock, and how Pods and workers start and end. */
  readonly account: EmulatorAccount;
  /** Revokes an API key: requests with this key get 401 from now on. */
  readonly revoke: (key: string) => void;
  /**
   * Adds items to the account, under the rules of the API.
   *
   * @throws InputError that names the first item which is not valid or has an unknown member. The items before it stay.
   */
  readonly seed: (data: SeedData) => void;
  /** Everything that the account owns, and the moment of its clock, as JSON: without models, fault rules, keys and requests. */
  readonly snapshot: () => Snapshot;
  /**
   * Replaces everything that the account owns by a snapshot. The clock goes on from the moment of the snapshot.
   *
   * @throws InputError for what is not a snapshot; the account is then unchanged.
   */
  readonly restore: (snapshot: Snapshot) => void;
  /**
   * Returns to the state after `createEmulator`. Listening servers and subscriptions stay. Without the option `seed`, no id
   * is given again.
   */
  readonly reset: () => void;
  /**
   * Calls the listener for each answered request and for each change of the account. The response to a request waits for
   * the promises that listeners return. A listener that changes the account is called again for its own change. Returns a
   * function that ends the subscription.
   */
  readonly subscribe: (listener: EmulatorEventListener) => () => void;
  /**
   * Serves the same account on a socket. Rejects with an `InputError` for an unknown option or an invalid value, and
   * where the port cannot be opened.
   */
  readonly listen: (options?: ListenOptions) => Promise<Listener>;
  /** Closes every server that `listen` opened. */
  readonly close: () => Promise<void>;
}

/** The emulator of the command, which starts and ends workers. */
export interface CommandEmulator extends Emulator {
  /** Removes a worker, whose process has ended or is about to end: its open requests end, and its jobs wait again. */
  readonly removeWorker: (slug: string, workerId: string) => void;
  /** Gives the present workers of a slug no further job: their open requests for jobs end, so that idle workers can exit. */
  readonly drainWorkers: (slug: string) => void;
}

/**
 * Creates an account that owns nothing. Accounts are independent of each other.
 *
 * @throws InputError for an unknown option or an invalid value.
 * @example
 * ```ts
 * const emulator = createEmulator({ clock: "manual" });
 * const { apiKey, urls, fetch } = emulator;
 * const cloud = createClient({ apiKey, ...urls, fetch });
 * const job = await cloud.model("flux-schnell").run({ prompt: "a pier" });
 * ```
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  return createCommandEmulator(options);
}

/** The origin of the addresses for the `fetch` of an emulator. */
const ORIGIN = "https://emulator.invalid";

/** Creates the emulator of the command. */
export function createCommandEmulator(
  options: EmulatorOptions = {},
  defaultSeed?: number,
): CommandEmulator {
  const settings = readOptions(options, defaultSeed);
  const { apiKey, seed } = settings;
  const state = createAccountState(settings);
  applyConditions(state, settings);
  const requestLog = new RequestLog(state);
  const faultRules = new FaultRules(seed);
  const rateLimits = new RateLimits();
  const apiKeys = new ApiKeys(settings);
  const service = {
    settings,
    state,
    faultRules,
    rateLimits,
    requestLog,
    apiKeys,
  };
  const app = createApp(service, () => ({
    emulator,
    faults: faultRules,
    clearRequests: () => requestLog.clear(),
    acceptKey: (key) => apiKeys.accept(key),
    speed: settings.clock === "manual" ? 0 : settings.speed,
    stateFile: () => listeners.stateFile,
  }));
  const answer: AnswerRequest = async (request, connection) =>
    addDate(await app.fetch(request, connection), state.clock);
  const fetchHere = createFetch(answer);
  const listeners = new Listeners(answer, state, apiKey);
  const emulator: CommandEmulator = {
    apiKey,
    urls: urlsAt(ORIGIN),
    fetch: fetchHere,
    s3: {
      ...accessKeyOf(apiKey),
      endpoint: s3EndpointAt(ORIGIN),
      fetch: fetchHere,
    },
    volumePath: (volumeId, path = "") => {
      if (!state.networkVolumes.has(volumeId))
        throw new InputError(
          "volumeId",
          `volumePath: the account has no network volume "${volumeId}"`,
        );
      return state.volumeStore.pathOf(volumeId, path);
    },
    clock: {
      now: state.clock.now,
      advance: state.clock.advance,
      advanceUntil: state.clock.advanceUntil,
    },
    requests: requestLog.entries,
    jobs: () => {
      state.clock.runDue();
      return [...state.jobs.values()].map((job) =>
        jobReport(job, listeners.origin),
      );
    },
    model: (slug, handler, modelOptions) => {
      const model = createCustomModel(slug, handler, modelOptions);
      state.clock.runDue();
      state.customModels.set(slug, model);
      runJobsHere(state, slug);
      assignWorkers(state, slug);
    },
    fail: (route, rule = {}) => faultRules.add(route, rule),
    faults: () => faultRules.list(),
    account: createAccountControls(state),
    revoke: (key) => apiKeys.revoke(key),
    seed: (data) => seedAccount(state, data),
    snapshot: () => takeSnapshot(state),
    removeWorker: (slug, workerId) => {
      const worker = findWorker(state, slug, workerId);
      if (worker) removeWorker(state, slug, worker);
    },
    drainWorkers: (slug) => drainWorkers(state, slug),
    restore: (snapshot) => restoreSnapshot(state, snapshot),
    reset: () => {
      const { count } = state.ids;
      state.clock.reset();
      for (const id of state.networkVolumes.keys())
        state.volumeStore.remove(id);
      clearAccountState(state, seed);
      // A client would take an id that it has got before for the answer of a cache.
      if (options.seed === undefined) state.ids = new IdGenerator(seed, count);
      applyConditions(state, settings);
      faultRules.clear();
      rateLimits.clear();
      apiKeys.clear();
      requestLog.clear();
      emitChange(state);
    },
    subscribe: state.events.subscribe,
    listen: (listenOptions = {}) => listeners.listen(listenOptions),
    close: () => listeners.closeAll(),
  };
  return emulator;
}
