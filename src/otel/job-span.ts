import {
  SpanStatusCode,
  type Attributes,
  type Span,
  type Tracer,
} from "@opentelemetry/api";
import type { JobData } from "../errors.js";
import type { JobTrace } from "../tracing.js";
import { errorType } from "./attributes.js";
import type { Instruments } from "./instruments.js";
import { ignoreErrors } from "../ignore-errors.js";

/** The span of one job, from its submit to the end that a wait sees, and what is measured of the job. */
export class JobSpan implements JobTrace {
  readonly #span: Span | undefined;
  readonly #instruments: Instruments;
  readonly #startedAt: number;
  #hasEnded = false;

  constructor(
    tracer: Tracer,
    instruments: Instruments,
    job: JobData | undefined,
    attributes: Attributes,
  ) {
    this.#instruments = instruments;
    this.#startedAt = Math.min(job?.submittedAt ?? Infinity, Date.now());
    const startTime = this.#startedAt;
    this.#span = ignoreErrors(() =>
      tracer.startSpan("job", { startTime, attributes }),
    );
    ignoreErrors(() => instruments.activeJobs.add(1));
  }

  poll(status = "unknown"): void {
    ignoreErrors(() => {
      this.#instruments.polls.add(1);
      if (!this.#hasEnded && this.#span?.isRecording())
        this.#span.addEvent("poll", { "cloud_compute.job.status": status });
    });
  }

  end(status: string | undefined, error?: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const attributes = outcomeOf(status, error);
    const seconds = Math.max(0, Date.now() - this.#startedAt) / 1000;
    ignoreErrors(() => {
      this.#instruments.activeJobs.add(-1);
      this.#instruments.jobDuration.record(seconds, attributes);
      this.#span?.setAttributes(attributes);
      if ("error.type" in attributes)
        this.#span?.setStatus({ code: SpanStatusCode.ERROR });
      this.#span?.end();
    });
  }
}

function outcomeOf(status: string | undefined, error: unknown): Attributes {
  if (status === "COMPLETED") return { "cloud_compute.job.status": status };
  if (status !== undefined)
    return { "cloud_compute.job.status": status, "error.type": status };
  // The consumer of a watch may leave before the job has ended.
  return error === undefined ? {} : { "error.type": errorType(error) };
}
