import {
  context,
  metrics,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type MeterProvider,
  type Span,
  type Tracer,
  type TracerProvider,
} from "@opentelemetry/api";
import { checkFunction, checkMembers } from "../check-members.js";
import {
  checkFlag,
  checkOptions,
  readHeaders,
  type OptionNames,
} from "../checks.js";
import { VERSION } from "../options.js";
import type {
  TracedCall,
  TracedRequest,
  TracedRetry,
  Tracing,
} from "../tracing.js";
import type { WebhookEvent } from "../webhooks/event.js";
import type { OnEvent } from "../webhooks/receive.js";
import {
  callAttributes,
  idAttributes,
  outcomeAttributes,
} from "./attributes.js";
import { createInstruments, type Instruments } from "./instruments.js";
import { JobSpan } from "./job-span.js";
import { ignoreErrors } from "../ignore-errors.js";
import { runInWebhookSpan } from "./webhook-span.js";

export {
  measureBatch,
  type MeasureBatchOptions,
  type MeasuredBatch,
} from "./batch-metrics.js";
export type {
  JobTrace,
  TracedCall,
  TracedRequest,
  TracedRetry,
  Tracing,
} from "../tracing.js";

/** The options of `createTracing`. */
export interface TracingOptions {
  /** @default the provider that is registered with `@opentelemetry/api` */
  readonly tracerProvider?: TracerProvider | undefined;
  /** @default the provider that is registered with `@opentelemetry/api` */
  readonly meterProvider?: MeterProvider | undefined;
  /**
   * Whether spans contain the whole address of a call (`url.full`, without the key), and the model and the id of a job.
   * Bodies are never recorded.
   * @default false
   */
  readonly ids?: boolean | undefined;
}

/** What `createClient({ tracing })` takes, and a wrapper for handlers of webhook events. */
export interface OpenTelemetryTracing extends Tracing {
  /**
   * Wraps a handler of webhook events: each event is handled within a span of the trace that the delivery belongs to.
   *
   * @example
   * ```ts
   * export const POST = webhooks.handler(cloud, tracing.traceEvents(onEvent));
   * ```
   */
  traceEvents<Output = unknown>(
    onEvent: OnEvent<Output>,
  ): (event: WebhookEvent<Output>) => Promise<void>;
}

const NAME = "cloud-compute-sdk";

/** The calls that submit a job. They carry their trace to the service. */
const SUBMITS: readonly string[] = ["model.run", "model.runSync"];

/** Browsers would have to ask the service for permission to send the header, which the service does not give. */
const isBrowser = "document" in globalThis;

const OPTIONS: OptionNames<TracingOptions> = {
  tracerProvider: true,
  meterProvider: true,
  ids: true,
};

/**
 * Traces the calls and jobs of a client with OpenTelemetry: one client span for each call, with its retries as events,
 * and one span for each job that is waited for, from its submit to its end, with the polls as events. Metrics record
 * the number and the duration of the same calls and jobs.
 *
 * @example
 * ```ts
 * const cloud = createClient({ tracing: createTracing() });
 * ```
 */
export function createTracing(
  options: TracingOptions = {},
): OpenTelemetryTracing {
  const call = { operation: "createTracing" };
  checkOptions(options, OPTIONS, call);
  const {
    tracerProvider = trace,
    meterProvider = metrics,
    ids = false,
  } = options;
  const provider = "a provider of OpenTelemetry";
  checkMembers("tracerProvider", tracerProvider, ["getTracer"], provider, call);
  checkMembers("meterProvider", meterProvider, ["getMeter"], provider, call);
  checkFlag("ids", ids, call);
  const tracer = tracerProvider.getTracer(NAME, VERSION);
  const instruments = createInstruments(meterProvider.getMeter(NAME, VERSION));
  const calls = new TracedCalls(tracer, instruments, ids);
  return {
    wrapTransport: (transport) => (request, call) =>
      calls.send(transport, request, call),
    onRetry: (event, call) => calls.onRetry(event, call),
    startJob: (slug, job) => {
      const attributes = ids ? idAttributes(slug, job?.id) : {};
      return new JobSpan(tracer, instruments, job, attributes);
    },
    traceEvents: (onEvent) => {
      checkFunction("onEvent", onEvent, { operation: "traceEvents" });
      return (event) => runInWebhookSpan(tracer, event, ids, onEvent);
    },
  };
}

