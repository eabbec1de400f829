import { createClient } from "../../../src/index.js";
import {
  findCapacity,
  rentPod,
  type Capacity,
  type RentedPod,
  type RentOptions,
} from "../../../src/machines/index.js";
import { version2Of } from "../../support/version-2.js";
import "./fast-clock.js";

// Rents and releases Pods, two at once in each of four ways, until the process is killed.
/** Each kind of failure strikes this part of the requests. */
const FAILURE_RATE = 0.08;
const cloud = createClient({ fetch: failAtRandom });
const v2 = version2Of(cloud);

// The parent has given the first type no stock, so a rental over this capacity is always refused once, and then goes on.
// The clock of this process is fast: an hour is a minute.
const HOUR = 3_600_000;
const { candidates } = await findCapacity(
  createClient({ timeout: HOUR, attemptTimeout: HOUR }),
  {
    gpuTypes: ["NVIDIA L4", "NVIDIA RTX A5000"],
    dataCenters: ["EU-RO-1"],
  },
);
const capacity: Capacity = {
  candidates: candidates.toSorted((one, other) =>
    one.gpuTypeId.localeCompare(other.gpuTypeId),
  ),
  maxPricePerHour: undefined,
};

const ports = ["22/tcp"];
const body = { imageName: "example/image:1", ports };
const bodyV2 = { image: "example/image:1", ports };
/** By both versions: in any place, and over the capacity. */
const rents: readonly ((options: RentOptions) => Promise<RentedPod>)[] = [
  (options) => rentPod(cloud, { ...body, name: "plain" }, options),
  (options) =>
    rentPod(
      v2,
      { ...bodyV2, name: "plain", gpu: { id: "NVIDIA A40", count: 1 } },
      options,
    ),
  (options) =>
    rentPod(cloud, { ...body, name: "placed" }, { ...options, capacity }),
  (options) =>
    rentPod(v2, { ...bodyV2, name: "placed" }, { ...options, capacity }),
];

/** Fails at random: before or after the request is carried out, with a status or without a response. */
async function failAtRandom(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const kind = Math.floor(Math.random() / FAILURE_RATE);
  if (kind === 0) return Response.json({ error: "x" }, { status: 500 });
  if (kind === 1) throw new TypeError("reset before the request is read");
  const response = await fetch(input, init);
  if (kind === 2) return Response.json({ error: "x" }, { status: 502 });
  if (kind === 3) throw new TypeError("reset after the request is read");
  return response;
}

async function work(rent: (typeof rents)[number]): Promise<never> {
  for (;;)
    try {
      const pod = await rent({
        maxHours: 1,
        maxCost: 0.1,
        onProgress: ({ phase }) => process.send?.(phase),
      });
      await pod.release();
    } catch {
      // The service fails at random: the next rent follows.
    }
}

await Promise.all([...rents, ...rents].map(work));
