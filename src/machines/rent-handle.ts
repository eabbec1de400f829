import { checkMilliseconds } from "../checks.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { requireUrl, sshAddressOf } from "./addresses.js";
import { DEFAULT_RELEASE_TIMEOUT_MS } from "./end-pod.js";
import type { PodState } from "./pod-state.js";
import type { ReleaseOptions, RentedPod } from "./rented-pod.js";

const RELEASE_OPTIONS: OptionNames<ReleaseOptions> = {
  timeout: true,
};

/** The rental behind a handle. */
interface HandledRent {
  readonly pod: () => PodState;
  readonly endsAt: () => number;
  readonly signal: AbortSignal;
  readonly proxyUrl: string | undefined;
  readonly update: RentedPod["update"];
  readonly release: (timeoutMs: number) => Promise<void>;
}

/** What the caller of `rentPod` gets. Its members show what the service has last shown of the Pod. */
export function createHandle(rent: HandledRent): RentedPod {
  const { pod, endsAt, signal, proxyUrl, update, release } = rent;
  return {
    get id() {
      return pod().id;
    },
    get name() {
      return pod().name;
    },
    get state() {
      return pod();
    },
    get costPerHr() {
      return pod().costPerHr;
    },
    get gpuTypeId() {
      return pod().gpuTypeId;
    },
    get dataCenterId() {
      return pod().dataCenterId;
    },
    get ssh() {
      return sshAddressOf(pod());
    },
    get endsAt() {
      return endsAt();
    },
    signal,
    url: (port) => requireUrl(pod(), port, proxyUrl),
    update,
    release: async (options = {}) => {
      const call = { operation: "pod.release" };
      checkOptionNames(options, RELEASE_OPTIONS, call);
      const { timeout = DEFAULT_RELEASE_TIMEOUT_MS } = options;
      checkMilliseconds("timeout", timeout, call);
      await release(timeout);
    },
    [Symbol.asyncDispose]: () => release(DEFAULT_RELEASE_TIMEOUT_MS),
  };
}
