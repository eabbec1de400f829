import {
  SpanKind,
  type Attributes,
  type SpanOptions,
} from "@opentelemetry/api";
import type { TracedCall, TracedRequest } from "../tracing.js";

/** The parts of a route and of its address that the conventions for HTTP name. */
export interface RouteAttributes {
  /** The beginning of the address that the attributes were read from. */
  readonly origin: string;
  /** The name of the span, as the conventions have it: `GET /pods/{podId}`. */
  readonly name: string;
  readonly spanOptions: SpanOptions;
  /** The attributes of a measurement, by status or by the name of the error. */
  readonly byOutcome: Map<number | string, Attributes>;
}

/** The attributes of each route, made once: a call that is not sampled makes none. */
export class AttributeCache {
  readonly #byOperation = new Map<string, Map<string, RouteAttributes>>();

  /** What all calls of a route share. */
  of({ url }: TracedRequest, { call }: TracedCall): RouteAttributes {
    const { operation, route } = call;
    const routes = this.#byOperation.get(operation);
    const found = routes?.get(route);
    if (found && url.startsWith(found.origin)) return found;
    const made = routeAttributes(operation, route, url);
    this.#byOperation.set(
      operation,
      (routes ?? new Map<string, RouteAttributes>()).set(route, made),
    );
    return made;
  }
}

function routeAttributes(
  operation: string,
  route: string,
  url: string,
): RouteAttributes {
  const [method = "", template = ""] = route.split(" ");
  const { origin, hostname, protocol, port } = new URL(url);
  const defaultPort = protocol === "http:" ? 80 : 443;
  const attributes = {
    "http.request.method": method,
    "url.template": template,
    "server.address": hostname,
    "server.port": port === "" ? defaultPort : Number(port),
    "cloud_compute.operation": operation,
  };
  return {
    origin,
    name: `${method} ${template}`,
    spanOptions: { kind: SpanKind.CLIENT, attributes },
    byOutcome: new Map(),
  };
}

/** The attributes of one outcome of a route, for measurements. */
export function outcomeAttributes(
  { spanOptions, byOutcome }: RouteAttributes,
  status: number | undefined,
  error: unknown,
): Attributes {
  const outcome = status ?? errorType(error);
  const found = byOutcome.get(outcome);
  if (found) return found;
  const isError = status === undefined || status >= 400;
  const made = {
    ...spanOptions.attributes,
    ...(status === undefined ? {} : { "http.response.status_code": status }),
    ...(isError ? { "error.type": String(outcome) } : {}),
  };
  byOutcome.set(outcome, made);
  return made;
}

/** The conventions' `error.type`: the class of an error. Its message may name a job, and is not recorded. */
export function errorType(error: unknown): string {
  return error instanceof Error ? error.name : "_OTHER";
}
