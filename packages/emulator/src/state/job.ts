// The records of the job API. Times are milliseconds since 1970 on the emulator's clock.

export type JobStatus =
  | "IN_QUEUE"
  | "IN_PROGRESS"
  | "COMPLETED"
  | "FAILED"
  | "CANCELLED"
  | "TIMED_OUT";

export interface Job {
  readonly id: string;
  readonly slug: string;
  /** Where the submit was sent to. The file addresses of a webhook start with this origin. */
  readonly origin: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly lowPriority: boolean;
  readonly timeoutMs: number;
  /** How long the result is kept after the end of the job. */
  readonly retentionMs: number;
  readonly submittedAt: number;
  /** When the job is removed, whatever its status. */
  readonly expiresAt: number;
  readonly webhook: string | undefined;
  /** Whether the service does not show the worker, as with public models. */
  readonly hidesWorker?: boolean;
  /** The size of the submit, and of what a worker has sent over HTTP: parts and result. */
  sizeBytes?: number;
  status: JobStatus;
  /** What the worker has last reported while the job runs, and how many reports there were. */
  progress?: { readonly output: unknown; readonly count: number } | undefined;
  queuedAt: number;
  startedAt: number | undefined;
  endedAt: number | undefined;
  workerId: string | undefined;
  result: JobResult | undefined;
  /** The parts of the output that the model has streamed so far. */
  chunks: readonly unknown[];
  /** How many of the chunks were fetched. */
  deliveredChunks: number;
  /** How many times the job was put back in its queue. */
  retries: number;
  webhookAttempts: number;
  /** When the webhook is sent next; undefined where none is to be sent. */
  nextWebhookAt: number | undefined;
}

/** The result of a job, as JSON. The address of a file is added to the output under each of `file.members`. */
export type JobResult =
  | {
      readonly output: unknown;
      readonly file?: {
        readonly members: readonly string[];
        readonly name: string;
      };
    }
  | { readonly error: string };

/** What the bytes of a file are made from, each time the file is fetched. */
export type FileSource =
  | PictureSource
  | { readonly kind: "wav"; readonly seconds: number; readonly seed: number }
  | { readonly kind: "mp3"; readonly seconds: number }
  | { readonly kind: "mp4" };

export interface PictureSource {
  readonly kind: "png" | "jpeg";
  readonly width: number;
  readonly height: number;
  readonly seed: number;
}

export interface OutputFile {
  readonly source: FileSource;
  readonly createdAt: number;
}

/** The waiting jobs of a slug, and the workers that run its jobs. */
export interface JobQueue {
  readonly slug: string;
  /** The ids of the waiting jobs, in order. */
  readonly waiting: Set<string>;
  workers: Worker[];
  /** How many workers were ever started. */
  startedWorkers: number;
  readonly counts: { completed: number; failed: number; retried: number };
}

export interface Worker {
  readonly id: string;
  /** When the cold start of the worker ends. */
  readyAt: number;
  /** "throttled" while no machine is free; "unhealthy" from the exit of the container until it starts again. */
  trouble?: "throttled" | "unhealthy" | undefined;
  /** How many times the container exited by itself. */
  exits?: number;
  /** The starts that ended so: when each began, and when its container ran and exited. */
  crashes?: readonly {
    readonly startedAt: number;
    readonly exitedAt: number;
  }[];
  /** When the worker was given its machine. */
  startedAt?: number | undefined;
  /** The version of the endpoint, and the image, that the worker has started with. */
  version?: number;
  imageName?: string | undefined;
  /** What the worker runs on; all three are undefined where no endpoint asks for GPUs. */
  gpuTypeId?: string | undefined;
  gpuCount?: number | undefined;
  dataCenterId?: string | undefined;
  /** The ids of the jobs that the worker runs: at most one, unless the worker takes its jobs over HTTP. */
  jobIds: readonly string[];
  idleSince: number;
  /** Present for a worker that takes its jobs over HTTP. The emulator starts and ends no such worker. */
  contact?: WorkerContact;
}

/** What is known of a worker from its requests. */
export interface WorkerContact {
  /** When the last request of the worker arrived. */
  seenAt: number;
  /** Whether the worker has ever sent a ping. Only then can its pings be missed. */
  hasPinged: boolean;
  /** The ids of jobs that ended while the worker ran them, until the worker has learned of it. */
  jobsToStop: readonly string[];
  /** Why the worker is unhealthy, in its own words. */
  problem?: string | undefined;
}

/** Whether a job has ended. */
export function isFinal({ status }: Job): boolean {
  return status !== "IN_QUEUE" && status !== "IN_PROGRESS";
}
