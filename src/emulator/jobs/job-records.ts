// The job API, as the emulator keeps it. Times are milliseconds since 1970.

/** How far a job has come. */
export type Status =
  | "IN_QUEUE"
  | "IN_PROGRESS"
  | "COMPLETED"
  | "FAILED"
  | "CANCELLED"
  | "TIMED_OUT";

/** One piece of work. Times are moments of the clock. */
export interface Job {
  readonly id: string;
  readonly slug: string;
  /** Where its submit came to: addresses of its files begin so in a webhook. */
  readonly origin: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly lowPriority: boolean;
  readonly timeoutMs: number;
  readonly retentionMs: number;
  readonly submittedAt: number;
  /** When it is removed, done or not. */
  readonly diesAt: number;
  readonly webhook: string | undefined;
  status: Status;
  queuedAt: number;
  startedAt: number | undefined;
  endedAt: number | undefined;
  workerId: string | undefined;
  outcome: Outcome | undefined;
  /** What its worker has put out piece by piece, and how many pieces of it were fetched. */
  pieces: readonly unknown[];
  delivered: number;
  retries: number;
  /** Calls of the webhook so far, and when the next is due. */
  calls: number;
  callAt: number | undefined;
}

/** What came of a job, as JSON. A file's address stands first in the output, under this name. */
export type Outcome =
  | {
      readonly output: unknown;
      readonly file?: { readonly member: string; readonly name: string };
    }
  | { readonly error: string };

/** What a file is made from, each time it is fetched. */
export type FileRecipe =
  | {
      readonly kind: "png";
      readonly width: number;
      readonly height: number;
      readonly seed: number;
    }
  | {
      readonly kind: "wav" | "mp4";
      readonly seconds: number;
      readonly seed: number;
    };

export interface StoredFile {
  readonly recipe: FileRecipe;
  readonly madeAt: number;
}

/** The queue of a slug and those who work on it. */
export interface Lane {
  readonly slug: string;
  /** The ids of the jobs that wait, in order. */
  readonly queue: Set<string>;
  workers: Worker[];
  /** How many workers it ever had. */
  hired: number;
  readonly counts: { completed: number; failed: number; retried: number };
}

export interface Worker {
  readonly id: string;
  /** When its cold start is over. */
  readonly readyAt: number;
  jobId: string | undefined;
  idleSince: number;
}
