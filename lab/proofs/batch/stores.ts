import { createRedisStore } from "../../../src/batch/bullmq/redis-store.js";
import { fileStore, type BatchStore } from "../../../src/batch/index.js";
import { loadPeers } from "../../../test/batch/redis/redis.js";

/** Which store the processes of a proof share. */
export type StoreSettings =
  | { readonly kind: "sqlite"; readonly folder: string }
  | {
      readonly kind: "redis";
      readonly port: number;
      /** Where `bullmq` and `ioredis` are installed. */
      readonly peers: string;
    };

/** The lease of a process, in milliseconds: shorter than the time for which the proof stops a process. */
const LEASE_MS = 3000;

/** The store of a process, and what closes its connection. */
export function createStore(settings: StoreSettings): {
  readonly store: BatchStore;
  readonly close: () => void;
} {
  if (settings.kind === "sqlite")
    return { store: fileStore(settings.folder), close: () => undefined };
  const { engine, connect } = loadPeers(settings.peers);
  const connection = connect(settings.port);
  const store = createRedisStore(() => Promise.resolve(engine), {
    connection,
    prefix: "proof",
    acceptLoss: false,
    warn: () => undefined,
    leaseMs: LEASE_MS,
  });
  return { store, close: () => connection.disconnect() };
}
