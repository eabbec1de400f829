import { checkMilliseconds, checkOptions } from "../checks.js";
import type { OptionNames } from "../option-names.js";
import { requireUrl, sshAddressOf } from "./addresses.js";
import { DEFAULT_RELEASE_TIMEOUT_MS } from "./end-pod.js";
import type { Rent } from "./rent-lifecycle.js";
import type { ReleaseOptions, RentedPod } from "./rented-pod.js";

const RELEASE_OPTIONS: OptionNames<ReleaseOptions> = {
  timeout: true,
};

/** What the caller of `rentPod` gets. Its members show what the service has last shown of the Pod. */
export function createHandle(rent: Rent): RentedPod {
  return {
    get id() {
      return rent.pod.id;
    },
    get name() {
      return rent.pod.name;
    },
    get state() {
      return rent.pod;
    },
    get costPerHr() {
      return rent.pod.costPerHr;
    },
    get gpuTypeId() {
      return rent.pod.gpuTypeId;
    },
    get dataCenterId() {
      return rent.pod.dataCenterId;
    },
    get ssh() {
      return sshAddressOf(rent.pod);
    },
    get endsAt() {
      return rent.endsAt;
    },
    signal: rent.signal,
    url: (port) => requireUrl(rent.pod, port, rent.proxyUrl),
    update: (changes, options) => rent.update(changes, options),
    release: async (options = {}) => {
      const call = { operation: "pod.release" };
      checkOptions(options, RELEASE_OPTIONS, call);
      const { timeout = DEFAULT_RELEASE_TIMEOUT_MS } = options;
      checkMilliseconds("timeout", timeout, call);
      await rent.release(timeout);
    },
    [Symbol.asyncDispose]: () => rent.release(DEFAULT_RELEASE_TIMEOUT_MS),
  };
}
