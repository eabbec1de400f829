import {
  surfaceVariables,
  type SurfaceName,
} from "../../generated/surfaces/addresses.js";
import {
  deployments,
  type DeploymentName,
  type DeploymentUrls,
} from "../../generated/surfaces/deployments.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import {
  check,
  checkCallbacks,
  checkFlag,
  checkKey,
  checkMilliseconds,
  checkObject,
  checkPresent,
  checkUpdateMethod,
  checkWhole,
  hasMethods,
  readHeaders,
} from "../checks.js";
import { KeyRing } from "./redact.js";
import { resolveAddress, type Address } from "./url.js";
import { ignoreErrors } from "../ignore-errors.js";
import type {
  ClientOptions,
  DriftWatch,
  Logger,
  LogLevel,
  UpdateMethod,
} from "../options.js";
import type { Tracing } from "../tracing.js";

/** What a client reports its calls to. */
type Observers = Pick<ClientOptions, "onRequest" | "onResponse" | "onRetry"> & {
  readonly logger: Logger;
  readonly logLevel: LogLevel;
};

/** The levels in order; each includes those before. */
const LOG_LEVELS: readonly LogLevel[] = ["off", "warn", "info", "debug"];

/** The key under which the Pods of a client keep what decides the address of their proxy; the same in every copy. */
export const PROXY_SOURCE = Symbol.for("cloud-compute-sdk.proxy");

/** What decides the address of the proxy for the HTTP ports of Pods. */
export interface ProxySource {
  /** The option `proxyUrl` of the client. */
  readonly proxyUrl: string | undefined;
  /** The address of the management API; empty when none is configured. */
  readonly base: string;
}

/** The options of a client with every default filled in. */
export interface Settings {
  readonly apiKey: () => string | Promise<string>;
  readonly addresses: Readonly<Record<SurfaceName, Address>>;
  readonly graphqlKey: "query" | "header";
  readonly proxyUrl: string | undefined;
  readonly timeout: number;
  readonly attemptTimeout: number;
  readonly retries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly updateMethod: UpdateMethod;
  readonly unknownQuery: "refuse" | "send";
  readonly heldWaits: boolean;
  readonly fetch: typeof globalThis.fetch;
  readonly observers: Observers;
  readonly drift: DriftWatch | undefined;
  readonly tracing: Tracing | undefined;
  readonly warn: (message: string) => void;
  readonly keys: KeyRing;
}

const CLIENT_OPTIONS: OptionNames<ClientOptions> = {
  apiKey: true,
  deployment: true,
  baseUrl: true,
  publicBaseUrl: true,
  graphqlUrl: true,
  graphqlKey: true,
  proxyUrl: true,
  surfaces: true,
  timeout: true,
  attemptTimeout: true,
  retries: true,
  headers: true,
  updateMethod: true,
  unknownQuery: true,
  heldWaits: true,
  fetch: true,
  allowInsecureHttp: true,
  onRequest: true,
  onResponse: true,
  onRetry: true,
  drift: true,
  spend: true,
  logger: true,
  logLevel: true,
  tracing: true,
  warn: true,
};

/** Prints one line for each event: the console would print the fields of an event over many lines. */
const CONSOLE: Logger = {
  debug: (message) => console.debug(message),
  info: (message) => console.info(message),
  warn: (message) => console.warn(message),
};

/** Fills in environment variables and defaults. Throws an `InputError` for an option that is not valid. */
export function resolveOptions(options: ClientOptions): Settings {
  checkObject("options", options);
  checkOptionNames(options, CLIENT_OPTIONS);
  const {
    apiKey = environment("CLOUD_COMPUTE_API_KEY"),
    timeout = 60_000,
    attemptTimeout = 20_000,
    retries = 3,
    updateMethod = "patch",
    unknownQuery = "refuse",
    heldWaits = true,
    graphqlKey = "query",
    fetch = platformFetch,
    logger = CONSOLE,
    logLevel = "warn",
    warn = (message: string) => logger.warn(message),
  } = options;
  const levels = LOG_LEVELS.join(", ");
  const isLevel = LOG_LEVELS.includes(logLevel);
  check(isLevel, "logLevel", `must be one of ${levels}`);
  const { onRequest, onResponse, onRetry, drift, spend, tracing } = options;
  checkCallbacks({ fetch, onRequest, onResponse, onRetry, drift, warn });
  checkParts("logger", logger, ["debug", "info", "warn"]);
  checkParts("spend", spend, ["guardCalls"]);
  checkParts("tracing", tracing, ["wrapTransport"]);
  checkPresent(apiKey, "apiKey", "CLOUD_COMPUTE_API_KEY");
  if (typeof apiKey !== "function") checkKey(apiKey);
  const keys = new KeyRing();
  if (typeof apiKey === "string") keys.learn(apiKey);
  const headers = readHeaders(options.headers);
  checkMilliseconds("timeout", timeout);
  checkMilliseconds("attemptTimeout", attemptTimeout);
  checkWhole("retries", retries, 0);
  checkUpdateMethod(updateMethod);
  const isQueryRule = ["refuse", "send"].includes(unknownQuery);
  check(isQueryRule, "unknownQuery", 'must be "refuse" or "send"');
  checkFlag("heldWaits", heldWaits);
  const isKeyPlace = ["query", "header"].includes(graphqlKey);
  check(isKeyPlace, "graphqlKey", 'must be "query" or "header"');
  return {
    apiKey: typeof apiKey === "function" ? apiKey : () => apiKey,
    addresses: resolveAddresses(options),
    graphqlKey,
    proxyUrl: options.proxyUrl,
    timeout,
    attemptTimeout,
    retries,
    headers,
    updateMethod,
    unknownQuery,
    heldWaits,
    fetch,
    observers: { onRequest, onResponse, onRetry, logger, logLevel },
    drift: drift && ((response) => ignoreErrors(() => drift(response))),
    warn: (message) => {
      if (logLevel !== "off") ignoreErrors(() => warn(message));
    },
    tracing,
    keys,
  };
}

