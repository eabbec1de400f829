import { expect, test } from "vitest";
import { createClient } from "../../src/index.js";
import { expectRefusedQuery, type QuerySlip } from "../support/query-slip.js";

function setUp() {
  const sent: string[] = [];
  const cloud = createClient({
    apiKey: "a-key-of-some-length",
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
