import type { PodCreateInput } from "../../generated/rest/resources.js";
import { checkClient } from "../check-members.js";
import { CloudComputeError } from "../errors.js";
import { extendMessage } from "../jobs/state.js";
import { copyAsJson } from "../json.js";
import type { PodBodyV2, PodClientV2, RentInputV2 } from "./client-v2.js";
import { checkClocks, RentClock, type Clocks } from "./clocks.js";
import { DEFAULT_RELEASE_TIMEOUT_MS } from "./end-pod.js";
import { planCreates } from "./plan.js";
import {
  createPodService,
  type PodClient,
  type PodService,
} from "./pod-service.js";
import { Rent } from "./rent-lifecycle.js";
import { checkRentArguments, type RentOptions } from "./rent-options.js";
import { HOUR_MS } from "./rent-pod.js";
import { RentReservation } from "./rent-reservation.js";
import { createHandle, type RentedPod } from "./rented-pod.js";
import { createTag, writeTaggedEnv, writeTaggedName } from "./tag.js";

// The compiler explains a mistake by the last overload: that of version 2.
/**
 * Rents a Pod of version 0.1.0 in the same way: pass `cloud`. One create carries the whole list of `gpuTypeIds`, whose order
 * is a ranking unless `gpuTypePriority` says otherwise.
 *
 * @throws the errors of a rental of version 2. Only a RentError may leave a Pod
 *
 * @example
 * ```ts
 * const pod = await rentPod(
 *   cloud,
 *   { imageName: "ubuntu:24.04", gpuTypeIds: ["NVIDIA L4"], ports: ["22/tcp"] },
 *   { maxHours: 4, ready: { tcp: 22 } },
 * );
 * ```
 */
export async function rentPod(
  cloud: PodClient,
  input: PodCreateInput,
  options: RentOptions,
): Promise<RentedPod>;
/**
 * Rents a Pod: creates it, waits until it can be used, and ends it after `maxHours`, or when it has cost `maxCost`. Name
 * and environment of the Pod carry a random tag and the time of the end, so that `sweepPods` finds what a process has left
 * behind. After `kill -9`, only a sweep that you schedule ends the Pod: at worst after `maxHours` plus its interval.
 *
 * A create whose outcome is unknown is not sent again until its Pod is found by the tag, or has been absent from the list
 * for 60 seconds. A second Pod that appears in the list after that is deleted: before this function resolves, one minute
 * and five minutes after that, and at the release. Whatever fails, the Pod is deleted before this function rejects. An abort
 * waits for that as well.
 *
 * A create names one GPU type, so the types of `gpu.id` are tried one after another, and the next one only if no machine is
 * free. The `RentError` keeps the reason of each in `refusals`. With `capacity`, the rental tries one place after another
 * until a machine is free: see `findCapacity`.
 *
 * @throws InputError if `maxHours` is missing, or another option or the input is not valid; nothing was sent
 * @throws RentError if no Pod could be rented; `left` names by id what may still run
 * @throws SpendError if the guard refuses the cost; nothing was sent
 * @throws CloudComputeError with the code `clocks_differ` if the clocks of the service and of this machine differ by more
 * than a day; nothing was created
 * @throws ResponseError, ConnectionError or TimeoutError if the list of Pods, which is read before the create, could not be
 * read; nothing was created, and `maybeSent` is false
 * @throws the reason of the signal on an abort that has left nothing
 *
 * @example
 * ```ts
 * const pod = await rentPod(
 *   cloud.v2,
 *   { image: "ubuntu:24.04", gpu: { id: ["NVIDIA L4", "NVIDIA RTX A5000"] }, ports: ["22/tcp"] },
 *   { maxHours: 4, maxCost: 3, ready: { tcp: 22 }, onExit: true },
 * );
 * try {
 *   console.log(pod.ssh?.command);
 * } finally {
 *   await pod.release();
 * }
 * ```
 */
export async function rentPod<Body extends PodBodyV2>(
  cloud: PodClientV2<Body>,
  input: RentInputV2<Body>,
  options: RentOptions,
): Promise<RentedPod>;
export async function rentPod(
  cloud: PodClient | PodClientV2,
  givenInput: PodCreateInput | RentInputV2,
  givenOptions: RentOptions,
): Promise<RentedPod> {
  checkClient(cloud, ["pods"], "rentPod");
  const proxyUrl = checkRentArguments(cloud, givenInput, givenOptions);
  // What the caller changes in the arguments afterwards changes nothing.
  const input = copyAsJson("input", givenInput, { operation: "rentPod" });
  const options = { ...givenOptions };
  const { signal, maxHours, maxCost = 0, release = "delete" } = options;
  signal?.throwIfAborted();
  const service = createPodService(cloud);
  const durationMs = maxHours * HOUR_MS;
  const expiresAt = Date.now() + durationMs + DEFAULT_RELEASE_TIMEOUT_MS;
  const call = { signal };
  const reservation = await options.spend?.reserve(
    maxCost,
    expiresAt,
    "rentPod",
    call,
  );
  const clocks = await readClocksFirst(service, signal).catch(
    async (error: unknown) => {
      await reservation?.settle(0).catch(() => undefined);
      throw error;
    },
  );
  const tag = createTag(clocks.service + durationMs, release);
  const podName = writeTaggedName(tag, input.name);
  const env = { ...input.env, ...writeTaggedEnv(tag) };
  const creates = planCreates(
    cloud,
    { ...input, name: podName, env },
    options.capacity?.candidates,
  );
  const rent = new Rent({
    service,
    creates,
    clock: new RentClock(() => service.readClocks({}), clocks),
    tag,
    podName,
    userName: input.name,
    options,
    proxyUrl,
    reservation: new RentReservation(reservation),
  });
  await rent.begin();
  return createHandle(rent);
}

/**
 * Reads the clocks with the list, without which a Pod whose id is lost could not be found. An error says that there is no
 * Pod, whatever was sent.
 */
async function readClocksFirst(
  service: PodService,
  signal: AbortSignal | undefined,
): Promise<Clocks> {
  try {
    const clocks = await service.readClocks({ signal });
    checkClocks(clocks, "rentPod");
    return clocks;
  } catch (error) {
    if (error instanceof CloudComputeError && error !== signal?.reason) {
      if (error.maybeSent) extendMessage(error, "; rentPod created no Pod");
      Object.assign(error, { maybeSent: false });
    }
    throw error;
  }
}
