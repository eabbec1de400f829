import { describe, expect, it } from "vitest";
import { createClient, type ClientOptions } from "../../src/index.js";

/** A client whose requests are answered with an id, and what it warns of. */
function setUp(options: ClientOptions = {}) {
  const warnings: string[] = [];
  const cloud = createClient({
    apiKey: "test-key",
    baseUrl: "https://rest.invalid/v1",
    publicBaseUrl: "https://jobs.invalid",
    surfaces: { v2: { baseUrl: "https://v2.invalid/v2" } },
    warn: (message) => warnings.push(message),
    fetch: (input, init) => {
      const { url, method } = new Request(input, init);
      // An update shows the id that was asked for.
      const asked = method === "PATCH" ? url.split("/").at(-1) : undefined;
      const id = asked ?? crypto.randomUUID();
      return Promise.resolve(Response.json({ id, status: "COMPLETED" }));
    },
    ...options,
  });
  return { cloud, warnings };
}

describe("a timeout that is meant in seconds is warned of", () => {
  it.each([
    ["timeout", 30],
    ["attemptTimeout", 10],
  ])("by createClient({ %s: %i })", (name: string, value: number) => {
    const { warnings } = setUp({ [name]: value });
    expect(warnings).toEqual([
      `createClient: ${name} is ${value} ms, in which few calls end: times are in milliseconds (${value} seconds are ${value}000)`,
    ]);
  });

  it("once for each client, by each of run, runSync, map and openai", async () => {
    const { cloud, warnings } = setUp();
    const model = cloud.model("endpoint");
    const options = { timeout: 60 };
    for (let round = 0; round < 2; round++) {
      await model.run({}, options).catch(() => undefined);
      await model.runSync({}, options).catch(() => undefined);
      await model.map([], options).next();
      model.openai(options);
    }
    const operations = warnings.map((warning) => warning.split(":")[0]);
    expect(operations).toEqual([
      "model.run",
      "model.runSync",
      "model.map",
      "model.openai",
    ]);
  });

  it("and one in milliseconds is not", async () => {
    const { cloud, warnings } = setUp({ timeout: 400, attemptTimeout: 301 });
    await cloud.model("endpoint").run({}, { timeout: 5000 });
    expect(warnings).toEqual([]);
  });
});

describe("a delay in the queue that is meant in milliseconds is warned of", () => {
  const scaling = { type: "QUEUE_DELAY", queueDelay: 4000 } as const;

  it.each<[string, (calls: ReturnType<typeof setUp>) => Promise<unknown>]>([
    [
      "v2.serverless.update: scaling.queueDelay",
      ({ cloud }) => cloud.v2.serverless.update("e", { scaling }),
    ],
    [
      "endpoints.update: scalerValue",
      ({ cloud }) =>
        cloud.endpoints.update("e", {
          scalerType: "QUEUE_DELAY",
          scalerValue: 4000,
        }),
    ],
  ])("by %s", async (name, act) => {
    const calls = setUp();
    await act(calls);
    expect(calls.warnings).toEqual([
      `${name} is in seconds: with 4000, a job may wait 67 minutes before another worker starts (4000 ms are 4)`,
    ]);
  });

  it("and a number of requests is not", async () => {
    const { cloud, warnings } = setUp();
    await cloud.endpoints.update("e", {
      scalerType: "REQUEST_COUNT",
      scalerValue: 4000,
    });
    expect(warnings).toEqual([]);
  });
});
