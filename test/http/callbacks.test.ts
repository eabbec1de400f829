import { describe, expect, test } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { createClient, type Logger } from "../../src/index.js";
import { QUEUED, scripted } from "../support/scripted-fetch.js";
import { counted, unhandledDuring } from "../support/unhandled.js";

/** The two ways in which a function of the user fails. */
const FAILURES: readonly [string, () => void][] = [
  [
    "throws",
    () => {
      throw new Error("the log is down");
    },
  ],
  ["rejects", () => Promise.reject(new Error("the log is down"))],
];

describe.each(FAILURES)("a logger that %s", (_, fail) => {
  test("changes neither a submit nor its retry, and does not end the process", async () => {
    const log = counted(fail);
    const logger: Logger = { debug: log.call, info: log.call, warn: log.call };
    const retried = { status: 429, headers: { "retry-after": "0" } };
    const { cloud } = scripted([retried, QUEUED], {
      logger,
      logLevel: "debug",
    });
    const unhandled = await unhandledDuring(async () => {
      const job = await cloud.model("m").run({ prompt: "a pier" });
      expect(job.id).toBe("j1");
    });
    expect(unhandled).toEqual([]);
    // Two requests, one retry and the end of the call.
    expect(log.count).toBe(4);
  });

  test.each(["logger", "warn"])(
    "or, as `%s`, receives the warnings of warnRetired, fails no call and does not end the process",
    async (option) => {
      const warn = counted(fail);
      const logger: Logger = { debug: fail, info: fail, warn: warn.call };
      const { apiKey, urls, fetch } = createEmulator();
      const cloud = createClient({
        apiKey,
        ...urls,
        fetch,
        warnRetired: true,
        ...(option === "logger" ? { logger } : { warn: warn.call }),
      });
      const unhandled = await unhandledDuring(async () => {
        await cloud.pods.create({ imageName: "ubuntu:24.04" });
        await expect.poll(() => warn.count).toBe(1);
      });
      expect(unhandled).toEqual([]);
    },
  );
});
