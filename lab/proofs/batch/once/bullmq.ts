import { Queue } from "bullmq";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  addOrder,
  createProcessor,
  startWorker,
} from "../../../engines/bullmq.js";
import {
  CONCURRENCY,
  makePicture,
  type Engine,
  type Order,
  type OrderEnd,
} from "./engine.js";

/** BullMQ, with the Redis of Debian on a socket of the file system, and a ledger in SQLite. */
export const bullmq: Engine = {
  name: "BullMQ",
  processes: 3,

  async start(folder) {
    const address = join(folder, "redis.sock");
    const server = spawn(
      "redis-server",
      ["--port", "0", "--unixsocket", address, "--save", "", "--dir", folder],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    for await (const line of createInterface(server.stdout))
      if (line.includes("ready to accept connections")) break;
    server.stdout.resume();
    const queue = new Queue<Order, string>("orders", {
      connection: { path: address },
    });
    return {
      address,
      ledger: { kind: "sqlite", folder: join(folder, "batches") },
      add: (orders) =>
        Promise.all(orders.map((order) => addOrder(queue, order))),
      readEnds: async () => {
        const ends = new Map<string, OrderEnd>();
        for (const { data, returnvalue } of await queue.getCompleted())
          ends.set(data.id, { url: returnvalue });
        for (const { data, failedReason } of await queue.getFailed())
          ends.set(data.id, { reason: failedReason });
        return ends;
      },
      close: async () => {
        await queue.close();
        server.kill();
        await once(server, "exit");
      },
    };
  },

  work: (address, cloud, batch) => {
    const processor = batch
      ? createProcessor(batch)
      : ({ data }: { readonly data: Order }) => makePicture(cloud, data);
    const worker = startWorker(processor, {
      connection: { path: address },
      concurrency: CONCURRENCY,
      lockDuration: 5000,
      stalledInterval: 2000,
    });
    return worker.waitUntilReady();
  },
};
