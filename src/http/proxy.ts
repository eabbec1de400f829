import { environment } from "./settings.js";

/** The proxy that an environment variable names, through which the platform sends a request. */
interface EnvironmentProxy {
  /** `HTTPS_PROXY` */
  readonly variable: string;
  /** Host and port; empty if the value of the variable is no URL. The value may hold a password. */
  readonly host: string;
}

/** Finds the proxy through which the platform sends a request to `url`; undefined if it uses none. */
export function findProxy(url: string): EnvironmentProxy | undefined {
  if (!obeysVariables()) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const ofHttp = ["http_proxy", "HTTP_PROXY"];
  const ofHttps = ["https_proxy", "HTTPS_PROXY", ...(isNode() ? ofHttp : [])];
  const names = protocol === "https:" ? ofHttps : ofHttp;
  const variable = names.find((name) => environment(name));
  if (variable === undefined) return undefined;
  const target = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  const exceptions = environment("no_proxy") ?? environment("NO_PROXY") ?? "";
  if (exceptions.split(/[\s,]+/).some((entry) => isException(entry, target)))
    return undefined;
  return { variable, host: hostOf(environment(variable) ?? "") };
}

/** What only some platforms have. */
const { process } = globalThis as {
  readonly process?: {
    readonly allowedNodeEnvironmentFlags?: ReadonlySet<string>;
    readonly execArgv?: readonly string[];
  };
};

function isNode(): boolean {
  return !("Bun" in globalThis || "Deno" in globalThis);
}

/** Whether `fetch` of the platform obeys the variables: that of Node does so only with its own switch. */
function obeysVariables(): boolean {
  if (!isNode()) return true;
  const { allowedNodeEnvironmentFlags, execArgv = [] } = process ?? {};
  if (!allowedNodeEnvironmentFlags?.has("--use-env-proxy")) return false;
  const flags = [...execArgv, environment("NODE_OPTIONS")].join(" ");
  return (
    environment("NODE_USE_ENV_PROXY") === "1" || /--use-env-proxy\b/.test(flags)
  );
}

/** Whether an entry of `NO_PROXY` exempts a host with its port: `*`, `host`, `host:port`, `.domain` or `*.domain`. */
function isException(entry: string, target: string): boolean {
  const [, host = entry, port = ""] = /^(.+):(\d+)$/.exec(entry) ?? [];
  const [, hostname = "", targetPort] = /^(.+):(\d+)$/.exec(target) ?? [];
  if (entry === "" || (port !== "" && port !== targetPort)) return false;
  const end = host.toLowerCase().replace(/^\*/, "");
  return /^[.*]/.test(host) ? hostname.endsWith(end) : hostname === end;
}

function hostOf(value: string): string {
  try {
    return new URL(value).host;
  } catch {
    return "";
  }
}
