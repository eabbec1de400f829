import {
  createEndpointHandler,
  service,
  type Context,
} from "@restatedev/restate-sdk";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http2";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "../../../../test/support/free-port.js";
import { createOrders } from "../../../engines/restate.js";
import { labModule } from "../../../shared/paths.js";
import {
  CONCURRENCY,
  makePicture,
  type Engine,
  type Order,
  type OrderEnd,
} from "./engine.js";

/** Restate, whose server comes from npm, and a ledger in SQLite. The server calls one process at one address. */
export const restate: Engine = {
  name: "Restate",
  processes: 1,

  async start(folder) {
    const [nodePort, adminPort, ingressPort, servicePort] = await Promise.all([
      findFreePort(),
      findFreePort(),
      findFreePort(),
      findFreePort(),
    ]);
    const server = spawn(
      labModule("@restatedev/restate-server-linux-x64/bin/restate-server"),
      ["--base-dir", folder, "--bind-ip", "127.0.0.1", "--listen-mode", "tcp"],
      {
        env: {
          RESTATE_BIND_PORT: String(nodePort),
          RESTATE_ADMIN__BIND_PORT: String(adminPort),
          RESTATE_INGRESS__BIND_PORT: String(ingressPort),
          RESTATE_DISABLE_TELEMETRY: "true",
          RESTATE_DEFAULT_NUM_PARTITIONS: "1",
          // As many as the three processes of another engine run together.
          RESTATE_WORKER__INVOKER__CONCURRENT_INVOCATIONS_LIMIT: String(
            3 * CONCURRENCY,
          ),
        },
        stdio: "ignore",
      },
    );
    const ends = new Map<string, OrderEnd>();
    const call = async (order: Order) => {
      const ingress = `http://127.0.0.1:${ingressPort}/orders/picture`;
      const response = await post(ingress, order, {
        "idempotency-key": order.id,
      });
      const answer: unknown = await response.json();
      const { message } = Object(answer) as { readonly message?: unknown };
      const url = String(answer);
      ends.set(order.id, response.ok ? { url } : { reason: String(message) });
    };
    const register = async () => {
      const admin = `http://127.0.0.1:${adminPort}/deployments`;
      const deployment = { uri: `http://127.0.0.1:${servicePort}` };
      while (!(await isAccepted(admin, deployment))) await pause(100);
    };
    let registered: Promise<void> | undefined;
    return {
      address: String(servicePort),
      ledger: { kind: "sqlite", folder: join(folder, "batches") },
      add: async (orders) => {
        // The server asks the process for its services.
        await (registered ??= register());
        // The calls wait until the orders have ended. Those that wait at the end of the proof are given up.
        for (const order of orders) void call(order).catch(() => undefined);
      },
      readEnds: () => Promise.resolve(ends),
      close: async () => {
        server.kill("SIGKILL");
        await once(server, "exit");
      },
    };
  },

  work: async (address, cloud, batch) => {
    const orders = batch
      ? createOrders(batch)
      : service({
          name: "orders",
          handlers: {
            picture: (context: Context, order: Order) =>
              context.run("picture", () => makePicture(cloud, order)),
          },
        });
    const handler = createEndpointHandler({ services: [orders] });
    await once(
      createServer(handler).listen(Number(address), "127.0.0.1"),
      "listening",
    );
  },
};

function post(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** Whether a server that may still be starting has accepted a request. */
async function isAccepted(url: string, body: object): Promise<boolean> {
  try {
    return (await post(url, body)).ok;
  } catch {
    return false;
  }
}
