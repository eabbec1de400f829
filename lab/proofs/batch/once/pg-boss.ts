import { PgBoss, type Job } from "pg-boss";
import { PostgresServer } from "../../../../test/batch/postgres/server.js";
import { createHandler, createOrders } from "../../../engines/pg-boss.js";
import {
  CONCURRENCY,
  makePicture,
  type Engine,
  type Order,
  type OrderEnd,
} from "./engine.js";

/** What the handler stores for an order. */
interface Output {
  readonly image_url?: string;
  readonly message?: string;
}

/** pg-boss and the ledger, in the same database. */
export const pgBoss: Engine = {
  name: "pg-boss",
  processes: 3,

  async start() {
    const server = await PostgresServer.create();
    const { connectionString } = server;
    const boss = await connect(connectionString);
    await createOrders(boss);
    return {
      address: connectionString,
      ledger: { kind: "postgres", connectionString },
      add: (orders) =>
        boss.insert(
          "orders",
          orders.map((data) => ({ data })),
        ),
      readEnds: async () => {
        const ends = new Map<string, OrderEnd>();
        for (const { data, state, output } of await boss.findJobs<Order>(
          "orders",
        )) {
          // An order that has not ended has no output.
          const { image_url: url = "", message: reason = "" } = Object(
            output,
          ) as Output;
          if (state === "completed") ends.set(data.id, { url });
          if (state === "failed") ends.set(data.id, { reason });
        }
        return ends;
      },
      close: async () => {
        await boss.stop({ graceful: false });
        await server.remove();
      },
    };
  },

  async work(address, cloud, batch) {
    const boss = await connect(address);
    const handler = batch
      ? createHandler(batch)
      : (jobs: Job<Order>[]) =>
          Promise.all(
            jobs.map(async ({ id, data }) => ({
              id,
              status: "completed" as const,
              output: { image_url: await makePicture(cloud, data) },
            })),
          );
    await boss.work<Order>(
      "orders",
      {
        perJobResults: true,
        localConcurrency: CONCURRENCY,
        pollingIntervalSeconds: 0.5,
      },
      handler,
    );
  },
};

async function connect(connectionString: string): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString,
    monitorIntervalSeconds: 1,
    superviseIntervalSeconds: 1,
  });
  boss.on("error", (error) => console.error(error));
  return boss.start();
}
