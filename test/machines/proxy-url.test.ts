import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEmulator, type Emulator } from "cloud-compute-emulator";
import { createClient, type ClientOptions } from "../../src/index.js";
import { rentPod } from "../../src/machines/index.js";
import { rejectionOf } from "../support/rejection.js";

const INPUT = {
  imageName: "example/image:1",
  ports: ["22/tcp", "8000/http", "9000/tcp"],
};
const RENT = { maxHours: 1 };
const OTHER = "http://127.0.0.1:9/other/{podId}/{port}";

let emulator: Emulator;
beforeEach(() => {
  const pods = { provisionMs: 0, imagePullMs: 0, portsOpenMs: 0 };
  emulator = createEmulator({ pods });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await emulator.close();
});

/** A client with the emulator behind addresses of one's own. */
function clientAt(origin: string, options: ClientOptions = {}) {
  const { apiKey } = emulator;
  return createClient({
    apiKey,
    baseUrl: `${origin}/v1`,
    fetch: emulator.fetch,
    ...options,
  });
}

describe("pod.url", () => {
  it("leads to the listening emulator whose urls the client has, whatever CLOUD_COMPUTE_PROXY_URL says", async () => {
    vi.stubEnv("CLOUD_COMPUTE_PROXY_URL", OTHER);
    const { urls, port } = await emulator.listen();
    const cloud = createClient({ apiKey: emulator.apiKey, ...urls });
    const pod = await rentPod(cloud, INPUT, {
      ...RENT,
      ready: { http: 8000 },
    });
    const proxy = `http://127.0.0.1:${port}/proxy`;
    expect(pod.url(8000)).toBe(`${proxy}/${pod.id}/8000`);
    expect((await fetch(pod.url(8000))).status).toBe(200);
    await pod.release();
  });

  it("leads to the origin of an emulator in memory, which answers there", async () => {
    const { apiKey, fetch, urls } = emulator;
    const cloud = createClient({ apiKey, fetch, ...urls });
    const pod = await rentPod(cloud, INPUT, RENT);
    const url = pod.url(8000);
    expect(url).toBe(`https://emulator.invalid/proxy/${pod.id}/8000`);
    expect((await emulator.fetch(url)).status).toBe(200);
    await pod.release();
  });

  it("leads to the proxy of the service only where the client's management API is at a host of the service", async () => {
    const cloud = clientAt("https://rest.runpod.io");
    const pod = await rentPod(cloud, INPUT, RENT);
    expect(pod.url(8000)).toBe(`https://${pod.id}-8000.proxy.runpod.net`);
    await pod.release();
  });

  it("is an InputError that names proxyUrl where the host is another one and no proxy is known", async () => {
    const cloud = clientAt("https://runpod.io.example.test");
    const pod = await rentPod(cloud, INPUT, RENT);
    expect(() => pod.url(8000)).toThrow(
      expect.objectContaining({
        name: "InputError",
        parameter: "proxyUrl",
        message: expect.stringMatching(
          /createClient.*listener\.urls.*CLOUD_COMPUTE_PROXY_URL/,
        ) as unknown,
      }),
    );
    await pod.release();
  });

  it("takes CLOUD_COMPUTE_PROXY_URL for a client without a proxyUrl", async () => {
    vi.stubEnv("CLOUD_COMPUTE_PROXY_URL", OTHER);
    const pod = await rentPod(clientAt("https://gate.test"), INPUT, RENT);
    expect(pod.url(8000)).toBe(`http://127.0.0.1:9/other/${pod.id}/8000`);
    await pod.release();
  });
});

describe("rentPod", () => {
  it.each([
    ["an HTTP port", INPUT, { http: 8000 }],
    [
      "a port that only a template knows",
      { imageName: "example/image:1", templateId: "t1" },
      { http: 8000 },
    ],
  ])(
    "sends nothing where ready asks for %s and no proxy is known",
    async (_, input, ready) => {
      const cloud = clientAt("https://gate.test");
      const rent = rentPod(cloud, input, { ...RENT, ready });
      expect(await rejectionOf(rent)).toMatchObject({
        name: "InputError",
        parameter: "proxyUrl",
        operation: "rentPod",
      });
      expect(emulator.requests).toEqual([]);
    },
  );

  it("refuses a proxyUrl of the client that is no template, before anything is sent", async () => {
    const cloud = clientAt("https://gate.test", { proxyUrl: "https://x.test" });
    const rent = rentPod(cloud, INPUT, RENT);
    expect(await rejectionOf(rent)).toMatchObject({ parameter: "proxyUrl" });
    expect(emulator.requests).toEqual([]);
  });

  it.each([
    ["a TCP port", { tcp: 22 }, /203\.0\.113\.\d+.*emulator\.listen\(\)/],
    ["an HTTP port", { http: 8000 }, /emulator\.invalid.*emulator\.listen\(\)/],
  ])(
    "ends at once where ready asks for %s of an emulator that does not listen, and deletes the Pod",
    async (_, ready, message) => {
      const { apiKey, fetch, urls } = emulator;
      const cloud = createClient({ apiKey, fetch, ...urls });
      const error = await rejectionOf(
        rentPod(cloud, INPUT, { ...RENT, ready }),
      );
      expect(error).toMatchObject({
        name: "RentError",
        code: "not_ready",
        left: [],
        message: expect.stringMatching(message) as unknown,
        cause: { name: "PodError", code: "pod_unreachable" },
      });
      expect(await cloud.pods.list()).toEqual([]);
    },
  );
});
