import type { PodCreateInput } from "../../generated/rest/resources.js";
import type { Client } from "../client.js";
import type { CallOptions } from "../options.js";

/** The surface that has prices. */
type PriceClient = Pick<Client, "graphql">;

/** The price of one GPU type for a whole Pod. */
interface TypePrice {
  readonly secure: number | undefined;
  readonly community: number | undefined;
}

/**
 * The highest price for each hour that a create could charge: the dearest of its GPU types, times the number of GPUs.
 * Undefined where the service names no price, as for CPU Pods, and where any GPU type will do.
 */
export async function findHighestPrice(
  { graphql }: PriceClient,
  input: PodCreateInput,
  options: CallOptions,
): Promise<number | undefined> {
  const { gpuTypeIds = [], gpuCount = 1, cloudType = "SECURE" } = input;
  if (gpuTypeIds.length === 0 || input.computeType === "CPU") return undefined;
  const ids = gpuTypeIds.map(String);
  const { gpuTypes } = await graphql.gpuTypes({ input: { ids } }, options);
  const prices = new Map<string, TypePrice>();
  for (const type of gpuTypes ?? [])
    if (type?.id)
      prices.set(type.id, {
        secure: type.securePrice ?? undefined,
        community: type.communityPrice ?? undefined,
      });
  const charged = ids.map((id) => {
    const price = prices.get(id);
    return cloudType === "SECURE" ? price?.secure : price?.community;
  });
  let highest = 0;
  for (const price of charged) {
    if (price === undefined) return undefined;
    highest = Math.max(highest, price * gpuCount);
  }
  return highest;
}
