import { expect, it } from "vitest";
import { runStorm } from "../../scripts/faults/storm.js";

it("2,000 calls with random faults and aborts break no promise and leave nothing behind", async () => {
  const storm = await runStorm(2000, 7);
  expect(storm.broken).toEqual([]);
  const { listeners, handles, unhandled, warnings } = storm;
  expect({ listeners, handles, unhandled, warnings }).toEqual({
    listeners: 0,
    handles: 0,
    unhandled: 0,
    warnings: [],
  });
  expect(Object.keys(storm.ends).sort()).toEqual([
    "ConnectionError",
    "ResponseError",
    "TimeoutError",
    "aborted",
    "success",
  ]);
}, 60_000);
