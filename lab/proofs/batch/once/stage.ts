import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createEmulator, type Emulator } from "cloud-compute-emulator";
import { bundleScript } from "../bundle.js";
import { SLUG, type Engine, type Order, type OrderEnd } from "./engine.js";
import { Workers } from "./workers.js";

/** How long a job runs, in milliseconds. */
export const JOB_MS = 300;

/** When no further order has ended for so long, the others never end, in milliseconds. */
const MAX_SILENCE_MS = 120_000;

/** The emulated service, the server of an engine, and the processes that work on orders. */
interface Stage {
  readonly emulator: Emulator;
  readonly workers: Workers;
  readonly add: (orders: readonly Order[]) => Promise<unknown>;
  /** Resolves with the ends of so many orders, or with fewer when no further order ends. */
  readonly waitForEnds: (
    count: number,
  ) => Promise<ReadonlyMap<string, OrderEnd>>;
  readonly close: () => Promise<void>;
}

/** The picture that the emulated service makes. */
export function urlOf(prompt: string): string {
  return `https://example.com/${encodeURIComponent(prompt)}.png`;
}

/** Starts all servers on loopback, and the processes. The handler of orders uses `batch.run`, or no ledger at all. */
export async function openStage(
  engine: Engine,
  { isOnce }: { readonly isOnce: boolean },
): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "once-proof-"));
  const emulator = createEmulator();
  emulator.model<Order>(SLUG, ({ prompt }) => ({ image_url: urlOf(prompt) }), {
    executionTime: JOB_MS,
    workers: 100,
  });
  const { urls } = await emulator.listen({ podPorts: false });
  const worker = join(import.meta.dirname, "worker.ts");
  const script = await bundleScript(worker, folder);
  const files = join(folder, "server");
  mkdirSync(files);
  const server = await engine.start(files);
  const workers = new Workers(script, {
    engine: engine.name,
    address: server.address,
    ledger: isOnce ? server.ledger : undefined,
    publicBaseUrl: urls.publicBaseUrl,
    apiKey: emulator.apiKey,
  });
  for (let count = 0; count < engine.processes; count++) workers.start();
  return {
    emulator,
    workers,
    add: server.add,
    waitForEnds: async (count) => {
      let ends = await server.readEnds();
      let endAt = performance.now() + MAX_SILENCE_MS;
      while (ends.size < count && performance.now() < endAt) {
        await pause(200);
        const before = ends.size;
        ends = await server.readEnds();
        if (ends.size > before) endAt = performance.now() + MAX_SILENCE_MS;
      }
      return ends;
    },
    close: async () => {
      await workers.end();
      await server.close();
      await emulator.close();
      rmSync(folder, { recursive: true });
    },
  };
}
