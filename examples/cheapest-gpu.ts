// Finds the cheapest GPU types with 24 GB or more that are in stock, and rents the first of them that a create gets:
//   npm install cloud-compute-sdk tsx && npm pkg set type=module
//   npx cloud-compute-sdk emulator -- npx tsx cheapest-gpu.ts
import { createClient } from "cloud-compute-sdk";
import { listGpuOffers, rentPod, RentError } from "cloud-compute-sdk/machines";

const cloud = createClient();
const wish = { minMemoryInGb: 24, maxPricePerHour: 1 };
const offers = (await listGpuOffers(cloud, wish)).slice(0, 3);
for (const { displayName, pricePerHour, stock } of offers)
  console.log(`${displayName}: ${pricePerHour} USD an hour, stock ${stock}`);

try {
  const pod = await rentPod(
    cloud,
    { imageName: "ubuntu:24.04", gpuTypeIds: offers.map(({ id }) => id) },
    { maxHours: 1, onExit: true },
  );
  console.log(`rented for ${pod.costPerHr ?? 0} USD an hour`);
  await pod.release();
} catch (error) {
  if (!(error instanceof RentError)) throw error;
  // Stock changes from one moment to the next.
  console.log(error.code === "no_capacity" ? "sold out" : error.message);
}
