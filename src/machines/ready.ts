import { check } from "../checks.js";
import { sshAddressOf, tcpAddressOf, urlOf } from "./addresses.js";
import { PodError } from "./errors.js";
import type { PodState } from "./pod-state.js";
import {
  probeHttp,
  probeTcp,
  type ProbeBounds,
  type ProbeResult,
} from "./probe.js";

/** A TCP port of a Pod must answer at the public address. */
export interface TcpReady {
  /** The port inside the container, which the Pod opens as `tcp`. */
  readonly tcp: number;
  /**
   * What the server must write first. An empty text asks for a connection only.
   * @default "SSH-" for port 22, else ""
   */
  readonly banner?: string | undefined;
}

/** An HTTP port of a Pod must answer: through the proxy, or at the public address if the Pod opens the port as `tcp`. */
export interface HttpReady {
  /** The port inside the container. */
  readonly http: number;
  /**
   * The path to ask for.
   * @default "/"
   */
  readonly path?: string | undefined;
  /**
   * The status that the answer must have.
   * @default any from 200 to 299
   */
  readonly status?: number | undefined;
}

/** What makes a Pod usable. */
export type Ready = TcpReady | HttpReady;

const SSH_PORT = 22;
const SSH_BANNER = "SSH-";

/** Reads one condition or a list of them. Throws an `InputError` for a condition that no Pod could meet. */
export function readConditions(
  ready: Ready | readonly Ready[] | undefined,
  ports: readonly string[] | undefined,
  operation: string,
): readonly Ready[] {
  const conditions = ready === undefined ? [] : [ready].flat();
  for (const condition of conditions)
    checkCondition(condition, ports, operation);
  return conditions;
}

function checkCondition(
  condition: Ready,
  ports: readonly string[] | undefined,
  operation: string,
): void {
  const call = { operation };
  const { tcp, http, path, status } = Object(condition) as Partial<
    TcpReady & HttpReady
  >;
  const port = tcp ?? http;
  check(
    isPort(port) && (tcp === undefined || http === undefined),
    "ready",
    "must be { tcp: port } or { http: port }, with a port from 1 to 65535",
    call,
  );
  check(
    path === undefined || (typeof path === "string" && path.startsWith("/")),
    "ready",
    "has a path that does not begin with /",
    call,
  );
  check(
    status === undefined ||
      (Number.isInteger(status) && status >= 200 && status <= 599),
    "ready",
    "has a status that is not from 200 to 599",
    call,
  );
  const spellings = [`${port}/tcp`];
  if (http !== undefined) spellings.push(`${port}/http`);
  check(
    ports === undefined ||
      spellings.some((spelling) => ports.includes(spelling)),
    "ready",
    `asks for port ${port}, which ports does not open as ${spellings.join(" or ")}${port === 22 ? ": 22 is the default of waitForPod; ready: [] waits for the status RUNNING alone" : ""}`,
    call,
  );
}

function isPort(port: unknown): port is number {
  return (
    typeof port === "number" &&
    Number.isInteger(port) &&
    port > 0 &&
    port < 65_536
  );
}

/** Undefined when the Pod meets all conditions; otherwise what holds the Pod up. */
export async function probePod(
  pod: PodState,
  conditions: readonly Ready[],
  proxyUrl: string | undefined,
  bounds: ProbeBounds,
): Promise<ProbeResult> {
  if (!pod.hasMachine) return "the Pod has no machine yet";
  const results = await Promise.all(
    conditions.map((condition) =>
      "tcp" in condition
        ? probeTcpPort(pod, condition, bounds)
        : probeHttpPort(pod, condition, proxyUrl, bounds),
    ),
  );
  return results.find((result) => result !== undefined);
}

async function probeTcpPort(
  pod: PodState,
  condition: TcpReady,
  bounds: ProbeBounds,
): Promise<ProbeResult> {
  const { tcp } = condition;
  const { banner = tcp === SSH_PORT ? SSH_BANNER : "" } = condition;
  const address = tcpAddressOf(pod, tcp);
  if (!address) return containerIsMissing(pod);
  const { host, port } = address;
  if (RESERVED_IP.test(host)) throw createUnreachableError(pod, host);
  const reason = await probeTcp(host, port, banner, bounds);
  return reason && `port ${tcp} is not ready: ${reason}`;
}

async function probeHttpPort(
  pod: PodState,
  { http, path = "/", status }: HttpReady,
  proxyUrl: string | undefined,
  bounds: ProbeBounds,
): Promise<ProbeResult> {
  const base = urlOf(pod, http, proxyUrl, "waitForPod");
  if (base === undefined) return containerIsMissing(pod);
  const { hostname } = new URL(base);
  if (hostname.endsWith(RESERVED_NAME))
    throw createUnreachableError(pod, hostname);
  const url = base.replace(/\/$/, "") + path;
  const reason = await probeHttp(url, status, bounds);
  return reason && `port ${http} is not ready: ${reason}`;
}

/** Addresses and names that are reserved for documentation and tests: no host has them. */
const RESERVED_IP = /^203\.0\.113\.\d+$/;
const RESERVED_NAME = ".invalid";

/** No poll would ever succeed: nothing answers at the address. */
function createUnreachableError(pod: PodState, host: string): PodError {
  return new PodError(
    "pod_unreachable",
    `${host} is reserved for tests, and nothing answers there: if the Pod is that of an emulator, call emulator.listen() before the wait, and pass the listener's urls to createClient`,
    pod.id,
    pod,
    { operation: "waitForPod" },
  );
}

/** The service maps the ports when the container is up: before that, the machine pulls the image or starts it. */
function containerIsMissing({ lastStatusChange }: PodState): string {
  const change = lastStatusChange
    ? ` (last change: ${lastStatusChange.slice(0, 100).replaceAll("\n", " ")})`
    : "";
  return `the container is not up yet: the machine pulls the image or starts the container${change}`;
}

/** What changes with the public addresses of a Pod. */
export function addressKeyOf(pod: PodState): string {
  return JSON.stringify([pod.publicIp, pod.portMappings, sshAddressOf(pod)]);
}
