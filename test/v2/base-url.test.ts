import { expect, test } from "vitest";
import { createClient } from "../../src/index.js";

test("a 404 says that the URL of version 2 must not end in /v2", async () => {
  const cloud = createClient({
    apiKey: "a-key-of-this-test",
    surfaces: { v2: { baseUrl: "https://v2.test/v2" } },
    fetch: () => Promise.resolve(Response.json({}, { status: 404 })),
  });
  await expect(cloud.v2.pods.get("p1")).rejects.toThrow(
    "surfaces.v2.baseUrl must not end in /v2",
  );
});
