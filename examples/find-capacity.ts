// Finds where GPUs with 24 GB or more cost at most 1 USD an hour, and rents the first that is free:
//   # in the project of the quick start (guides/quick-start.md)
//   npx cloud-compute-emulator -- node --import tsx find-capacity.ts
import { createClient } from "cloud-compute-sdk";
import { findCapacity, rentPod, RentError } from "cloud-compute-sdk/machines";

const cloud = createClient().v2;
const filter = { minMemoryInGb: 24, maxPricePerHour: 1 };
const found = await findCapacity(cloud, filter);
// A rental tries each candidate, and there may be hundreds: keep the first ten.
const capacity = { ...found, candidates: found.candidates.slice(0, 10) };
for (const {
  displayName,
  dataCenterId,
  pricePerHour,
  stock,
} of capacity.candidates)
  console.log(
    `${displayName} in ${dataCenterId ?? "any place"}: ${pricePerHour} USD an hour, stock ${stock}`,
  );

try {
  const pod = await rentPod(
    cloud,
    { image: "ubuntu:24.04" },
    { maxHours: 1, onExit: true, capacity },
  );
  console.log(`rented for ${pod.costPerHr ?? 0} USD an hour`);
  await pod.release();
} catch (error) {
  if (!(error instanceof RentError)) throw error;
  // Stock changes from one moment to the next.
  console.log(error.code === "no_capacity" ? "sold out" : error.message);
}
