import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createEmulator } from "cloud-compute-emulator";

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("the example of a load balancing worker answers when it is ready, and ends after SIGTERM", async () => {
  const port = await findFreePort();
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "examples/worker-load-balancer.ts"],
    {
      env: { ...process.env, HOST: "127.0.0.1", PORT: String(port) },
      stdio: "inherit",
    },
  );
  const exited = once(child, "exit");
  const emulator = createEmulator();
  emulator.account.setWorkers("my-api", { port });
  const { urls } = await emulator.listen();
  const response = await fetch(`${urls.publicBaseUrl}/lb/my-api/hello?a=1`, {
    method: "POST",
    headers: { authorization: `Bearer ${emulator.apiKey}` },
    body: "a text",
  });
  expect(await response.json()).toEqual({ pathname: "/hello", length: 6 });
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  await emulator.close();
});
