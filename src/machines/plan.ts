import type { PodCreateInput } from "../../generated/rest/resources.js";
import type { CallOptions } from "../options.js";
import type { Candidate } from "./candidate.js";
import {
  isVersion2,
  type PodBodyV2,
  type PodClientV2,
  type RentInputV2,
} from "./client-v2.js";
import type { PodClient } from "./pod-service.js";
import { readPodState, readPodStateV2, type PodState } from "./pod-state.js";

/** One create that a rental may send. */
export interface PodCreate {
  /** The GPU type of the create; undefined where the create carries a whole ranking, or none. */
  readonly gpuTypeId: string | undefined;
  /** The candidate that the create is for; undefined without `capacity`. */
  readonly candidate?: Candidate;
  readonly send: (options: CallOptions) => Promise<PodState>;
}

type Named<Input> = Input & { readonly name: string };

/** The creates that a rental may send, in order: one for each candidate, else what the input says. */
export function planCreates(
  cloud: PodClient | PodClientV2,
  input: Named<PodCreateInput | RentInputV2>,
  candidates: readonly Candidate[] | undefined,
): readonly PodCreate[] {
  return isVersion2(cloud)
    ? planCreatesV2(cloud, input, candidates)
    : planCreatesV1(cloud, input, candidates);
}

function planCreatesV1(
  { pods }: PodClient,
  input: PodCreateInput,
  candidates: readonly Candidate[] | undefined,
): readonly PodCreate[] {
  const send = (body: PodCreateInput) => async (options: CallOptions) =>
    readPodState(await pods.create(body, {}, options));
  if (candidates)
    return candidates.map((candidate) => {
      const { gpuTypeId, gpuCount, cloudType } = candidate;
      const place = { cloudType, dataCenterIds: dataCentersOf(candidate) };
      const gpu: object = { gpuTypeIds: [gpuTypeId], gpuCount };
      return {
        gpuTypeId,
        candidate,
        send: send({ ...input, ...gpu, ...place }),
      };
    });
  // One create takes the whole ranking of GPU types.
  const { gpuTypeIds = [], gpuTypePriority = "custom" } = input;
  return gpuTypeIds.length > 1
    ? [{ gpuTypeId: undefined, send: send({ ...input, gpuTypePriority }) }]
    : [{ gpuTypeId: gpuTypeIds[0], send: send(input) }];
}

function planCreatesV2(
  { pods }: PodClientV2,
  input: Named<RentInputV2>,
  candidates: readonly Candidate[] | undefined,
): readonly PodCreate[] {
  const send = (body: PodBodyV2) => async (options: CallOptions) =>
    readPodStateV2(await pods.create(body, {}, options));
  const { gpu, ...body } = input;
  if (candidates)
    return candidates.map((candidate) => {
      const { gpuTypeId: id, gpuCount: count, cloudType: cloud } = candidate;
      const place = { cloud, dataCenterIds: dataCentersOf(candidate) };
      const wanted = { ...body, ...place, gpu: { ...gpu, id, count } };
      return { gpuTypeId: id, candidate, send: send(wanted) };
    });
  if (gpu === undefined) return [{ gpuTypeId: undefined, send: send(body) }];
  // A create names one GPU type.
  return [gpu.id].flat().map((id) => ({
    gpuTypeId: id,
    // The service finds no machine for a `gpu` without `count`, although its document names a default.
    send: send({ ...body, gpu: { count: 1, ...gpu, id } }),
  }));
}

function dataCentersOf({ dataCenterId }: Candidate): string[] | undefined {
  return dataCenterId === undefined ? undefined : [dataCenterId];
}
