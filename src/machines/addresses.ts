import { check } from "../checks.js";
import {
  environment,
  findProxySource,
  isServiceHost,
  type ProxySource,
} from "../http/settings.js";
import type { PodState } from "./pod-state.js";

/** Where the SSH server of a Pod answers. */
export interface SshAddress {
  readonly host: string;
  readonly port: number;
  /** The user of the login: `root`. */
  readonly user: string;
  /** The command that opens a shell: `ssh root@203.0.113.7 -p 10022`. */
  readonly command: string;
}

/** The address of the proxy for the HTTP ports of Pods. `{podId}` and `{port}` stand for a Pod and its port. */
const DEFAULT_PROXY_URL = "https://{podId}-{port}.proxy.runpod.net";
const SSH_PORT = 22;

/**
 * The template of the proxy's address: the option of the call, else that of the client, else the environment variable,
 * else the default if the client's management API is at a host of the service. Undefined for a client of another host:
 * no request for a Pod of an emulator may reach the service.
 */
export function resolveProxyUrl(
  cloud: object,
  given: string | undefined,
  operation: string,
): string | undefined {
  const source = findProxySource(cloud);
  // An empty variable counts as absent: a workflow passes one for a variable that nobody has set.
  const variable = environment("CLOUD_COMPUTE_PROXY_URL") || undefined;
  const template =
    given ?? source?.proxyUrl ?? variable ?? defaultProxyUrl(source);
  if (template === undefined) return undefined;
  check(
    typeof template === "string" &&
      template.includes("{podId}") &&
      template.includes("{port}") &&
      URL.canParse(fillTemplate(template, "pod", 1)),
    "proxyUrl",
    "must be an http or https address with {podId} and {port} in it",
    { operation },
  );
  return template;
}

function defaultProxyUrl(source: ProxySource | undefined): string | undefined {
  // A client without an address fails at its first request, with an error that names the address.
  if (source?.base === "") return DEFAULT_PROXY_URL;
  const isService = source !== undefined && isServiceHost(source);
  return isService ? DEFAULT_PROXY_URL : undefined;
}

/** Throws an `InputError` where an HTTP port must be reached through a proxy whose address is not known. */
export function requireProxyUrl(
  proxyUrl: string | undefined,
  operation: string,
): string {
  check(
    proxyUrl !== undefined,
    "proxyUrl",
    "is missing: the client's addresses are not those of the service, so the address of the proxy for HTTP ports is not known. Set the option `proxyUrl` of createClient (`...listener.urls` of an emulator contains it) or the environment variable CLOUD_COMPUTE_PROXY_URL",
    { operation },
  );
  return proxyUrl;
}

/** Whether a port is reached through the proxy: every port but one that the Pod opens as `tcp` only. */
export function needsProxy(
  ports: readonly string[] | undefined,
  port: number,
): boolean {
  const isTcp = ports?.includes(`${port}/tcp`) ?? false;
  const isHttp = ports?.includes(`${port}/http`) ?? false;
  return !isTcp || isHttp;
}

/**
 * The address of a port that speaks HTTP: through the proxy, or at the public address where the Pod opens the port as
 * `tcp`. Undefined while the public address is not known.
 *
 * @throws InputError if the port is behind a proxy whose address is not known
 */
export function urlOf(
  pod: PodState,
  port: number,
  proxyUrl: string | undefined,
  operation: string,
): string | undefined {
  if (needsProxy(pod.ports, port))
    return fillTemplate(requireProxyUrl(proxyUrl, operation), pod.id, port);
  const address = tcpAddressOf(pod, port);
  return address && `http://${address.host}:${address.port}`;
}

/** The address of a port that speaks HTTP. Throws an `InputError` while the address is not known. */
export function requireUrl(
  pod: PodState,
  port: number,
  proxyUrl: string | undefined,
): string {
  const operation = "pod.url";
  const url = urlOf(pod, port, proxyUrl, operation);
  check(
    url !== undefined,
    "port",
    `${port} has no public address: the service has not mapped it`,
    { operation },
  );
  return url;
}

/** Where a TCP port of a Pod answers; undefined until the service has mapped the port. */
export function tcpAddressOf(
  { publicIp, portMappings }: PodState,
  port: number,
): { readonly host: string; readonly port: number } | undefined {
  const mapped = portMappings[port];
  if (publicIp === undefined || mapped === undefined) return undefined;
  return { host: publicIp, port: mapped };
}

/** Where the SSH server of a Pod answers; undefined unless the Pod opens `22/tcp` and has a public address. */
export function sshAddressOf(pod: PodState): SshAddress | undefined {
  const address = tcpAddressOf(pod, SSH_PORT);
  if (!address) return undefined;
  const { host, port } = address;
  const user = "root";
  return { host, port, user, command: `ssh ${user}@${host} -p ${port}` };
}

function fillTemplate(template: string, podId: string, port: number): string {
  return template
    .replaceAll("{podId}", podId)
    .replaceAll("{port}", String(port));
}
