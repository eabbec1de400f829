import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEmulator } from "../src/index.js";

const UNSHARE = ["--map-root-user", "--net"];
// The address is no loopback address, so a request from there counts as one of another machine.
const ADD_ADDRESS = "ip link set lo up && ip address add 10.0.0.1/8 dev lo";
const probe = spawnSync("unshare", [...UNSHARE, "sh", "-c", ADD_ADDRESS], {
  encoding: "utf8",
});
const isPermitted = probe.status === 0;
if (!isPermitted)
  console.warn(
    `skipped: this platform permits no network namespaces (${probe.stderr || String(probe.error)})`,
  );

test.skipIf(!isPermitted)(
  "the page and the control API of the emulator are closed to other machines unless asked for, and the service is open",
  () => {
    const program = join(import.meta.dirname, "network", "statuses.ts");
    const run = `${ADD_ADDRESS} && exec "$0" --import tsx "$1"`;
    const args = [...UNSHARE, "sh", "-c", run, process.execPath, program];
    const { stdout, stderr } = spawnSync("unshare", args, { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      "127.0.0.1, closed": [200, 200, 200],
      "10.0.0.1, closed": [403, 403, 200],
      "127.0.0.1, opened": [200, 200, 200],
      "10.0.0.1, opened": [200, 200, 200],
    });
  },
);

test("a listening emulator keeps idle connections open for 75 seconds", async () => {
  const emulator = createEmulator();
  const { urls } = await emulator.listen();
  const response = await fetch(`${urls.baseUrl}/pods`);
  await response.text();
  expect(response.headers.get("keep-alive")).toBe("timeout=75");
  await emulator.close();
});
