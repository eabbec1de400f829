import type { Batch } from "../../../../src/batch/index.js";
import type { Client } from "../../../../src/index.js";
import type { LedgerSettings } from "../ledgers.js";

/** The batch that the examples of the engines run orders in. */
type OrderBatch = Batch<{ prompt: string }, { image_url: string }>;

export const SLUG = "black-forest-labs-flux-1-schnell";

/** How many orders a process works on at the same time. */
export const CONCURRENCY = 5;

export interface Order {
  readonly id: string;
  readonly prompt: string;
}

/** How an order has ended: with the address of its picture, or with the reason why it has none. */
export type OrderEnd = { readonly url: string } | { readonly reason: string };

/** An engine that runs the handler of an order again when its process has died. */
export interface Engine {
  readonly name: string;
  /** How many processes work at the same time. */
  readonly processes: number;
  /** Starts a server of the engine, with its files in an empty folder. */
  readonly start: (folder: string) => Promise<EngineServer>;
  /** Works on orders until the process is killed: with the example of the engine, or without a batch. */
  readonly work: (
    address: string,
    cloud: Client,
    batch: OrderBatch | undefined,
  ) => Promise<unknown>;
}

interface EngineServer {
  /** What a process is given to work for this server. */
  readonly address: string;
  readonly ledger: LedgerSettings;
  /** Adds orders while processes work. */
  readonly add: (orders: readonly Order[]) => Promise<unknown>;
  /** The orders that have ended so far, by their ids. */
  readonly readEnds: () => Promise<ReadonlyMap<string, OrderEnd>>;
  readonly close: () => Promise<void>;
}

/** Makes a picture as a handler without a ledger does. Resolves with its address. */
export async function makePicture(
  cloud: Client,
  { prompt }: Order,
): Promise<string> {
  const job = await cloud.model(SLUG).run({ prompt });
  const { output } = await job.wait();
  return output.image_url;
}
