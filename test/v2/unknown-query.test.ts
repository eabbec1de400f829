import { expect, test } from "vitest";
import { createClient } from "../../src/index.js";
import { expectRefusedQuery, type QuerySlip } from "../support/query-slip.js";

function setUp() {
  const sent: string[] = [];
  const cloud = createClient({
    apiKey: "a-key-of-some-length",
    baseUrl: "https://rest.test/v1",
    surfaces: { v2: { baseUrl: "https://v2.test" } },
    fetch: (input) => {
      sent.push(new Request(input).url);
      return Promise.resolve(Response.json([]));
    },
  });
  return { cloud, sent };
}

const SLIPS: readonly QuerySlip[] = [
  ["since", "startTime", (cloud, query) => cloud.v2.billing.pods(query)],
  ["page", "cursor", async (cloud, query) => cloud.v2.pods.list(query)],
  [
    "lines",
    "source, tail, since",
    (cloud, query) =>
      cloud.v2.pods.logs("p1", query)[Symbol.asyncIterator]().next(),
  ],
];

test.each(SLIPS)(
  "an unknown query parameter %s of version 2 is refused before it is sent, and the message names %s",
  async (...slip) => {
    const { cloud, sent } = setUp();
    await expectRefusedQuery(cloud, sent, slip);
  },
);

test.each([9, 4097])(
  "the size %j of a network volume of version 2 is refused before it is sent",
  async (size) => {
    const { cloud, sent } = setUp();
    const body = { name: "data", dataCenter: "EU-RO-1", size };
    const create = cloud.v2.networkVolumes.create(body);
    await expect(create).rejects.toThrow("from 10 to 4096");
    expect(sent).toEqual([]);
  },
);

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
