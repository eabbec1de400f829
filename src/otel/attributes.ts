import type { Attributes } from "@opentelemetry/api";
import type { TracedCall, TracedRequest } from "../tracing.js";

/** The attributes that the conventions for HTTP name, of a call and of its measurements. */
export function callAttributes(
  { url }: TracedRequest,
  { call: { operation, route } }: TracedCall,
): Attributes {
  const [method = "", template = ""] = route.split(" ");
  const { hostname, protocol, port } = new URL(url);
  const defaultPort = protocol === "http:" ? 80 : 443;
  return {
    "http.request.method": method,
    "url.template": template,
    "server.address": hostname,
    "server.port": port === "" ? defaultPort : Number(port),
    "cloud_compute.operation": operation,
  };
}

/** The attributes of the end of a call. */
export function outcomeAttributes(
  status: number | undefined,
  error: unknown,
): Attributes {
  if (status === undefined) return { "error.type": errorType(error) };
  const isError = status >= 400;
  return {
    "http.response.status_code": status,
    ...(isError ? { "error.type": String(status) } : {}),
  };
}

/** The conventions' `error.type`: the class of an error. Its message may name a job, and is not recorded. */
export function errorType(error: unknown): string {
  return error instanceof Error ? error.name : "_OTHER";
}

/** The attributes that name a job. */
export function idAttributes(slug: string, id: string | undefined): Attributes {
  return {
    "cloud_compute.model": slug,
    ...(id === undefined ? {} : { "cloud_compute.job.id": id }),
  };
}
