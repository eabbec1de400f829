import { check } from "../checks.js";
import { environment } from "../settings.js";
import type { PodState } from "./pod-state.js";

/** Where the SSH server of a Pod answers. */
export interface SshAddress {
  readonly host: string;
  readonly port: number;
  /** The command that opens a shell: `ssh root@203.0.113.7 -p 10022`. */
  readonly command: string;
}

/** The address of the proxy for the HTTP ports of Pods. `{podId}` and `{port}` stand for a Pod and its port. */
const DEFAULT_PROXY_URL = "https://{podId}-{port}.proxy.runpod.net";
const SSH_PORT = 22;

/** Checks the template of the proxy's address, or finds it in the environment. */
export function resolveProxyUrl(
  given: string | undefined,
  operation: string,
): string {
  // An empty variable counts as absent: a workflow passes one for a variable that nobody has set.
  const variable = environment("CLOUD_COMPUTE_PROXY_URL") || undefined;
  const template = given ?? variable ?? DEFAULT_PROXY_URL;
  check(
    template.includes("{podId}") &&
      template.includes("{port}") &&
      URL.canParse(fillTemplate(template, "pod", 1)),
    "proxyUrl",
    "must be an http or https address with {podId} and {port} in it",
    { operation },
  );
  return template;
}

/**
 * The address of a port that speaks HTTP: through the proxy, or at the public address where the Pod opens the port as
 * `tcp`. Undefined while the public address is not known.
 */
export function urlOf(
  pod: PodState,
  port: number,
  proxyUrl: string,
): string | undefined {
  const isTcp = pod.ports?.includes(`${port}/tcp`) ?? false;
  const isHttp = pod.ports?.includes(`${port}/http`) ?? false;
  if (!isTcp || isHttp) return fillTemplate(proxyUrl, pod.id, port);
  const address = tcpAddressOf(pod, port);
  return address && `http://${address.host}:${address.port}`;
}

/** The address of a port that speaks HTTP. Throws an `InputError` while the address is not known. */
export function requireUrl(
  pod: PodState,
  port: number,
  proxyUrl: string,
): string {
  const url = urlOf(pod, port, proxyUrl);
  check(
    url !== undefined,
    "port",
    `${port} has no public address: the service has not mapped it`,
    { operation: "pod.url" },
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
  return { host, port, command: `ssh root@${host} -p ${port}` };
}

function fillTemplate(template: string, podId: string, port: number): string {
  return template
    .replaceAll("{podId}", podId)
    .replaceAll("{port}", String(port));
}
