// Finds where GPUs with 24 GB or more are to be had for at most 1 USD an hour, and rents the first that a create gets:
//   npm install cloud-compute-sdk tsx && npm pkg set type=module
//   npx cloud-compute-sdk emulator -- npx tsx find-capacity.ts
import { createClient } from "cloud-compute-sdk";
import { findCapacity, rentPod, RentError } from "cloud-compute-sdk/machines";

const cloud = createClient();
const wish = { minMemoryInGb: 24, maxPricePerHour: 1 };
const capacity = await findCapacity(cloud, wish);
for (const { displayName, pricePerHour, stock } of capacity.candidates)
  console.log(`${displayName}: ${pricePerHour} USD an hour, stock ${stock}`);

try {
  const pod = await rentPod(
    cloud,
    { imageName: "ubuntu:24.04" },
    { maxHours: 1, onExit: true, capacity },
  );
  console.log(`rented for ${pod.costPerHr ?? 0} USD an hour`);
  await pod.release();
} catch (error) {
  if (!(error instanceof RentError)) throw error;
  // Stock changes from one moment to the next.
  console.log(error.code === "no_capacity" ? "sold out" : error.message);
}
