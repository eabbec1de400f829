import { checkClient } from "../check-members.js";
import { checkCallbacks, checkOptions, type OptionNames } from "../checks.js";
import { segment } from "../http/url.js";
import { ignoreErrors } from "../ignore-errors.js";
import { phaseOf } from "../pod-status.js";
import {
  requireUrl,
  resolveProxyUrl,
  sshAddressOf,
  type SshAddress,
} from "./addresses.js";
import { PodError, type PodErrorCode } from "./errors.js";
import {
  createPodService,
  type PodClient,
  type PodService,
} from "./pod-service.js";
import type { PodClientV2 } from "./client-v2.js";
import { isTerminated, type PodState } from "./pod-state.js";
import { POLL_OPTIONS, pollUntil, Presence, type PollOptions } from "./poll.js";
import { addressKeyOf, probePod, readConditions, type Ready } from "./ready.js";

/** How to wait for a Pod. */
export interface WaitForPodOptions extends PollOptions {
  /**
   * What makes the Pod usable: one condition, or several that must all hold.
   * @default { tcp: 22 }: an SSH server answers
   */
  readonly ready?: Ready | readonly Ready[] | undefined;
  /**
   * The address of the proxy for HTTP ports, with `{podId}` and `{port}` in it.
   * @default the `proxyUrl` of the client
   */
  readonly proxyUrl?: string | undefined;
  /** Called when what holds the Pod up changes. An error that it throws is ignored. */
  readonly onProgress?: ((reason: string) => void) | undefined;
}

/** A Pod that can be used. */
export interface UsablePod {
  readonly id: string;
  /** What the service showed of the Pod last. */
  readonly state: PodState;
  /**
   * Where SSH answers; undefined unless the Pod opens `22/tcp` and has a public address. The wait has tried it only if `ready`
   * asks for `{ tcp: 22 }`: for about 90 seconds after a stop and a start, the service shows the old port.
   */
  readonly ssh: SshAddress | undefined;
  /**
   * The address of an HTTP port: through the proxy, or at the public address if the Pod opens the port as `tcp`.
   *
   * @throws InputError if the Pod opens the port as `tcp` and the service has not mapped the port, or if the address of the
   * proxy is not known
   */
  url(port: number): string;
}

const WAIT_OPTIONS: OptionNames<WaitForPodOptions> = {
  ...POLL_OPTIONS,
  ready: true,
  proxyUrl: true,
  onProgress: true,
};

/**
 * Waits until a Pod can be used: its ports answer, not only its status. Reads the Pod before each try, because the
 * service may move its address, and once more after a success, so that an address which has moved does not count.
 *
 * Pass `cloud.v2` for version 2 of the management API, and `cloud` for 0.1.0.
 *
 * For 10 seconds the service may not know a Pod that it has just created. A Pod that was seen counts as gone when the service
 * itself has not known the Pod for a minute: one 404, or the page of a gateway, proves nothing.
 *
 * @throws TimeoutError at the timeout; the message says what held the Pod up: no machine, the image, or a port
 * @throws PodError if the Pod stops or is deleted, if the service has not known it for that long, or if `ready` asks for
 * a port of an emulator that does not listen
 * @throws ResponseError if the service refuses a poll
 * @throws ConnectionError or ResponseError if the polls had no usable answer for `outageTimeout`, as the last of them failed
 * @throws the reason of the signal on an abort
 *
 * @example
 * ```ts
 * const { ssh } = await waitForPod(cloud.v2, podId, { ready: { tcp: 22 }, timeout: 300_000 });
 * ```
 */
export async function waitForPod(
  cloud: PodClient | PodClientV2,
  podId: string,
  options: WaitForPodOptions = {},
): Promise<UsablePod> {
  const call = { operation: "waitForPod" };
  checkClient(cloud, ["pods"], call.operation);
  segment("podId", podId, call);
  checkOptions(options, WAIT_OPTIONS, call);
  checkCallbacks({ onProgress: options.onProgress }, call);
  const proxyUrl = resolveProxyUrl(cloud, options.proxyUrl, call.operation);
  const { ready = { tcp: 22 } } = options;
  readConditions(ready, undefined, "waitForPod");
  const service = createPodService(cloud);
  const wait = { ...options, ready, proxyUrl };
  const state = await waitUntilReady(service, podId, wait);
  return {
    id: state.id,
    state,
    ssh: sshAddressOf(state),
    url: (port) => requireUrl(state, port, proxyUrl),
  };
}

/**
 * Waits until a Pod is usable, and resolves with what the service showed of it last. For ten seconds
 * the service may not know the Pod yet. The `proxyUrl` of the options is the one that `resolveProxyUrl` has found.
 */
export async function waitUntilReady(
  service: PodService,
  podId: string,
  options: WaitForPodOptions,
): Promise<PodState> {
  const operation = "waitForPod";
  const { onProgress, proxyUrl } = options;
  const presence = new Presence();
  let reason = "the Pod was not seen";
  const report = (next: string) => {
    if (next !== reason) ignoreErrors(() => onProgress?.(next));
    reason = next;
  };
  const missed = `Pod ${podId} was not ready`;
  const wait = { operation, missed, reason: () => reason };
  return pollUntil(wait, options, async (bounds) => {
    const found = await service.find(podId, bounds());
    if (found === undefined && !presence.noteMissing()) {
      report("the service does not show the Pod");
      return undefined;
    }
    const pod = requireRunning(podId, found);
    presence.noteFound();
    const conditions = readConditions(options.ready, pod.ports, operation);
    if (conditions.length === 0 && pod.status !== "RUNNING") {
      report(`the Pod is ${pod.status}`);
      return undefined;
    }
    const problem = await probePod(pod, conditions, proxyUrl, bounds());
    if (problem !== undefined) {
      report(problem);
      return undefined;
    }
    const seen = await service.find(podId, bounds());
    if (seen === undefined) return undefined;
    const confirmed = requireRunning(podId, seen);
    if (addressKeyOf(confirmed) === addressKeyOf(pod)) return confirmed;
    report("the address of the Pod has changed");
    return undefined;
  });
}

/** Throws a `PodError` for a Pod that will not become ready by itself. */
function requireRunning(podId: string, pod: PodState | undefined): PodState {
  const call = { operation: "waitForPod", route: "GET /pods/{podId}" };
  const refuse = (code: PodErrorCode, problem: string): never => {
    throw new PodError(code, problem, podId, pod, call);
  };
  const name = `Pod ${podId}`;
  if (pod === undefined)
    return refuse("pod_not_found", `the service does not know ${name}`);
  if (isTerminated(pod)) refuse("pod_terminated", `${name} was deleted`);
  const { lastStatusChange = "no reason is known" } = pod;
  const phase = phaseOf(pod.status);
  if (phase === "stopped" || phase === "failed")
    refuse("pod_exited", `${name} has stopped: ${lastStatusChange}`);
  return pod;
}
