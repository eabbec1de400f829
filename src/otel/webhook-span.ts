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
import { ignoreErrors } from "../ignore-errors.js";
import { errorType, idAttributes } from "./attributes.js";

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
  const parent = parentOf(event);
  const span = ignoreErrors(() =>
    tracer.startSpan("process webhook", options, parent),
  );
  if (!span) return act(event);
  try {
    await context.with(trace.setSpan(parent, span), () => act(event));
  } catch (error) {
    ignoreErrors(() => {
      span.setAttribute("error.type", errorType(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
    });
    throw error;
  } finally {
    ignoreErrors(() => span.end());
  }
}

/** The span of the server if the server is traced, else the trace of the delivery. */
function parentOf({ traceparent }: TracedEvent): Context {
  const active = context.active();
  if (trace.getSpan(active) || traceparent === undefined) return active;
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}
