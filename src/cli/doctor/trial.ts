import type { Client } from "../../index.js";
import {
  findCapacity,
  rentPod,
  type PodBodyV2,
  type PodClientV2,
} from "../../machines/index.js";
import { CommandError } from "../command.js";
import { isConfirmed } from "../confirm.js";

/** What the Pod of a trial may cost, in the currency of the account, and how long it may exist. */
export const MAX_POD_COST = 0.05;
const MAX_POD_MINUTES = 5;
const MAX_PRICE_PER_HOUR = 0.5;
const PORT = 8000;
/** Enough to find a machine when the cheapest types are sold out. */
const MAX_PLACES = 12;

/** The body of a create of version 2, as far as the trial uses it. */
interface PodBody extends PodBodyV2 {
  readonly image: string;
  readonly args: string;
}

/** Asks on the terminal whether the trial may spend this much. Without a terminal, the answer must be a flag. */
export async function confirmTrial(cost: number): Promise<void> {
  console.log(
    `The trial reads each list, runs one job and rents one Pod for at most ${MAX_POD_MINUTES} minutes. It costs at most ${cost.toFixed(3)} in the currency of your account.`,
  );
  const unattended =
    "--trial asks before it spends: run it in a terminal, or add --yes";
  if (!(await isConfirmed("Go on?", unattended)))
    throw new CommandError(1, "nothing was run");
}

/** Rents the cheapest GPU until a web server in its Pod answers, and deletes the Pod. Resolves with what the Pod was. */
export async function tryPod(cloud: Client): Promise<string> {
  // Without the surface of version 2, the rental refuses what is no client.
  const version2 = Reflect.get(cloud, "v2") as PodClientV2<PodBody>;
  const capacity = await findCapacity(version2, {
    maxPricePerHour: MAX_PRICE_PER_HOUR,
    maxPlacesPerType: 1,
  });
  const began = performance.now();
  const pod = await rentPod(
    version2,
    {
      name: "trial",
      image: "python:3.13-slim",
      args: `python -m http.server ${PORT}`,
      ports: [`${PORT}/http`],
    },
    {
      maxHours: MAX_POD_MINUTES / 60,
      maxCost: MAX_POD_COST,
      capacity: {
        ...capacity,
        candidates: capacity.candidates.slice(0, MAX_PLACES),
      },
      ready: { http: PORT },
      timeout: (MAX_POD_MINUTES - 1) * 60_000,
      onExit: true,
    },
  );
  const seconds = Math.round((performance.now() - began) / 1000);
  await pod.release();
  return `${pod.gpuTypeId ?? "Pod"} answered after ${seconds} s, and is deleted`;
}
