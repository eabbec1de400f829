import { expect, it } from "vitest";
import { runSoak } from "./soak.js";

it("2,000 calls with random failures and aborts end as promised and leave nothing behind", async () => {
  const soak = await runSoak(2000, 7);
  expect(soak.broken).toEqual([]);
  const { listeners, handles, unhandled, warnings } = soak;
  expect({ listeners, handles, unhandled, warnings }).toEqual({
    listeners: 0,
    handles: 0,
    unhandled: 0,
    warnings: [],
  });
  // How often each outcome comes depends on the speed of the machine; no other outcome may come.
  expect([
    "ConnectionError",
    "ResponseError",
    "TimeoutError",
    "aborted",
    "no key",
    "success",
  ]).toEqual(expect.arrayContaining(Object.keys(soak.outcomes)));
});
