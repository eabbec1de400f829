import type { Client } from "../client.js";

/** What the GPUs of a Pod must be, and where the Pod may run. */
export interface CapacityFilter {
  /** The least memory of one GPU, in GB. */
  readonly minMemoryInGb?: number | undefined;
  /**
   * The ids of the acceptable GPU types.
   * @default every type
   */
  readonly gpuTypes?: readonly string[] | undefined;
  /** The id of the network volume that the Pod will mount: the Pod can run only in the data center of the volume. */
  readonly near?: string | undefined;
  /**
   * The ids of the acceptable data centers.
   * @default every data center
   */
  readonly dataCenters?: readonly string[] | undefined;
  /**
   * `SECURE` for vetted data centers, `COMMUNITY` for machines of individual providers.
   * @default "SECURE", as for a create
   */
  readonly cloudType?: "SECURE" | "COMMUNITY" | undefined;
  /** The most that the whole Pod may cost for each hour, in the currency of the account. */
  readonly maxPricePerHour?: number | undefined;
  /**
   * The number of GPUs of the Pod.
   * @default 1
   */
  readonly count?: number | undefined;
  /**
   * The order of the candidates: the cheapest first, and after those with enough listed stock the ones with low stock or
   * none; or the types in the order of `gpuTypes`, and the cheapest place of each type first.
   * @default "price"
   */
  readonly sort?: "price" | "gpuTypes" | undefined;
  /**
   * How many data centers of each GPU type become candidates, at most: the first of each type in the order of `sort`.
   * @default every data center
   */
  readonly maxPlacesPerType?: number | undefined;
}

/** A GPU type in a place, which a create may ask for. */
export interface Candidate {
  readonly gpuTypeId: string;
  readonly displayName: string;
  /** The memory of one GPU, in GB. */
  readonly memoryInGb: number;
  readonly gpuCount: number;
  readonly cloudType: "SECURE" | "COMMUNITY";
  /** The data center; undefined where the service chooses. */
  readonly dataCenterId: string | undefined;
  /** What the whole Pod costs for each hour by the list of prices, in the currency of the account. */
  readonly pricePerHour: number;
  /** What the service lists as its stock. A create may be refused or succeed whatever this says. */
  readonly stock: "HIGH" | "MEDIUM" | "LOW" | "NONE";
}

/** The surfaces of a client that have prices, stock and network volumes. */
export type StockClient = Pick<Client, "graphql" | "networkVolumes">;
