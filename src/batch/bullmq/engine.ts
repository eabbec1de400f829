/** The part of a BullMQ queue that the store uses. */
export interface EngineQueue {
  addBulk(
    jobs: {
      name: string;
      data: object;
      opts: {
        jobId: string;
        removeOnComplete: boolean;
        removeOnFail: boolean;
      };
    }[],
  ): Promise<unknown>;
  obliterate(options: { force: boolean }): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** The part of a BullMQ job that the store uses. */
export interface EngineJob {
  readonly data: unknown;
}

/** The part of a BullMQ worker that the store uses. */
export interface EngineWorker {
  on(event: "error", listener: (error: Error) => void): unknown;
  close(force?: boolean): Promise<void>;
}

/**
 * The part of the package `bullmq` that the store uses. The package's own types exist only where `bullmq` is installed.
 */
export interface Engine {
  readonly Queue: new (name: string, options: object) => EngineQueue;
  readonly Worker: new (
    name: string,
    processor: (
      job: EngineJob,
      token?: string,
      signal?: AbortSignal,
    ) => Promise<void>,
    options: object,
  ) => EngineWorker;
}
