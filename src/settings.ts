import {
  surfaceVariables,
  type SurfaceName,
} from "../generated/surfaces/addresses.js";
import { checkGiven, resolveAddress, type Address } from "./http/addresses.js";
import {
  check,
  checkKey,
  checkHeaders,
  checkMilliseconds,
  checkUpdateMethod,
  checkWhole,
} from "./checks.js";
import { createKeyRing, type KeyRing } from "./http/redact.js";
import type {
  ResponseEvent,
  ClientOptions,
  DriftWatch,
  RequestEvent,
  RetryEvent,
  UpdateMethod,
} from "./options.js";

/** The options of a client with every default filled in. */
export interface Settings {
  readonly apiKey: () => string | Promise<string>;
  readonly addresses: Readonly<Record<SurfaceName, Address>>;
  readonly timeout: number;
  readonly attemptTimeout: number;
  readonly retries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly updateMethod: UpdateMethod;
  readonly fetch: typeof globalThis.fetch;
  readonly onRequest: (event: RequestEvent) => void;
  readonly onResponse: (event: ResponseEvent) => void;
  readonly onRetry: (event: RetryEvent) => void;
  readonly drift: DriftWatch;
  readonly warn: (message: string) => void;
  readonly keys: KeyRing;
}

/** Fills in environment variables and defaults; throws an `InputError` at what cannot be right. */
export function resolveOptions(options: ClientOptions): Settings {
  const {
    apiKey = environment("CLOUD_COMPUTE_API_KEY"),
    timeout = 60_000,
    attemptTimeout = 20_000,
    retries = 3,
    headers = {},
    updateMethod = "patch",
    fetch = lateFetch,
    warn = console.warn,
  } = options;
  check(typeof fetch === "function", "fetch", "must be a function");
  checkGiven(apiKey, "apiKey", "CLOUD_COMPUTE_API_KEY");
  if (typeof apiKey !== "function") checkKey(apiKey);
  checkHeaders(headers);
  checkMilliseconds("timeout", timeout);
  checkMilliseconds("attemptTimeout", attemptTimeout);
  checkWhole("retries", retries, 0);
  checkUpdateMethod(updateMethod);
  return {
    apiKey: typeof apiKey === "function" ? apiKey : () => apiKey,
    addresses: resolveAddresses(options),
    timeout,
    attemptTimeout,
    retries,
    headers,
    updateMethod,
    fetch,
    onRequest: quiet(options.onRequest),
    onResponse: quiet(options.onResponse),
    onRetry: quiet(options.onRetry),
    drift: quiet(options.drift),
    warn,
    keys: createKeyRing(),
  };
}

function resolveAddresses(options: ClientOptions): Settings["addresses"] {
  const resolve = (
    option: string,
    variable: string,
    given = environment(variable),
  ) => resolveAddress(option, variable, given, options.allowInsecureHttp);
  const { baseUrl, publicBaseUrl, graphqlUrl, surfaces = {} } = options;
  const addresses: Record<string, Address> = {
    rest: resolve("baseUrl", "CLOUD_COMPUTE_BASE_URL", baseUrl),
    jobs: resolve(
      "publicBaseUrl",
      "CLOUD_COMPUTE_PUBLIC_BASE_URL",
      publicBaseUrl,
    ),
    graphql: resolve("graphqlUrl", "CLOUD_COMPUTE_GRAPHQL_URL", graphqlUrl),
  };
  const places: Readonly<
    Record<string, { baseUrl?: string | undefined } | undefined>
  > = surfaces;
  for (const name in { ...surfaceVariables, ...places }) {
    const variable = surfaceVariables[name];
    const parameter = `surfaces.${name}`;
    const said = `is none of [${String(Object.keys(surfaceVariables))}]`;
    check(variable, parameter, said);
    const given = places[name]?.baseUrl;
    addresses[name] = resolve(`${parameter}.baseUrl`, variable, given);
  }
  return addresses as Settings["addresses"];
}

/** The platform's `fetch` of the moment, so that one put in its place later is used as well. */
const lateFetch: typeof globalThis.fetch = (input, init) =>
  globalThis.fetch(input, init);

/** A hook that can neither fail the call it observes, which may have cost money, nor end the process later. */
function quiet<Event>(
  hook: ((event: Event) => unknown) | undefined,
): (event: Event) => void {
  return (event) => {
    if (!hook) return;
    const told = new Promise((done) => done(hook(event)));
    told.catch(() => undefined);
  };
}

/** An environment variable, where the platform has any and lets us read it. */
function environment(name: string): string | undefined {
  try {
    return (
      globalThis as { process?: { env: Record<string, string | undefined> } }
    ).process?.env[name];
  } catch {
    // Deno without permission throws: the same as not set.
    return undefined;
  }
}
