import type { PodCreateInput } from "../../generated/rest/resources.js";
import { checkClient } from "../check-members.js";
import { check } from "../checks.js";
import type { Client } from "../client.js";
import { CloudComputeError } from "../errors.js";
import { withTimeout } from "../http/timeout.js";
import { checkPollOptions } from "../jobs/poll.js";
import { extendMessage } from "../jobs/state.js";
import { copyAsJson } from "../json.js";
import type { SpendReservation } from "../spend/index.js";
import { resolveProxyUrl } from "./addresses.js";
import {
  isVersion2,
  type PodBodyV2,
  type PodClientV2,
  type RentInputV2,
} from "./client-v2.js";
import { checkClocks, RentClock } from "./clocks.js";
import { DEFAULT_RELEASE_TIMEOUT_MS } from "./end-pod.js";
import { RentError } from "./errors.js";
import { createTag, writeTaggedEnv, writeTaggedName } from "./tag.js";
import { findHighestPrice, type GpuRanking } from "./offers.js";
import { planCreates } from "./plan.js";
import { createPodService } from "./pod-service.js";
import { HOUR_MS, Rent } from "./rent-lifecycle.js";
import {
  checkGpuIds,
  checkProxyIsKnown,
  checkRentArguments,
  openPortsOf,
  type RentOptions,
} from "./rent-options.js";
import type { RentedPod } from "./rented-pod.js";

/** The surfaces of a client that a rental needs. `graphql` has the price when `spend` is given without `maxCost`. */
export type RentClient = Pick<Client, "billing" | "graphql" | "model" | "pods">;

/** How long a rental waits for what other processes have left reserved to be settled, in milliseconds. */
const RECONCILE_TIMEOUT_MS = 60_000;
/** The ports that 0.1.0 opens if a create names no ports. Version 2 then opens no ports. */
const DEFAULT_PORTS = ["8888/http", "22/tcp"];

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
  cloud: RentClient,
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
 * @throws ResponseError, ConnectionError or TimeoutError if the Pods or the prices, which are read before the create, could
 * not be read; nothing was created, and `maybeSent` is false
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
  cloud: RentClient | PodClientV2,
  givenInput: PodCreateInput | RentInputV2,
  givenOptions: RentOptions,
): Promise<RentedPod> {
  checkClient(cloud, ["pods"], "rentPod");
  const ports = isVersion2(cloud) ? [] : DEFAULT_PORTS;
  checkRentArguments(givenInput, givenOptions, ports);
  // What the caller changes in the arguments afterwards changes nothing.
  const input = copyAsJson("input", givenInput, { operation: "rentPod" });
  const options = { ...givenOptions };
  if (isVersion2(cloud) && !options.capacity) checkGpuIds(input);
  const { signal, maxHours, release = "delete" } = options;
  signal?.throwIfAborted();
  checkPollOptions(options, "rentPod");
  const proxyUrl = resolveProxyUrl(cloud, options.proxyUrl, "rentPod");
  checkProxyIsKnown(options.ready, openPortsOf(input, ports), proxyUrl);
  const service = createPodService(cloud);
  const reservation = await beforeCreate(signal, () =>
    reserveCost(cloud, input, options),
  );
  try {
    // The list is read once before the create: without the list, a Pod whose id is lost could not be found.
    const clocks = await beforeCreate(signal, () =>
      service.readClocks({ signal }),
    );
    checkClocks(clocks, "rentPod");
    const tag = createTag(clocks.service + maxHours * HOUR_MS, release);
    const podName = writeTaggedName(tag, input.name);
    const env = { ...input.env, ...writeTaggedEnv(tag) };
    const rent = new Rent({
      service,
      creates: planCreates(
        cloud,
        { ...input, name: podName, env },
        options.capacity?.candidates,
      ),
      cloud,
      clock: new RentClock(() => service.readClocks({}), clocks),
      tag,
      podName,
      userName: input.name,
      options,
      proxyUrl,
      reservation,
    });
    return await rent.begin();
  } catch (error) {
    const isNothingLeft = !(error instanceof RentError) || !error.maybeSent;
    // A reservation that is settled already stays as it is.
    if (isNothingLeft) await reservation?.settle(0).catch(() => undefined);
    throw error;
  }
}

/** Takes a step that only reads. Its error says that there is no Pod, whatever was sent. */
async function beforeCreate<Result>(
  signal: AbortSignal | undefined,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof CloudComputeError && error !== signal?.reason) {
      if (error.maybeSent) extendMessage(error, "; rentPod created no Pod");
      Object.assign(error, { maybeSent: false });
    }
    throw error;
  }
}

/** The highest price for each hour that a create of the rental could charge. */
async function highestPriceOf(
  cloud: RentClient | PodClientV2,
  input: PodCreateInput | RentInputV2,
  { capacity, signal }: RentOptions,
): Promise<number | undefined> {
  if (capacity)
    return Math.max(...capacity.candidates.map((each) => each.pricePerHour));
  const ranking = isVersion2(cloud)
    ? readRankingV2(input)
    : readRankingV1(input);
  return findHighestPrice(cloud, ranking, { signal });
}

function readRankingV1(input: PodCreateInput): GpuRanking {
  const { gpuTypeIds = [], gpuCount = 1, cloudType = "SECURE" } = input;
  const isCpu = input.computeType === "CPU";
  return { gpuTypeIds: isCpu ? [] : gpuTypeIds, count: gpuCount, cloudType };
}

function readRankingV2({ gpu, cloud = "SECURE" }: RentInputV2): GpuRanking {
  const gpuTypeIds = gpu ? [gpu.id].flat() : [];
  return { gpuTypeIds, count: gpu?.count ?? 1, cloudType: cloud };
}

/** Reserves what the Pod may cost at most. */
async function reserveCost(
  cloud: RentClient | PodClientV2,
  input: PodCreateInput | RentInputV2,
  options: RentOptions,
): Promise<SpendReservation | undefined> {
  const { spend, maxHours, maxCost, signal } = options;
  if (!spend) return undefined;
  const durationMs = maxHours * HOUR_MS + DEFAULT_RELEASE_TIMEOUT_MS;
  let amount = maxCost;
  if (amount === undefined) {
    const price = await highestPriceOf(cloud, input, options);
    check(
      price !== undefined,
      "maxCost",
      "is required with `spend` here, in USD: the service lists a price for known GPU types only, and this Pod names none, or one without a price",
      { operation: "rentPod" },
    );
    amount = (price * durationMs) / HOUR_MS;
  }
  const cost = amount;
  const reserve = () =>
    spend.reserve(cost, Date.now() + durationMs, "rentPod", { signal });
  return reserve().catch(async (error: unknown) => {
    const isLimit =
      error instanceof CloudComputeError && error.code === "spend_limit";
    if (!isLimit) throw error;
    // Settling what other processes have left reserved may free a part of the limit.
    await withTimeout(RECONCILE_TIMEOUT_MS, signal, () =>
      spend.reconcile(cloud),
    ).catch(() => undefined);
    return reserve();
  });
}
