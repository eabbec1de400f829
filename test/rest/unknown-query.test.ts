import { describe, expect, test } from "vitest";
import {
  createClient,
  InputError,
  type Client,
  type ClientOptions,
} from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";

function setUp(options: Partial<ClientOptions> = {}) {
  const sent: string[] = [];
  const cloud = createClient({
    apiKey: "a-key-of-some-length",
    baseUrl: "https://rest.test/v1",
    surfaces: { v2: { baseUrl: "https://v2.test" } },
    fetch: (input) => {
      sent.push(new Request(input).url);
      return Promise.resolve(Response.json([]));
    },
    ...options,
  });
  return { cloud, sent };
}

/** What somebody wrote, what the message must name, and the call. */
const SLIPS: readonly (readonly [
  name: string,
  meant: string,
  call: (cloud: Client, query: never) => Promise<unknown>,
])[] = [
  ["status", "desiredStatus", (cloud, query) => cloud.pods.list(query)],
  ["gpuTypeIds", "gpuTypeId", (cloud, query) => cloud.pods.list(query)],
  ["from", "startTime", (cloud, query) => cloud.billing.pods(query)],
  ["groupBy", "grouping", (cloud, query) => cloud.billing.endpoints(query)],
  ["bucket", "bucketSize", (cloud, query) => cloud.billing.endpoints(query)],
  ["include", "includeTemplate", (cloud, query) => cloud.endpoints.list(query)],
  ["limit", "none", (cloud, query) => cloud.networkVolumes.list(query)],
  ["since", "startTime", (cloud, query) => cloud.v2.billing.pods(query)],
  ["page", "cursor", async (cloud, query) => cloud.v2.pods.list(query)],
  [
    "lines",
    "source, tail, since",
    (cloud, query) =>
      cloud.v2.pods.logs("p1", query)[Symbol.asyncIterator]().next(),
  ],
];

describe("an unknown query parameter", () => {
  test.each(SLIPS)(
    "%s is refused before it is sent, and the message names %s",
    async (name, meant, call) => {
      const { cloud, sent } = setUp();
      const refused = call(cloud, { [name]: "x" } as never);
      const error = await rejectionOf(refused);
      expect(error).toBeInstanceOf(InputError);
      expect(error).toMatchObject({ maybeSent: false });
      expect((error as Error).message).toContain(meant);
      expect(sent).toEqual([]);
    },
  );

  test.each<[string, (cloud: Client, options: object) => Promise<unknown>]>([
    ["a get", (cloud, options) => cloud.pods.get("p1", options)],
    [
      "an update",
      (cloud, options) => cloud.pods.update("p1", {}, options as never),
    ],
  ])(
    "of %s that is an option of a call is refused with the place where options belong",
    async (_, call) => {
      const { cloud, sent } = setUp();
      await expect(call(cloud, { timeout: 5000 })).rejects.toThrow(
        "after the query: pass {} as the query, and then { timeout }",
      );
      expect(sent).toEqual([]);
    },
  );

  test("is sent if the client says so", async () => {
    const { cloud, sent } = setUp({ unknownQuery: "send" });
    await cloud.pods.list({ newest: true } as object);
    expect(sent).toEqual(["https://rest.test/v1/pods?newest=true"]);
  });

  test("is sent by the raw client, which sends what it is given", async () => {
    const { cloud, sent } = setUp();
    const query = { newest: true } as object;
    await cloud.rest.GET("/pods", { params: { query } });
    expect(sent).toEqual(["https://rest.test/v1/pods?newest=true"]);
  });

  test("that is undefined counts as absent", async () => {
    const { cloud, sent } = setUp();
    await cloud.pods.list({ status: undefined } as object);
    expect(sent).toEqual(["https://rest.test/v1/pods"]);
  });

  test("is decided by an option that is one of two words", () => {
    expect(() => setUp({ unknownQuery: "allow" as never })).toThrow(
      'unknownQuery must be one of "refuse", "send"',
    );
  });
});

describe("the size of a network volume", () => {
  const VOLUME = { name: "data", dataCenterId: "EU-RO-1" } as const;

  test.each([-1, 4001, 50.5, "50"])(
    "of version 0.1.0 is refused before it is sent: %j",
    async (size) => {
      const { cloud, sent } = setUp();
      const create = cloud.networkVolumes.create({
        ...VOLUME,
        size: size as number,
      });
      await expect(create).rejects.toThrow("from 0 to 4000");
      const update = cloud.networkVolumes.update("v1", {
        size: size as number,
      });
      await expect(update).rejects.toMatchObject({ parameter: "size" });
      expect(sent).toEqual([]);
    },
  );

  test.each([9, 4097])(
    "of version 2 is refused before it is sent: %j",
    async (size) => {
      const { cloud, sent } = setUp();
      const body = { name: "data", dataCenter: "EU-RO-1", size };
      const create = cloud.v2.networkVolumes.create(body);
      await expect(create).rejects.toThrow("from 10 to 4096");
      expect(sent).toEqual([]);
    },
  );

  test.each([0, 4000])("may be %d", async (size) => {
    const { cloud } = setUp({
      fetch: () => Promise.resolve(Response.json({ id: "v1" })),
    });
    await cloud.networkVolumes.create({ ...VOLUME, size });
  });
});

test("a report that ends before its start is refused by both versions before it is sent", async () => {
  const { cloud, sent } = setUp();
  const endTime = "2026-10-31T23:59:59Z";
  const period = { startTime: "2026-11-01T00:00:00Z", endTime };
  const problem = `endTime must not be before startTime: startTime is 2026-11-01T00:00:00Z, endTime is ${endTime}`;
  await expect(cloud.billing.pods(period)).rejects.toThrow(problem);
  await expect(cloud.v2.billing.serverless(period)).rejects.toThrow(problem);
  expect(sent).toEqual([]);
});

test("a report is sent if it ends after its start in another zone, or where a text is no time", async () => {
  const { cloud, sent } = setUp();
  const startTime = "2026-11-01T01:00:00+02:00";
  await cloud.billing.pods({ startTime, endTime: "2026-11-01T00:00:00Z" });
  await cloud.billing.pods({ startTime, endTime: "yesterday" });
  // Version 2 rounds the start down and the end up: this is the whole day.
  await cloud.billing.pods({ startTime, endTime: startTime });
  expect(sent).toHaveLength(3);
});
