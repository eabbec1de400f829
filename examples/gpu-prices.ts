// Lists the price and the stock of each GPU type, cheapest first:
//   # in the project of the quick start (guides/quick-start.md)
//   npx cloud-compute-emulator -- npx tsx gpu-prices.ts
import { createClient } from "cloud-compute-sdk";

const { gpuTypes } = await createClient().graphql.gpuTypes();
const rows = (gpuTypes ?? []).flatMap((gpu) => {
  const price = gpu?.lowestPrice?.uninterruptablePrice;
  if (!gpu || typeof price !== "number") return [];
  return [
    {
      GPU: gpu.displayName,
      "memory, GB": gpu.memoryInGb,
      "USD an hour": price,
      "spot, from": gpu.lowestPrice?.minimumBidPrice,
      stock: gpu.lowestPrice?.stockStatus ?? "none",
    },
  ];
});
console.table(
  rows.sort((one, other) => one["USD an hour"] - other["USD an hour"]),
);
