/** What is used of a queue of BullMQ. */
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

/** What is used of a job of BullMQ. */
export interface EngineJob {
  readonly data: unknown;
}

/** What is used of a worker of BullMQ. */
export interface EngineWorker {
  on(event: "error", listener: (error: Error) => void): unknown;
  close(force?: boolean): Promise<void>;
}

/** What is used of the package `bullmq`. Its own types are for those who have installed it. */
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