/** What the Pods of a surface carry, for the functions that need the address of their proxy. */
export function createProxySource(
  { proxyUrl, addresses }: Settings,
  surface: SurfaceName,
): Readonly<Record<typeof PROXY_SOURCE, ProxySource>> {
  const { base } = addresses[surface];
  return { [PROXY_SOURCE]: { proxyUrl, base } };
}

/** Refuses an object that is given and lacks one of the functions that the client calls. */
function checkParts(
  option: string,
  value: unknown,
  names: readonly string[],
): void {
  const isWhole = value === undefined || hasMethods(value, names);
  check(isWhole, option, `must be an object with ${names.join(", ")}`);
}

function resolveAddresses(options: ClientOptions): Settings["addresses"] {
  const urls = deploymentUrls(options.deployment);
  const resolve = (
    surface: SurfaceName,
    option: string,
    variable: string,
    // An empty variable counts as absent: a workflow passes one for a variable that nobody has set.
    value = environment(variable) || urls[surface],
  ) =>
    resolveAddress(
      option,
      variable,
      value,
      options.allowInsecureHttp,
      namesDeployment(surface),
    );
  const { baseUrl, publicBaseUrl, graphqlUrl } = options;
  const addresses: Record<string, Address> = {
    rest: resolve("rest", "baseUrl", "CLOUD_COMPUTE_BASE_URL", baseUrl),
    jobs: resolve(
      "jobs",
      "publicBaseUrl",
      "CLOUD_COMPUTE_PUBLIC_BASE_URL",
      publicBaseUrl,
    ),
    graphql: resolve(
      "graphql",
      "graphqlUrl",
      "CLOUD_COMPUTE_GRAPHQL_URL",
      graphqlUrl,
    ),
  };
  const surfaces: Readonly<
    Record<string, { baseUrl?: string | undefined } | undefined>
  > = options.surfaces ?? {};
  for (const name in { ...surfaceVariables, ...surfaces }) {
    const variable = surfaceVariables[name];
    const parameter = `surfaces.${name}`;
    const known = Object.keys(surfaceVariables).join(", ");
    check(
      variable,
      parameter,
      `is not a surface of this client${known && `; these are: ${known}`}`,
    );
    const baseUrl = surfaces[name]?.baseUrl;
    addresses[name] = resolve(
      name as SurfaceName,
      `${parameter}.baseUrl`,
      variable,
      baseUrl,
    );
  }
  return addresses as Settings["addresses"];
}

function deploymentUrls(
  deployment: DeploymentName | undefined,
): DeploymentUrls {
  const name = deployment ?? environment("CLOUD_COMPUTE_DEPLOYMENT");
  if (!name) return {};
  const known = Object.keys(deployments).join(", ");
  check(
    Object.hasOwn(deployments, name),
    "deployment",
    `(or CLOUD_COMPUTE_DEPLOYMENT) is ${JSON.stringify(name)}; known deployments: ${known}`,
  );
  return deployments[name as DeploymentName];
}

/** How a deployment would set the address of a surface, for the error of a missing address. */
function namesDeployment(surface: SurfaceName): string {
  return Object.entries(deployments)
    .filter(([, urls]) => urls[surface])
    .map(
      ([name, urls]) =>
        `; \`deployment: ${JSON.stringify(name)}\` sets it to ${urls[surface]}`,
    )
    .join("");
}

/** The platform's `fetch`, looked up at each call, so that a replacement takes effect. */
export const platformFetch: typeof globalThis.fetch = (input, init) =>
  globalThis.fetch(input, init);

/** An environment variable; undefined where the platform has none, or does not let us read it. */
export function environment(name: string): string | undefined {
  try {
    return (
      globalThis as { process?: { env: Record<string, string | undefined> } }
    ).process?.env[name];
  } catch {
    // Deno throws without the permission to read it.
    return undefined;
  }
}
