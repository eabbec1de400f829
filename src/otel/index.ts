import {
  context,
  metrics,
  propagation,
  SpanStatusCode,
  trace,
  type MeterProvider,
  type Span,
  type Tracer,
  type TracerProvider,
} from "@opentelemetry/api";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { checkFunction, checkMembers } from "../check-members.js";
import { checkFlag, checkObject, readHeaders } from "../checks.js";
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
  AttributeCache,
  errorType,
  outcomeAttributes,
  type RouteAttributes,
} from "./attributes.js";
import { createInstruments, type Instruments } from "./instruments.js";
import { JobSpan } from "./job-span.js";
import { ignoreErrors } from "../ignore-errors.js";
import { idAttributes, runInWebhookSpan } from "./webhook-span.js";

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
const SUBMITS: readonly string[] = ["jobs.run", "jobs.runSync"];

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
  checkObject("options", options, call);
  checkOptionNames(options, OPTIONS, call);
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

/** A call that is sampled or measured. */
interface FollowedCall extends TracedCall {
  readonly traced?: {
    readonly route: RouteAttributes;
    readonly span: Span | undefined;
  };
}

type Transport<Request, Call, Result> = (
  request: Request,
  call: Call,
) => Promise<Result>;

/** The spans and measurements of calls. */
class TracedCalls {
  readonly #tracer: Tracer;
  readonly #instruments: Instruments;
  readonly #ids: boolean;
  readonly #attributes = new AttributeCache();

  constructor(tracer: Tracer, instruments: Instruments, ids: boolean) {
    this.#tracer = tracer;
    this.#instruments = instruments;
    this.#ids = ids;
  }

  /** Sends a call within a span. A call that is neither sampled nor measured is passed on as it is. */
  send<
    Request extends TracedRequest,
    Call extends TracedCall,
    Result extends { readonly status: number },
  >(
    transport: Transport<Request, Call, Result>,
    request: Request,
    call: Call,
  ): Promise<Result> {
    if (call.controls?.isPoll) return transport(request, call);
    const route = this.#attributes.of(request, call);
    const span = this.#startSpan(route, request);
    return span || this.#instruments.areUsed
      ? this.#follow(transport, request, call, { route, span })
      : transport(request, call);
  }

  async #follow<
    Request extends TracedRequest,
    Call extends TracedCall,
    Result extends { readonly status: number },
  >(
    transport: Transport<Request, Call, Result>,
    request: Request,
    call: Call,
    traced: NonNullable<FollowedCall["traced"]>,
  ): Promise<Result> {
    const startedAt = performance.now();
    let result: Result;
    try {
      result = await transport(request, follow(call, traced));
    } catch (error) {
      this.#end(traced, startedAt, undefined, error);
      throw error;
    }
    this.#end(traced, startedAt, result.status, undefined);
    return result;
  }

  onRetry(event: TracedRetry, { traced }: FollowedCall): void {
    if (!traced) return;
    const { route, span } = traced;
    const { attributes: common } = route.spanOptions;
    ignoreErrors(() => this.#instruments.retries.add(1, common));
    if (!span) return;
    const { attempt, status, delayMs } = event;
    ignoreErrors(() => span.setAttribute("http.request.resend_count", attempt));
    const attributes = {
      "cloud_compute.retry.delay": delayMs,
      ...(status === undefined ? {} : { "http.response.status_code": status }),
    };
    ignoreErrors(() => span.addEvent("retry", attributes));
  }

  /** The span of a call; undefined unless the call is sampled. */
  #startSpan(
    { name, spanOptions }: RouteAttributes,
    request: TracedRequest,
  ): Span | undefined {
    let span: Span;
    try {
      span = this.#tracer.startSpan(name, spanOptions);
      if (!span.isRecording()) return undefined;
    } catch {
      // Not `ignoreErrors`: its function would be allocated for a call that is not sampled.
      return undefined;
    }
    return this.#ids ? withAddress(span, request) : span;
  }

  #end(
    { route, span }: NonNullable<FollowedCall["traced"]>,
    startedAt: number,
    status: number | undefined,
    error: unknown,
  ): void {
    const seconds = (performance.now() - startedAt) / 1000;
    const attributes = outcomeAttributes(route, status, error);
    const { callDuration } = this.#instruments;
    ignoreErrors(() => callDuration.record(seconds, attributes));
    if (!span) return;
    if (status !== undefined)
      ignoreErrors(() =>
        span.setAttribute("http.response.status_code", status),
      );
    if (status === undefined || status >= 400) {
      const type = status === undefined ? errorType(error) : String(status);
      ignoreErrors(() => span.setAttribute("error.type", type));
      ignoreErrors(() => span.setStatus({ code: SpanStatusCode.ERROR }));
    }
    ignoreErrors(() => span.end());
  }
}

/** The span, with the whole address of its call. */
function withAddress(span: Span, { url }: TracedRequest): Span {
  ignoreErrors(() => span.setAttribute("url.full", url));
  return span;
}

/** A copy of a call that carries its span, and the trace of a submit. */
function follow<Call extends TracedCall>(
  call: Call,
  traced: NonNullable<FollowedCall["traced"]>,
): Call & FollowedCall {
  const { span } = traced;
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