/** A call with what is recorded of it. */
interface FollowedCall extends TracedCall {
  readonly traced?: {
    /** The span of the call; undefined unless the call is sampled. */
    readonly span: Span | undefined;
    readonly attributes: Attributes;
  };
}

/** The spans and measurements of calls. An error of OpenTelemetry changes no call. */
class TracedCalls {
  readonly #tracer: Tracer;
  readonly #instruments: Instruments;
  readonly #ids: boolean;

  constructor(tracer: Tracer, instruments: Instruments, ids: boolean) {
    this.#tracer = tracer;
    this.#instruments = instruments;
    this.#ids = ids;
  }

  /** Sends a call within a span. */
  async send<
    Request extends TracedRequest,
    Call extends TracedCall,
    Result extends { readonly status: number },
  >(
    transport: (request: Request, call: Call) => Promise<Result>,
    request: Request,
    call: Call,
  ): Promise<Result> {
    if (call.controls?.pollOf !== undefined) return transport(request, call);
    const attributes = callAttributes(request, call);
    const span = ignoreErrors(() =>
      this.#startSpan(request, call.call.route, attributes),
    );
    const startedAt = performance.now();
    let status: number | undefined;
    let failure: unknown;
    try {
      const result = await transport(request, follow(call, span, attributes));
      status = result.status;
      return result;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      const seconds = (performance.now() - startedAt) / 1000;
      const outcome = outcomeAttributes(status, failure);
      ignoreErrors(() => this.#end(span, seconds, attributes, outcome));
    }
  }

  onRetry(
    { attempt, status, delayMs }: TracedRetry,
    { traced }: FollowedCall,
  ): void {
    if (!traced) return;
    const { span, attributes } = traced;
    ignoreErrors(() => {
      this.#instruments.retries.add(1, attributes);
      span?.setAttribute("http.request.resend_count", attempt);
      span?.addEvent("retry", {
        "cloud_compute.retry.delay": delayMs,
        ...(status === undefined
          ? {}
          : { "http.response.status_code": status }),
      });
    });
  }

  /** Starts the span of a call, whose name is the route, as the conventions have it. */
  #startSpan(
    { url }: TracedRequest,
    route: string,
    attributes: Attributes,
  ): Span | undefined {
    const options = { kind: SpanKind.CLIENT, attributes };
    const span = this.#tracer.startSpan(route, options);
    if (!span.isRecording()) return undefined;
    if (this.#ids) span.setAttribute("url.full", url);
    return span;
  }

  #end(
    span: Span | undefined,
    seconds: number,
    attributes: Attributes,
    outcome: Attributes,
  ): void {
    const measured = { ...attributes, ...outcome };
    this.#instruments.callDuration.record(seconds, measured);
    span?.setAttributes(outcome);
    if ("error.type" in outcome)
      span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  }
}

/** A copy of a call that carries its span, and the trace of a submit. */
function follow<Call extends TracedCall>(
  call: Call,
  span: Span | undefined,
  attributes: Attributes,
): Call & FollowedCall {
  const traced = { span, attributes };
  const isSubmit = SUBMITS.includes(call.call.operation);
  if (!span || isBrowser || !isSubmit) return { ...call, traced };
  const traceHeaders = ignoreErrors(() => {
    const carrier: Record<string, string> = {};
    propagation.inject(trace.setSpan(context.active(), span), carrier);
    const { traceparent, tracestate } = carrier;
    // Throws for a header that could not be sent.
    return readHeaders({ traceparent, tracestate });
  });
  const headers = { ...traceHeaders, ...call.options.headers };
  return { ...call, traced, options: { ...call.options, headers } };
}
