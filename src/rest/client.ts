import createOpenapiClient, {
  type Client,
  type Middleware,
} from "openapi-fetch";
import type { paths as JobsPaths } from "../../generated/jobs/types.js";
import type { paths as RestPaths } from "../../generated/rest/types.js";
import { checkSignal } from "../checks.js";
import { lazy } from "../http/lazy.js";
import type { Send } from "../http/transport.js";
import type { CallOptions } from "../options.js";
import type { Settings } from "../settings.js";
import { copyArgument } from "./copy-argument.js";
import type { RawSurface } from "./raw-call.js";

/** openapi-fetch's client of the management REST API. */
export type RestClient = Client<RestPaths>;

/** openapi-fetch's client of the job API. */
export type JobsRestClient = Client<JobsPaths>;

export const REST: RawSurface = {
  surface: "rest",
  member: "rest",
  option: "baseUrl",
};

export const JOBS: RawSurface = {
  surface: "jobs",
  member: "jobsRest",
  option: "publicBaseUrl",
};

/** Loads the code that sends the calls of the raw clients, at the first of these calls. */
export const loadRawCalls = /* @__PURE__ */ lazy(
  () => import("./raw-request.js"),
);

/**
 * openapi-fetch's own client (`{ data, error, response }`), whose requests go through the transport. A call rejects when
 * no response comes, when none comes in time, and when a success cannot be parsed.
 */
export function createRestClient<Paths extends object>(
  settings: Settings,
  send: Send,
  surface: RawSurface,
): Client<Paths> {
  const baseUrl = settings.addresses[surface.surface].base;
  const library = createOpenapiClient<Paths>({ baseUrl });
  const used: Middleware[] = [];
  const request = async (
    method: unknown,
    path: unknown,
    init: unknown = {},
  ): Promise<unknown> => {
    const startedAt = performance.now();
    const operation = `${surface.member}.${String(method).toUpperCase()}`;
    const { signal, timeout = settings.timeout } = Object(init) as CallOptions;
    checkSignal(signal, { operation });
    // What the caller changes in the argument afterwards is not sent.
    const copy = copyArgument(init);
    // The middleware of the moment of the call.
    const middleware = Array.from(used);
    const client = { settings, send, surface, middleware, startedAt };
    const { requestRaw } = await loadRawCalls(operation, signal, timeout);
    return requestRaw(client, method, path, copy);
  };

  const client: Record<string, unknown> = { ...library };
  client["request"] = request;
  client["use"] = (...added: Middleware[]) => {
    library.use(...added);
    used.push(...added.filter(Boolean));
  };
  client["eject"] = (...ejected: Middleware[]) => {
    for (const one of ejected)
      if (used.includes(one)) used.splice(used.indexOf(one), 1);
  };
  for (const method of METHODS) client[method] = request.bind(null, method);
  return client as unknown as Client<Paths>;
}

const METHODS = [
  "GET",
  "PUT",
  "POST",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "PATCH",
  "TRACE",
] as const;
