import { emitChange, type AccountState } from "./state/account-state.js";
import { integer } from "./check-arguments.js";
import { InputError } from "cloud-compute-sdk";
import { findNearest } from "./similar.js";
import { describeValue } from "./describe-value.js";
import {
  balanceRule,
  checkPodConditions,
  checkStock,
  checkWorkerConditions,
  missingImagesRule,
} from "./check-conditions.js";
import {
  createLedger,
  type PodConditions,
  type Stock,
  type StockLevels,
  type WorkerConditions,
} from "./conditions.js";
import { builtInSlugs, hasModel } from "./jobs/find-model.js";
import { assignWorkers } from "./jobs/assign-workers.js";
import { retryThrottledWorkers, startJob } from "./jobs/lifecycle.js";
import type { Settings } from "./options.js";
import {
  balanceOf,
  setBalance,
  spendPerHour,
  watchBalance,
} from "./machines/balance.js";
import { stopUnpaidPods } from "./resources/pods.js";
import { checkStockNames } from "./machines/placement.js";
import { setStock, stockOf } from "./machines/stock.js";
import { addSharedTemplates } from "./resources/templates.js";

/** What a test can read and set about the account. */
export interface EmulatorAccount {
  /** USD that are left. Pods, volumes, workers and jobs of public models make the balance go down. */
  readonly balance: () => number;
  /** USD per hour of everything that runs. */
  readonly spendPerHour: () => number;
  /**
   * Sets the balance. From now on an empty balance stops every Pod, and creates and submits are refused with 402.
   *
   * @throws InputError for what is not a finite number.
   */
  readonly setBalance: (usd: number) => void;
  /** The stock that was set, less what was taken since. */
  readonly stock: () => Stock;
  /**
   * Sets how many GPUs are free of the named types. A Pod or a worker takes GPUs, and returns them when it ends. A create
   * that finds none is refused; a worker that finds none is throttled. `null` lifts the limit of a type, or of a data center:
   * any number is free again.
   *
   * @throws InputError for an invalid stock, and for a GPU type or a data center that the emulator does not know, unless the
   * emulator is lenient.
   * @example
   * ```ts
   * emulator.account.setStock({ "NVIDIA L4": 0, "NVIDIA A40": { "EU-RO-1": 2 } });
   * ```
   */
  readonly setStock: (stock: StockLevels) => void;
  /**
   * Sets how many workers all endpoints together may have as `workersMax`; `null` lifts the limit. An endpoint that exceeds
   * the quota is refused.
   *
   * @throws InputError for what is neither a whole number, 0 or above, nor null.
   */
  readonly setWorkersQuota: (workers: number | null) => void;
  /**
   * Sets which images no registry has, in the place of those that were set before.
   *
   * @throws InputError for what is not a list of names.
   */
  readonly setMissingImages: (images: readonly string[]) => void;
  /**
   * Sets how the containers of Pods start and end, from the next start of a Pod on.
   *
   * @throws InputError for an unknown member or an invalid value.
   */
  readonly setPods: (conditions: PodConditions) => void;
  /**
   * Sets how the workers of a slug start and end, and whether workers of yours run its jobs.
   *
   * @throws InputError for an unknown member or an invalid value, and for a slug that is the misspelt slug of a public model.
   */
  readonly setWorkers: (slug: string, conditions: WorkerConditions) => void;
}

export function createAccountControls(state: AccountState): EmulatorAccount {
  const read = <Value>(valueOf: () => Value) => {
    state.clock.runDue();
    return valueOf();
  };
  const change = (apply: () => void) => {
    state.clock.runDue();
    apply();
    emitChange(state);
  };
  return {
    balance: () => read(() => balanceOf(state)),
    spendPerHour: () => read(() => spendPerHour(state)),
    stock: () => read(() => stockOf(state)),
    setBalance: (usd) => {
      check("setBalance", "usd", usd, balanceRule);
      change(() => {
        setBalance(state, usd);
        retryThrottledWorkers(state);
      });
    },
    setStock: (stock) => {
      checkStock("setStock", stock);
      checkStockNames(state, stock);
      change(() => {
        setStock(state, stock);
        retryThrottledWorkers(state);
      });
    },
    setWorkersQuota: (workers) => {
      if (workers !== null)
        check("setWorkersQuota", "workers", workers, integer(0));
      change(() => {
        state.workersQuota = workers ?? Infinity;
      });
    },
    setMissingImages: (images) => {
      check("setMissingImages", "images", images, missingImagesRule);
      change(() => {
        state.missingImages = new Set(images);
      });
    },
    setPods: (conditions) => {
      checkPodConditions("setPods", conditions);
      change(() => {
        state.podConditions = { ...conditions };
      });
    },
    setWorkers: (slug, conditions) => {
      checkWorkerConditions("setWorkers", conditions);
      checkSlug(state, slug, conditions);
      change(() => {
        const before = state.workerConditions.get(slug);
        const { external = before?.external, port = before?.port } = conditions;
        state.workerConditions.set(slug, { ...conditions, external, port });
        assignWorkers(state, slug);
      });
    },
  };
}

/**
 * Refuses the misspelt slug of a public model. Any other slug is accepted, because its model or endpoint may follow; and so
 * is any slug with workers of the user's own, because these workers make the slug an endpoint.
 */
function checkSlug(
  state: AccountState,
  slug: string,
  { external, port }: WorkerConditions,
): void {
  if (external || port !== undefined || hasModel(state, slug)) return;
  const nearest = findNearest(slug, builtInSlugs);
  if (nearest === undefined) return;
  throw new InputError(
    "slug",
    `setWorkers: there is no model or endpoint ${describeValue([], slug)}; did you mean ${nearest}?`,
  );
}

/** Applies the options to an empty account, and adds the templates that every account sees. */
export function applyConditions(state: AccountState, settings: Settings): void {
  Object.assign(state.ledger, createLedger(settings.balance));
  checkStockNames(state, settings.stock);
  setStock(state, settings.stock);
  state.podConditions = settings.pods;
  state.workersQuota = settings.workersQuota;
  state.missingImages = new Set(settings.missingImages);
  state.onBalanceEmpty = () => {
    stopUnpaidPods(state);
    watchBalance(state);
    emitChange(state);
  };
  state.startJob = (job, worker) => startJob(state, job, worker);
  addSharedTemplates(state);
}

function check(
  caller: string,
  parameter: string,
  value: unknown,
  [isValid, expected]: readonly [(value: unknown) => boolean, string],
): void {
  if (isValid(value)) return;
  throw new InputError(
    parameter,
    `${caller}: expected ${expected} (it was ${describeValue([], value)})`,
  );
}
