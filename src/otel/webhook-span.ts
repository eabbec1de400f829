import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Tracer,
} from "@opentelemetry/api";
import { errorType } from "./attributes.js";
import { ignoreErrors } from "../ignore-errors.js";

/** What a span shows of a webhook event. */
interface TracedEvent {
  readonly status: string;
  readonly traceparent?: string | undefined;
  readonly job: { readonly slug: string; readonly id: string };
}

/** Runs a handler of webhook events within a span that belongs to the trace of the delivery. */
export async function runInWebhookSpan<Event extends TracedEvent>(
  tracer: Tracer,
  event: Event,
  withIds: boolean,
  act: (event: Event) => void | Promise<void>,
): Promise<void> {
  const { status, job } = event;
  const attributes = {
    "cloud_compute.job.status": status,
    ...(withIds ? idAttributes(job.slug, job.id) : {}),
  };
  const options = { kind: SpanKind.CONSUMER, attributes };
  const parent = ignoreErrors(() => parentOf(event)) ?? ROOT_CONTEXT;
  const span = ignoreErrors(() =>
    tracer.startSpan("process webhook", options, parent),
  );
  const handle = async () => act(event);
  let handled: Promise<void> | undefined;
  if (span)
    ignoreErrors(() => {
      context.with(trace.setSpan(parent, span), () => {
        handled = handle();
      });
    });
  // Where OpenTelemetry has not called the handler, the event is handled without a span.
  handled ??= handle();
  try {
    await handled;
  } catch (error) {
    ignoreErrors(() => span?.setAttribute("error.type", errorType(error)));
    ignoreErrors(() => span?.setStatus({ code: SpanStatusCode.ERROR }));
    throw error;
  } finally {
    ignoreErrors(() => span?.end());
  }
}

/** The span of the server if the server is traced, else the trace of the delivery. */
function parentOf({ traceparent }: TracedEvent): Context {
  const active = context.active();
  if (trace.getSpan(active) || traceparent === undefined) return active;
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}

/** The attributes that name a job. */
export function idAttributes(slug: string, id: string | undefined) {
  return {
    "cloud_compute.model": slug,
    ...(id === undefined ? {} : { "cloud_compute.job.id": id }),
  };
}
