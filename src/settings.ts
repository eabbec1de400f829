import { surfaceVariables, type SurfaceName } from "../generated/addresses.js";
import { checkGiven, resolveAddress, type Address } from "./addresses.js";
import {
  check,
  checkKey,
  checkHeaders,
  checkMilliseconds,
  checkRetries,
  checkUpdateMethod,
} from "./checks.js";
import { createKeyRing, type KeyRing } from "./secrets.js";
import type {
  AnswerEvent,
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
  readonly onAnswer: (event: AnswerEvent) => void;
  readonly onRetry: (event: RetryEvent) => void;
  readonly drift: DriftWatch | undefined;
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
    warn = (message) => {
      console.warn(message);
    },
  } = options;
  checkGiven(apiKey, "apiKey", "CLOUD_COMPUTE_API_KEY");
  if (typeof apiKey !== "function") checkKey(apiKey);
  checkHeaders(headers);
  checkMilliseconds("timeout", timeout);
  checkMilliseconds("attemptTimeout", attemptTimeout);
  checkRetries(retries);
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
    onAnswer: quiet(options.onAnswer),
    onRetry: quiet(options.onRetry),
    drift: options.drift && quiet(options.drift),
    warn,
    keys: createKeyRing(),
  };
}

function resolveAddresses({
  allowInsecureHttp,
  surfaces = {},
  ...given
}: ClientOptions): Settings["addresses"] {
  const addresses: Record<string, Address> = {};
  const resolve = (
    surface: string,
    option: string,
    variable: string,
    value: string | undefined = environment(variable),
  ) => {
    addresses[surface] = resolveAddress(
      option,
      variable,
      value,
      allowInsecureHttp,
    );
  };
  resolve("rest", "baseUrl", "CLOUD_COMPUTE_BASE_URL", given.baseUrl);
  resolve(
    "jobs",
    "publicBaseUrl",
    "CLOUD_COMPUTE_PUBLIC_BASE_URL",
    given.publicBaseUrl,
  );
  resolve(
    "graphql",
    "graphqlUrl",
    "CLOUD_COMPUTE_GRAPHQL_URL",
    given.graphqlUrl,
  );
  const places: Readonly<
    Record<string, { baseUrl?: string | undefined } | undefined>
  > = surfaces;
  for (const name in { ...surfaceVariables, ...places }) {
    const variable = surfaceVariables[name];
    const known = Object.keys(surfaceVariables).join(", ") || "none";
    check(
      variable,
      `surfaces.${name}`,
      `is unknown: this client was generated with ${known}`,
    );
    resolve(name, `surfaces.${name}.baseUrl`, variable, places[name]?.baseUrl);
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
  if (!hook) return () => undefined;
  const told = async (event: Event) => {
    await hook(event);
  };
  return (event) => {
    told(event).catch(() => undefined);
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
