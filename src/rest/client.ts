import type { Client, Middleware } from "openapi-fetch";
import type { paths } from "../../generated/rest/types.js";
import { check } from "../checks.js";
import { lazy } from "../http/lazy.js";
import type { RestInit } from "./exchange.js";
import type { Settings } from "../settings.js";
import type { Send } from "../http/transport.js";

/** What openapi-fetch makes of the management REST API. */
export type RestClient = Client<paths>;

/**
 * The escape hatch: a client with the contract of openapi-fetch (`{ data, error, response }`) whose requests all go
 * through `send`. It rejects only when no answer came, none came in time, or none could be read. What makes a call is
 * loaded with the first.
 */
export function createRestClient(settings: Settings, send: Send): RestClient {
  const load = lazy(() => import("./request.js"));
  let registered: Middleware[] = [];
  const request = async (
    method: string,
    path: string,
    init: RestInit = {},
  ): Promise<unknown> => {
    // Those of this moment: others may come and go while that is loaded.
    const middleware = registered;
    const { restRequest } = await load(`rest.${method}`, init.signal);
    return restRequest(settings, send, method, path, init, middleware);
  };
  const client: Record<string, unknown> = {
    request: (method: string, ...rest: [path: string, init?: RestInit]) =>
      request(method.toUpperCase(), ...rest),
    use: (...added: Middleware[]) => {
      added.forEach(checkMiddleware);
      registered = registered.concat(added);
    },
    eject: (...removed: Middleware[]) => {
      registered = registered.filter((one) => !removed.includes(one));
    },
  };
  for (const method of METHODS) client[method] = request.bind(null, method);
  return client as unknown as RestClient;
}

const METHODS = "GET PUT POST DELETE OPTIONS HEAD PATCH TRACE".split(" ");

function checkMiddleware(value: Middleware | undefined): void {
  check(
    !value ||
      (typeof value === "object" &&
        ("onRequest" in value || "onResponse" in value || "onError" in value)),
    "middleware",
    "must be an object with onRequest, onResponse or onError",
    { operation: "rest.use" },
  );
}
