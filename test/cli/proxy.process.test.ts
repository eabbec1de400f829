import { once } from "node:events";
import * as http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { bundleCli, type Cli } from "../support/cli-process.js";

let cli: Cli;
beforeAll(async () => {
  cli = await bundleCli();
  return () => cli.remove();
});

const tunnels: string[] = [];
const proxy = http.createServer();
proxy.on("connect", ({ url = "" }, socket) => {
  tunnels.push(url);
  socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
});

beforeEach(async () => {
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${port}`);
  vi.stubEnv("CLOUD_COMPUTE_API_KEY", "test-key");
  vi.stubEnv("CLOUD_COMPUTE_BASE_URL", "https://rest.test/v1");
});
afterEach(() => {
  vi.unstubAllEnvs();
  tunnels.length = 0;
  proxy.close();
});

/** Whether a program can tell this version of Node to send the requests of `fetch` through a proxy. */
const hasSwitch = "setGlobalProxyFromEnv" in http;

test("a command sends its requests through HTTPS_PROXY, or says that this version of Node cannot", async () => {
  const { stderr } = await cli.run("doctor");
  const isUsed = tunnels.includes("rest.test:443");
  expect(isUsed).toBe(hasSwitch);
  const says = stderr.includes("does not use it: ");
  expect(says).toBe(!hasSwitch);
});

test("a command leaves HTTPS_PROXY alone where the user has switched it off", async () => {
  vi.stubEnv("NODE_USE_ENV_PROXY", "0");
  const { stderr } = await cli.run("doctor");
  expect(tunnels).toEqual([]);
  expect(stderr).not.toContain("HTTPS_PROXY");
});
