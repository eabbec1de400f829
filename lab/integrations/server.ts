import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { EMULATOR_KEY } from "./visitor-routes.js";

/** Runs a server of an example against an emulator of its own, calls `act` with its address, and ends both. */
export async function withServer(
  node: string,
  folder: string,
  program: readonly string[],
  act: (origin: string) => Promise<void>,
  speed = 5,
): Promise<void> {
  const port = await findFreePort();
  const emulator = [
    join(folder, "node_modules/cloud-compute-emulator/dist/bin.js"),
    "--speed",
    String(speed),
    "--key",
    EMULATOR_KEY,
    "--",
  ];
  const child = spawn(node, [...emulator, node, ...program], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const origin = `http://localhost:${port}`;
    await waitForServer(origin, child);
    await act(origin);
  } finally {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "close");
  }
}

/** A port of this machine that nothing listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Waits until the server answers anything. Rejects when its process ends. */
export async function waitForServer(
  origin: string,
  child: ChildProcess,
): Promise<void> {
  let output = "";
  child.stdout?.on("data", (data) => (output += String(data)));
  while (child.exitCode === null) {
    const response = await fetch(`${origin}/api/pictures/x`).catch(
      () => undefined,
    );
    await response?.body?.cancel();
    if (response) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server ended with ${child.exitCode}: ${output}`);
}
