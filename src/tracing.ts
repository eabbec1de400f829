import type { JobData } from "./errors.js";

/** A request, as `Tracing` sees it. */
export interface TracedRequest {
  /** The whole address, without the key. */
  readonly url: string;
}

/** A call, as `Tracing` sees it. */
export interface TracedCall {
  readonly call: {
    /** The name of the call in the client: `pods.update`. */
    readonly operation: string;
    /** The route as a template: `PATCH /pods/{podId}`. */
    readonly route: string;
  };
  readonly options: {
    readonly headers?: Readonly<Record<string, string>> | undefined;
  };
  readonly controls?:
    | {
        /** The function that waits and polls with this call: the span of the job shows the poll. */
        readonly pollOf?: string;
      }
    | undefined;
}

/** A retry, as `Tracing` sees it. */
export interface TracedRetry {
  /** The number of the attempt that has ended, from 1. */
  readonly attempt: number;
  /** The HTTP status of that attempt; undefined when no response came. */
  readonly status: number | undefined;
  /** The pause before the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/** The job that a wait follows. */
export interface JobTrace {
  /** Called with the status that each successful poll shows. */
  poll(status: string | undefined): void;
  /** Called at the end, perhaps more than once; the first call counts: with the final status, with the error that ended the wait, or with neither if the consumer left. */
  end(status: string | undefined, error?: unknown): void;
}

/** What traces calls and jobs: `createTracing()` of `cloud-compute-sdk/otel`. The client calls its members. */
export interface Tracing {
  /** Wraps the function that sends each call, from the first attempt to the last. */
  wrapTransport<
    Request extends TracedRequest,
    Call extends TracedCall,
    Result extends { readonly status: number },
  >(
    transport: (request: Request, call: Call) => Promise<Result>,
  ): (request: Request, call: Call) => Promise<Result>;
  /** Called before the pause that precedes a retry, with the call that the wrapped function received. */
  onRetry(event: TracedRetry, call: TracedCall): void;
  /** Called when a wait for a job begins. */
  startJob(slug: string, job: JobData | undefined): JobTrace;
}
