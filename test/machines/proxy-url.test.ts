import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEmulator, type Emulator } from "cloud-compute-emulator";
import {
  createClient,
  type Client,
  type ClientOptions,
} from "../../src/index.js";
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

/** The address of the HTTP port of a Pod. */
async function urlOf(cloud: Client): Promise<string> {
  const pod = await rentPod(cloud, INPUT, RENT);
  try {
    return pod.url(8000).replace(pod.id, "ID");
  } finally {
    await pod.release();
  }
}

describe("pod.url", () => {
  it("leads to the listening emulator whose urls the client has, whatever CLOUD_COMPUTE_PROXY_URL says", async () => {
    vi.stubEnv("CLOUD_COMPUTE_PROXY_URL", OTHER);
    const { urls } = await emulator.listen();
    const cloud = createClient({ apiKey: emulator.apiKey, ...urls });
    const ready = { http: 8000 };
    const pod = await rentPod(cloud, INPUT, { ...RENT, ready });
    expect((await fetch(pod.url(8000))).status).toBe(200);
    await pod.release();
  });

  it.each([
    ["https://rest.runpod.io", "", "https://ID-8000.proxy.runpod.net"],
    ["https://gate.test", OTHER, "http://127.0.0.1:9/other/ID/8000"],
  ])(
    "of a client at %s with CLOUD_COMPUTE_PROXY_URL %j is %s",
    async (origin, variable, url) => {
      vi.stubEnv("CLOUD_COMPUTE_PROXY_URL", variable);
      expect(await urlOf(clientAt(origin))).toBe(url);
    },
  );

  it("is an InputError that names proxyUrl where the host is not one of the service and no proxy is known", async () => {
    const error = await rejectionOf(
      urlOf(clientAt("https://runpod.io.example.test")),
    );
    expect(error).toMatchObject({ name: "InputError", parameter: "proxyUrl" });
    expect(String(error)).toContain("CLOUD_COMPUTE_PROXY_URL");
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
      expect(await rejectionOf(rent)).toMatchObject({ parameter: "proxyUrl" });
      expect(emulator.requests).toEqual([]);
    },
  );

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
