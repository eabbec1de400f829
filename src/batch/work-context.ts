import type { LedgerCaller } from "./call-ledger.js";
import type { OpenBatch } from "./context.js";
import type { UnsavedJob } from "./errors.js";
import type { Limits } from "./limits.js";
import type { Reporter } from "./reporter.js";
import type { ServiceClock } from "./service-clock.js";
import type { TurnedAway } from "./turned-away.js";
import type { WebhookWatch } from "./webhook-watch.js";
import type { SubmitWindow } from "./window.js";
import type { WorkWarnings } from "./work-warnings.js";
import type { BatchWorker } from "./worker.js";

/** What the steps of an item tell the claims that follow. */
export interface ClaimControl {
  readonly window: SubmitWindow;
  /** The next submit could pass the limit of the cost: nothing is claimed until there is room. */
  holdBack(nextCost: unknown): void;
  /** Lets submits be tried again: the limit of the cost is higher, or a job has ended. */
  makeRoom(): void;
  /** Makes the next reservations at least as high as this cost, in units. */
  learnCost(units: number): void;
}

/** What the steps of an item share with the `work` that runs them. The signal ends waits, pauses and unsent submits. */
export interface WorkContext extends LedgerCaller {
  readonly batch: OpenBatch;
  readonly worker: BatchWorker;
  readonly reporter: Reporter;
  readonly limits: Limits;
  readonly claims: ClaimControl;
  readonly warnings: WorkWarnings;
  readonly turnedAway: TurnedAway;
  readonly serviceClock: ServiceClock;
  /** Shows which items a webhook has ended; undefined where their jobs are polled at the usual pace. */
  readonly watch: WebhookWatch | undefined;
  /** The poll interval of a wait, in milliseconds. */
  readonly pollInterval: (elapsedMs: number) => number;
  /** Whether few enough jobs run that the service may be asked to hold a response for each until the job ends. */
  readonly mayLongPoll: () => boolean;
  /** Passes on what the running job of an item reports. Never rejects. Undefined if nobody listens. */
  readonly reportProgress:
    | ((progress: unknown, key: string) => Promise<void>)
    | undefined;
  /** Records a job that the service has accepted and the ledger could not keep. */
  readonly keepUnsaved: (job: UnsavedJob) => void;
}
