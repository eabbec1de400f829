import { describe, expect, it } from "vitest";
import { CLAIM_INTERVAL_MS, SubmitWindow } from "../../src/batch/window.js";

const PER_SECOND = 90;

/** A window that has seen many submits which each lasted as long. */
function createWindow(submitMs: number): SubmitWindow {
  const window = new SubmitWindow();
  for (let submits = 0; submits < 1000; submits++) window.accept(submitMs);
  return window;
}

describe("SubmitWindow", () => {
  it("begins with one submit, and grows by one with each that is accepted", () => {
    const window = new SubmitWindow();
    const sizes = [window.size(PER_SECOND, 1)];
    for (let submits = 0; submits < 3; submits++) {
      window.accept(150);
      sizes.push(window.size(PER_SECOND, 1));
    }
    expect(sizes).toEqual([1, 2, 3, 4]);
  });

  it.each([
    [5, 1],
    [50, 1],
    [200, 1],
    [800, 1],
    [3000, 1],
    [800, 4],
  ])(
    "lets each of some processes send its share of the rate, and few more, where a submit lasts %i ms: %i processes",
    (submitMs, workers) => {
      const size = createWindow(submitMs).size(PER_SECOND, workers);
      const cycleMs = submitMs + CLAIM_INTERVAL_MS;
      const needed = (PER_SECOND * cycleMs) / 1000 / workers;
      expect(size).toBeGreaterThanOrEqual(needed);
      expect(size).toBeLessThanOrEqual(1.3 * needed + 1);
    },
  );

  it("counts a slow ledger up to a tenth of a second", () => {
    const sizes = [50, 150, 5000].map((submitMs) => {
      const window = new SubmitWindow();
      for (let submits = 0; submits < 1000; submits++)
        window.accept(50, submitMs);
      return window.size(PER_SECOND, 1);
    });
    expect(sizes).toEqual([8, 20, 20]);
  });

  it("follows a change of how long submits last", () => {
    const window = createWindow(3000);
    for (let submits = 0; submits < 100; submits++) window.accept(50);
    expect(window.size(PER_SECOND, 1)).toBeLessThan(10);
  });

  it("is halved when the service turns a submit away, and closed after an answer that is not clear", () => {
    const window = new SubmitWindow();
    for (let submits = 0; submits < 15; submits++) window.accept(1000);
    window.turnAway();
    expect(window.size(PER_SECOND, 1)).toBe(8);
    window.close();
    expect(window.size(PER_SECOND, 1)).toBe(1);
  });
});
