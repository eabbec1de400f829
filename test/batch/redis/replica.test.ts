import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createRedisStore } from "../../../src/batch/bullmq/redis-store.js";
import { numbered, openEchoBatchIn } from "../suite/temporary-batch.js";
import { loadPeers, Proxy, RedisServer } from "./redis.js";

const { engine, connect } = loadPeers();

async function startServer(settings: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "batch-replica-"));
  const server = await RedisServer.start(folder, settings);
  onTestFinished(async () => {
    await server.kill();
    rmSync(folder, { recursive: true });
  });
  const client = connect(server.port);
  onTestFinished(() => client.disconnect());
  return { server, client };
}

it("bullmqStore submits nothing after a replica that lags behind was promoted, until acceptLoss is set", async () => {
  const master = await startServer();
  const replica = await startServer([
    "--replicaof",
    `127.0.0.1 ${master.server.port}`,
  ]);
  const proxy = new Proxy(master.server.port);
  const connection = connect(await proxy.listen());
  onTestFinished(() => {
    connection.disconnect();
    proxy.close();
  });
  const warnings: string[] = [];
  const createStore = (acceptLoss: boolean) =>
    createRedisStore(() => Promise.resolve(engine), {
      connection,
      prefix: "replica",
      acceptLoss,
      warn: (message) => warnings.push(message),
      leaseMs: 30_000,
    });
  const { batch, open, emulator } = await openEchoBatchIn(() =>
    createStore(false),
  );
  await batch.add(numbered(60));
  while ((await master.client.call("WAIT", 1, 1000)) !== 1);
  let started = 0;
  emulator.model("echo", async ({ n }: { n: number }) => {
    started++;
    // The replica has the first jobs only.
    if (started === 5) replica.server.signal("SIGSTOP");
    if (started === 20) {
      await master.server.kill();
      replica.server.signal("SIGCONT");
      await replica.client.call("REPLICAOF", "NO", "ONE");
      proxy.lead(replica.server.port);
    }
    return { echo: n };
  });

  const end = await batch.work({ concurrency: 2 });
  expect(end.reason).toBe("refused");
  expect(String(end.error)).toContain("another server has taken over");
  const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
  expect(new Set(inputs).size).toBe(inputs.length);
  expect(inputs.length).toBeLessThan(30);

  await expect(open()).rejects.toMatchObject({
    code: "batch_store_failed",
    message: expect.stringContaining("replica that was promoted") as string,
  });
  const accepted = await open({ store: createStore(true) });
  expect(warnings.at(-1)).toContain("paid twice");
  await accepted.close();
});
