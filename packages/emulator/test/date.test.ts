import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmulator } from "../src/index.js";

const HOUR = 3_600_000;
const emulator = createEmulator({ clock: "manual" });
const headers = {
  authorization: `Bearer ${emulator.apiKey}`,
  "content-type": "application/json",
};
let origin: string;

beforeAll(async () => {
  await emulator.clock.advance(5 * HOUR);
  origin = (await emulator.listen()).urls.publicBaseUrl;
});
afterAll(() => emulator.close());

/** The present moment of the emulator, as a `Date` header writes it. */
const present = () => new Date(emulator.clock.now()).toUTCString();

/** A request of each surface, and of each place that answers before a surface does. */
const REQUESTS: readonly [string, number, RequestInit?][] = [
  ["/v1/pods", 200],
  ["/v1/pods/none", 404],
  ["/v1/nothing", 400],
  ["/v2/text-demo/health", 401],
  ["/v2/text-demo/openai/v1/models", 200],
  [
    "/graphql",
    200,
    { method: "POST", body: '{"query":"{ gpuTypes { id } }"}' },
  ],
  ["/proxy/none/80/", 404],
  ["/_emulator/time", 200],
  ["/v1/pods", 401, { headers: {} }],
];

describe("the Date header has the time of the emulator's clock", () => {
  test.each(REQUESTS)(
    "in the answer of %s with %d",
    async (path, status, init) => {
      const inMemory = new URL(path, emulator.urls.publicBaseUrl);
      for (const answer of [
        await emulator.fetch(inMemory, { headers, ...init }),
        await fetch(new URL(path, origin), { headers, ...init }),
      ]) {
        expect(answer.status).toBe(status);
        expect(answer.headers.get("date")).toBe(present());
      }
    },
  );

  test("in an answer that is cut, and in that of a fault rule without a date", async () => {
    emulator.fail("GET /pods", { truncate: 1 });
    emulator.fail("GET /pods", { status: 418 });
    for (const status of [200, 418]) {
      const answer = await fetch(`${origin}/v1/pods`, { headers });
      expect(answer.status).toBe(status);
      expect(answer.headers.get("date")).toBe(present());
      await answer.text().catch(() => undefined);
    }
  });

  test("unless a fault rule has a date", async () => {
    const date = "Sun, 06 Nov 1994 08:49:37 GMT";
    emulator.fail("GET /pods", { status: 200, headers: { Date: date } });
    const answer = await fetch(`${origin}/v1/pods`, { headers });
    expect(answer.headers.get("date")).toBe(date);
  });
});
