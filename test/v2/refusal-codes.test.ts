import { expect, test } from "vitest";
import { createClient } from "../../src/index.js";

test.each([
  ["no_capacity", "create pod: There are no instances currently available"],
  ["insufficient_balance", "Your balance is too low to deploy this Pod"],
  ["quota_exceeded", "Max workers across all endpoints must not exceed 5"],
])("%s is the code of that refusal by version 2", async (code, detail) => {
  const cloud = createClient({
    apiKey: "a-key-of-some-length",
    surfaces: { v2: { baseUrl: "https://v2.test" } },
    fetch: () =>
      Promise.resolve(
        Response.json({ title: "Bad Request", detail }, { status: 400 }),
      ),
  });
  await expect(cloud.v2.pods.get("p1")).rejects.toMatchObject({
    code,
    status: 400,
  });
});
