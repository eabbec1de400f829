import * as http from "node:http";

const PROXY_VARIABLES = [
  "HTTPS_PROXY",
  "https_proxy",
  "HTTP_PROXY",
  "http_proxy",
];
/** Requests to this machine, such as those to the emulator, do not go through the proxy. */
const LOOPBACK = "localhost,127.0.0.1,[::1]";

/** What only newer versions of Node have. */
const { setGlobalProxyFromEnv } = http as {
  readonly setGlobalProxyFromEnv?: (env: NodeJS.ProcessEnv) => unknown;
};

/**
 * Lets the command obey `HTTPS_PROXY`. The `fetch` of Bun and Deno obeys it anyway, and that of Node only with a switch of
 * its own. Newer versions of Node can be switched at any time. For the others, one line says what to do.
 */
export function obeyProxy(): void {
  const { env, versions } = process;
  const isOwnRuntime = "bun" in versions || "deno" in versions;
  const [proxyName] = PROXY_VARIABLES.filter((name) => env[name]);
  if (isOwnRuntime || proxyName === undefined || isSwitched()) return;
  const given = env["NO_PROXY"] ?? env["no_proxy"];
  const noProxy = given ? `${given},${LOOPBACK}` : LOOPBACK;
  // The children of the command inherit these.
  const switched = {
    ...env,
    NODE_USE_ENV_PROXY: "1",
    NO_PROXY: noProxy,
    no_proxy: noProxy,
  };
  if (setGlobalProxyFromEnv) {
    Object.assign(env, switched);
    setGlobalProxyFromEnv(switched);
    return;
  }
  const hasSwitch = process.allowedNodeEnvironmentFlags.has("--use-env-proxy");
  const advice = hasSwitch
    ? "set NODE_USE_ENV_PROXY=1"
    : "use Node 22.21, 24.5 or later";
  console.error(
    `cloud-compute-sdk: ${proxyName} is set, but Node ${process.version} does not use it: ${advice}`,
  );
}

/** Whether the user has switched the proxy on or off. */
function isSwitched(): boolean {
  const { NODE_USE_ENV_PROXY, NODE_OPTIONS = "" } = process.env;
  const flags = [...process.execArgv, NODE_OPTIONS].join(" ");
  return (
    NODE_USE_ENV_PROXY !== undefined || /--(no-)?use-env-proxy/.test(flags)
  );
}
