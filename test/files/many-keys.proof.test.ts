import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FileServer } from "./server/server.js";
import { volumeOf } from "./server/setup.js";

const KEYS = 450_000;
const FIRST = 50_000;
/** The keys alone would take twice as much. */
const MAX_GROWTH_BYTES = 8_000_000;

let server: FileServer;

beforeAll(async () => {
  server = await new FileServer().open();
  server.syntheticKeys = KEYS;
});
afterAll(() => server.close());

/** The bytes of the heap that are in use after a collection. */
function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

test("volume.list gives 450,000 keys once each, in memory that does not grow", async () => {
  const volume = await volumeOf(server);
  let count = 0;
  let last = "";
  let early = 0;
  for await (const { key } of volume.list("data/")) {
    if (!(key > last)) throw new Error(`${key} came after ${last}`);
    last = key;
    count++;
    if (count === FIRST) early = heapBytes();
    if (count % 10_000 === 0) server.seen.length = 0;
  }
  const growth = heapBytes() - early;
  console.log(
    `${count} keys: the heap grew by ${(growth / 1e6).toFixed(1)} MB after the first ${FIRST}`,
  );
  expect(count).toBe(KEYS);
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
});
