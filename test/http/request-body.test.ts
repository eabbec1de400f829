import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createClient, type Client } from "../../src/index.js";

const BYTES = new Uint8Array([255, 254, 0, 128, 65]);
const GZIP = new Uint8Array(gzipSync('{"a":1}'));
const ADDRESS = "https://rest.test/v1/x";
const JSON_TYPE = { "content-type": "application/json" };

/** A client, and the bytes and the content type of the last request that it sent. */
function createRecorder() {
  const last: { bytes?: Uint8Array; type?: string | null } = {};
  const cloud = createClient({
    apiKey: "a-key-0123456789",
    baseUrl: "https://rest.test/v1",
    fetch: async (url, init) => {
      const request = new Request(url, init);
      last.type = request.headers.get("content-type");
      last.bytes = new Uint8Array(await request.arrayBuffer());
      return Response.json({});
    },
  });
  return { cloud, last };
}

type Post = (cloud: Client) => Promise<unknown>;

test.each<[string, Post, Uint8Array]>([
  [
    "bytes",
    (cloud) => cloud.fetch(ADDRESS, { method: "POST", body: BYTES }),
    BYTES,
  ],
  [
    "an untyped Blob",
    (cloud) =>
      cloud.fetch(ADDRESS, { method: "POST", body: new Blob([BYTES]) }),
    BYTES,
  ],
  [
    "a Request with bytes",
    (cloud) =>
      cloud.fetch(new Request(ADDRESS, { method: "POST", body: BYTES })),
    BYTES,
  ],
  [
    "compressed JSON",
    (cloud) =>
      cloud.fetch(ADDRESS, { method: "POST", body: GZIP, headers: JSON_TYPE }),
    GZIP,
  ],
  [
    "bytes of an own serializer of cloud.rest",
    (cloud) =>
      cloud.rest.POST("/pods", {
        body: {},
        bodySerializer: () => BYTES,
      }),
    BYTES,
  ],
])("sends %s unchanged", async (_, post, expected) => {
  const { cloud, last } = createRecorder();
  await post(cloud);
  expect(last.bytes).toEqual(expected);
});

test("adds no content type to bytes", async () => {
  const { cloud, last } = createRecorder();
  await cloud.fetch(ADDRESS, { method: "POST", body: BYTES });
  expect(last.type).toBeNull();
});
