import { readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";

// A test that stops the clock has everything loaded before. The other tests start faster without these files.
const { testPath = "" } = expect.getState();
const text = readFileSync(testPath, "utf8");
if (text.includes("useFakeTime")) await import("./lazy-files.js");

// Files share their processes. The timers of a file end with it: those of an emulator that it leaves would run by the stopped
// clock of the next file.
const platformSetTimeout = globalThis.setTimeout;
const timers = new Set<ReturnType<typeof setTimeout>>();
globalThis.setTimeout = new Proxy(platformSetTimeout, {
  apply: (target, self, args) => {
    const timer = Reflect.apply(target, self, args) as NodeJS.Timeout;
    timers.add(timer);
    return timer;
  },
});
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
  globalThis.setTimeout = platformSetTimeout;
});
