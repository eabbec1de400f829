import { defaultIntervalMs } from "../jobs/poll-interval.js";
import type { LedgerCaller } from "./call-ledger.js";
import type { OpenBatch } from "./context.js";
import type { UnsavedJob } from "./errors.js";
import { DEFAULT_ENDPOINT, type Item } from "./ledger.js";
import { Limits } from "./limits.js";
import { Reporter } from "./reporter.js";
import type { ServiceClock } from "./service-clock.js";
import { TurnedAway } from "./turned-away.js";
import { WebhookWatch } from "./webhook-watch.js";
import type { SubmitWindow } from "./window.js";
import type { WorkCall } from "./work-call.js";
import { WorkWarnings } from "./work-warnings.js";
import type { BatchWorker } from "./worker.js";

/** What the steps of an item tell the claims that follow. */
export interface ClaimControl {
  readonly window: SubmitWindow;
  /** The next submit could pass the limit of the cost: nothing is claimed until there is room. */
  holdBack(nextCost: unknown): void;
  /** Lets submits be tried again: the limit of the cost is higher, or a job has ended. */
  makeRoom(): void;
  /** Ends the claims: every other submit would be refused as this one was. */
  refuse(error: unknown): void;
  /** Makes the next reservations at least as high as this cost, in units, if the item was estimated too low. */
  learnCost(units: number, item: Item): void;
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
  /** Ends the work with what a submit was refused with, once the jobs that run have ended; for a `run`, at once. */
  readonly refuseSubmits: (error: unknown) => void;
  /** Passes on what the running job of an item reports. Never rejects. Undefined if nobody listens. */
  readonly reportProgress:
    | ((progress: unknown, key: string) => Promise<void>)
    | undefined;
  /** Records a job that the service has accepted and the ledger could not keep. */
  readonly keepUnsaved: (job: UnsavedJob) => void;
}

/** How many status requests a second all processes of a batch send together: below the 200 that the service takes. */
const POLLS_PER_SECOND = 150;
/** How many responses all processes of a batch let the service hold at once: below the 400 reads that it takes. */
const MAX_LONG_POLLS = 250;

/** What the loop of a `work` brings into the context of its steps. */
interface LoopParts extends Pick<
  WorkContext,
  "batch" | "worker" | "claims" | "serviceClock" | "keepUnsaved"
> {
  /** About how many jobs all processes of the batch wait for. */
  readonly waits: () => number;
}

export function createWorkContext(
  { ending, keys, options: { onProgress } }: WorkCall,
  { waits, ...parts }: LoopParts,
): WorkContext {
  const { ledger, webhooks } = parts.batch;
  const warnings = new WorkWarnings(parts.batch);
  const caller = {
    signal: ending.signal,
    refuse: (error: unknown) => ending.finish({ reason: "refused", error }),
  };
  return {
    ...parts,
    ...caller,
    refuseSubmits: keys ? caller.refuse : (error) => parts.claims.refuse(error),
    warnings,
    reporter: new Reporter(ledger, caller),
    limits: new Limits(ledger, caller.signal, DEFAULT_ENDPOINT, (pause) =>
      warnings.pause(pause),
    ),
    turnedAway: new TurnedAway(),
    // Only polls show the progress of a job.
    watch: webhooks && !onProgress ? new WebhookWatch(ledger) : undefined,
    // Longer if the polls of all processes would otherwise exceed the rate limit.
    pollInterval: (elapsedMs) =>
      Math.max(
        defaultIntervalMs(elapsedMs),
        (waits() * 1000) / POLLS_PER_SECOND,
      ),
    mayLongPoll: () => waits() <= MAX_LONG_POLLS,
    reportProgress:
      onProgress &&
      (async (progress, key) => {
        try {
          await onProgress(progress, key);
        } catch {
          // The job goes on, and its result must not be lost.
        }
      }),
  };
}
