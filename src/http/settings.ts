import {
  surfaceVariables,
  type SurfaceName,
} from "../../generated/surfaces/addresses.js";
import {
  deployments,
  type DeploymentName,
  type DeploymentUrls,
} from "../../generated/surfaces/deployments.js";
import {
  UPDATE_METHODS,
  check,
  checkCallbacks,
  checkFlag,
  checkKey,
  checkMilliseconds,
  checkOneOf,
  checkOptions,
  checkPresent,
  checkWhole,
  hasMethods,
  readHeaders,
  type OptionNames,
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
  /** Whether the level includes the end of each call. */
  readonly logsCalls: boolean;
  /** Whether there is a hook, or calls are logged. */
  readonly areAny: boolean;
};

/** The levels in order; each includes those before. */
const LOG_LEVELS: readonly LogLevel[] = ["off", "warn", "info", "debug"];

/** The key under which the Pods of a client keep what decides the address of their proxy; the same in every copy. */
const PROXY_SOURCE = Symbol.for("cloud-compute-sdk.proxy");

/** What decides the address of the proxy for the HTTP ports of Pods. */
export interface ProxySource {
  /** The option `proxyUrl` of the client. */
  readonly proxyUrl: string | undefined;
  /** The address of the management API; empty when none is configured. */
  readonly base: string;
}

/** The hosts of the service, whose Pods and files are at the default addresses. */
const SERVICE_HOST = /(^|\.)runpod\.(io|ai|net)$/;

/** What a client was configured with. Version 2 keeps that itself, 0.1.0 keeps it with its Pods. */
export function findProxySource(cloud: object): ProxySource | undefined {
  const { pods } = cloud as { readonly pods?: object };
  const found: unknown =
    Reflect.get(cloud, PROXY_SOURCE) ?? Reflect.get(pods ?? {}, PROXY_SOURCE);
  return found as ProxySource | undefined;
}

/** Whether the management API of a client is at a host of the service: not at that of an emulator. */
export function isServiceHost({ base }: ProxySource): boolean {
  return base !== "" && SERVICE_HOST.test(new URL(base).hostname);
}

/** The options of a client with every default filled in. */
export interface Settings {
  readonly apiKey: string | (() => string | Promise<string>);
  readonly addresses: Readonly<Record<SurfaceName, Address>>;
  readonly graphqlKey: "query" | "header";
  readonly proxyUrl: string | undefined;
  readonly timeout: number;
  readonly attemptTimeout: number;
  readonly retries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly updateMethod: UpdateMethod;
  readonly unknownQuery: "refuse" | "send";
  readonly longPolling: boolean;
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
  longPolling: true,
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
  checkOptions(options, CLIENT_OPTIONS);
  const {
    apiKey = environment("CLOUD_COMPUTE_API_KEY"),
    timeout = 60_000,
    attemptTimeout = 20_000,
    retries = 3,
    updateMethod = "patch",
    unknownQuery = "refuse",
    longPolling = true,
    graphqlKey = "query",
    fetch = platformFetch,
    logger = CONSOLE,
    logLevel = "warn",
    warn = (message: string) => logger.warn(message),
  } = options;
  checkOneOf("logLevel", logLevel, LOG_LEVELS);
  const logsCalls = logLevel === "info" || logLevel === "debug";
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
  checkOneOf("updateMethod", updateMethod, UPDATE_METHODS);
  checkOneOf("unknownQuery", unknownQuery, ["refuse", "send"]);
  checkFlag("longPolling", longPolling);
  checkOneOf("graphqlKey", graphqlKey, ["query", "header"]);
  return {
    apiKey,
    addresses: resolveAddresses(options),
    graphqlKey,
    proxyUrl: options.proxyUrl,
    timeout,
    attemptTimeout,
    retries,
    headers,
    updateMethod,
    unknownQuery,
    longPolling,
    fetch,
    observers: {
      onRequest,
      onResponse,
      onRetry,
      logger,
      logLevel,
      logsCalls,
      areAny: logsCalls || !!(onRequest ?? onResponse ?? onRetry),
    },
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

/** The option, and the environment variable, of the address of each surface that every client has. */
const ADDRESSES = {
  rest: ["baseUrl", "CLOUD_COMPUTE_BASE_URL"],
  jobs: ["publicBaseUrl", "CLOUD_COMPUTE_PUBLIC_BASE_URL"],
  graphql: ["graphqlUrl", "CLOUD_COMPUTE_GRAPHQL_URL"],
} as const;

function resolveAddresses(options: ClientOptions): Settings["addresses"] {
  const urls = deploymentUrls(options.deployment);
  const addresses: Record<string, Address> = {};
  const add = (
    surface: string,
    option: string,
    variable: string,
    value: string | undefined,
  ) => {
    const name = surface as SurfaceName;
    addresses[surface] = resolveAddress(
      option,
      variable,
      // An empty variable counts as absent: a workflow passes one for a variable that nobody has set.
      value ?? (environment(variable) || urls[name]),
      options.allowInsecureHttp,
      namesDeployment(name),
    );
  };
  for (const [surface, [option, variable]] of Object.entries(ADDRESSES))
    add(surface, option, variable, options[option]);
  const surfaces: Readonly<
    Record<string, { readonly baseUrl?: string | undefined } | undefined>
  > = options.surfaces ?? {};
  const known = Object.keys(surfaceVariables);
  for (const name of Object.keys(surfaces)) {
    const problem = `is not a surface of this client; these are: ${known.join(", ")}`;
    check(known.includes(name), `surfaces.${name}`, problem);
  }
  for (const [name, variable] of Object.entries(surfaceVariables))
    add(name, `surfaces.${name}.baseUrl`, variable, surfaces[name]?.baseUrl);
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
